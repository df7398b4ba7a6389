internal import ArticleSync
internal import Chronology
internal import TestSupport
internal import Testing

/// A case of a table of expected instants under `Fixtures`.
struct ScheduleCase {
    let rule: String
    let zone: TimeZone
    let after: Instant
    let next: Instant
    /// What croniter says, where it says something else.
    let croniter: Instant?

    var found: Instant? {
        get throws { try Schedule(rule).next(after: after, in: zone) }
    }

    /// The cases of a file, after its first line, which tells the origin.
    static func table(_ name: String) throws -> [ScheduleCase] {
        let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Fixtures/"
        let lines = String(decoding: try Files.read(folder + name), as: UTF8.self).split(separator: "\n")
        #expect(lines.first?.hasPrefix("# croniter ") == true)
        return try lines.dropFirst().map { line in
            let cells = line.split(separator: "\t").map(String.init)
            return ScheduleCase(
                rule: cells[0], zone: try zone(cells[1]), after: try instant(cells[2]), next: try instant(cells[3]),
                croniter: cells.count > 4 ? try instant(cells[4]) : nil)
        }
    }

    static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name), "\(name)") }

    static func instant(_ text: String) throws -> Instant { try #require(Instant(iso8601: text), "\(text)") }
}
