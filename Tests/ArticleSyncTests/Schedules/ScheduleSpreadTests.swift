internal import ArticleSync
internal import Testing

@Suite struct `The spread of equal schedules` {
    private let names = (0..<500).map { "query-\($0)" }

    /// How many of the names fall into each of ten equal parts of a range of milliseconds.
    private func parts(_ schedule: Schedule, of milliseconds: Int64) throws -> [Int] {
        var parts = Array(repeating: 0, count: 10)
        for name in names {
            let offset = schedule.spread(of: name)
            try #require(offset >= .zero && offset < .milliseconds(milliseconds))
            parts[Int(offset / .milliseconds(milliseconds) * 10)] += 1
        }
        return parts
    }

    @Test(arguments: [("every 6h", 21_600_000), ("every 2s", 2_000), ("every 1000000 days", 86_400_000_000_000)])
    func `fills an interval evenly with five hundred names`(text: String, milliseconds: Int64) throws {
        // Fifty are expected in each tenth; chance alone goes below 25 or above 75 less than once in a thousand.
        for count in try parts(Schedule(text), of: milliseconds) { #expect((25...75).contains(count)) }
    }

    @Test(arguments: ["0 6 * * *", "@hourly", "* * * * *"])
    func `stays within the minute of a calendar rule`(text: String) throws {
        for count in try parts(Schedule(text), of: 60_000) { #expect((25...75).contains(count)) }
    }

    @Test func `hardly ever gives two names the same place`() throws {
        let schedule = try Schedule("every 6h")
        #expect(Set(names.map { schedule.spread(of: $0) }).count >= 495)
    }

    @Test func `is the same in every process and version`() throws {
        let interval = try Schedule("every 6h")
        #expect(interval.spread(of: "") == .milliseconds(20_685_745))
        #expect(interval.spread(of: "climate") == .milliseconds(5_878_504))
        #expect(try Schedule("0 6 * * *").spread(of: "climate") == .milliseconds(16_329))
        #expect(try Schedule("0 6 * * *").spread(of: "Zürich 🗞") == .milliseconds(30_010))
    }
}
