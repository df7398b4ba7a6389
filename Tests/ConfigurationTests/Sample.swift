import Configuration
import TestSupport

/// A room's way of reading its part, as small as it can be and with one of everything.
enum Sample {
    enum Level: String, CaseIterable { case error, warning, info, debug }

    static func read(_ table: ConfigurationTable, _ diagnostics: Diagnostics) {
        let root = ConfigurationReader(table, diagnostics: diagnostics)
        _ = root.string("title")
        _ = root.bool("api_key")
        _ = root.table("server")?.text("listen")
        if let log = root.table("log") {
            _ = log.choice("level", of: Level.self)
            _ = log.integer("requests", in: 1...10)
            _ = log.number("share", in: 0...1)
            _ = log.bool("verbose")
            _ = log.strings("every")
            _ = log.duration("wait")
        }
        for (_, query) in root.tables("queries") {
            query.require("text")
            _ = query.text("text")
            _ = query.day("from")
            _ = query.day("to")
            let shrink = query.table("guard")
            _ = shrink?.integer("min_articles", in: 0...(.max))
            _ = shrink?.number("max_shrink", in: 0...1)
        }
        for error in root.list("errors") { _ = error.integer("status", in: 100...(.max)) }
        root.finish()
    }

    /// What there is to complain about a text, without the file's name.
    static func complaints(of bytes: [UInt8]) -> [String] {
        let diagnostics = Diagnostics()
        if let table = TOMLDocument.parse(bytes: bytes, file: "F", diagnostics: diagnostics) {
            read(table, diagnostics)
        }
        return diagnostics.sorted.map { String($0.description.dropFirst(2)) }
    }

    static func complaints(of text: String) -> [String] { complaints(of: Array(text.utf8)) }

    /// The folder of fixtures, one mistake a file.
    static let fixtures = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Fixtures"
}
