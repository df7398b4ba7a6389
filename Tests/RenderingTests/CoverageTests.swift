internal import Articles
internal import Chronology
internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct `Coverage as a calendar` {
    private func window(
        _ from: String, _ to: String, _ status: Coverage, read: String = "2016-02-01T00:00:00Z"
    ) throws -> WindowReading {
        WindowReading(days: try Samples.days(from, to), status: status, readAt: try Samples.instant(read))
    }

    private func coverage(
        _ from: String, _ to: String, _ windows: [WindowReading], now: String = "2016-02-01T12:00:00Z"
    ) throws -> CoverageDays {
        CoverageDays(try Samples.days(from, to), windows: windows, in: .utc, at: try Samples.instant(now))
    }

    private func report(_ days: CoverageDays, _ windows: [WindowReading]) throws -> StatusReport {
        var entry = StatusReport.Entry(
            QueryStatus(name: "tides", provider: "sea", fingerprint: "sea text=\"tides\"", window: days.range))
        entry.days = days
        entry.windows = windows
        return StatusReport([entry], now: try Samples.instant("2016-02-01T12:00:00Z"), isDetailed: true)
    }

    private func year() throws -> [WindowReading] {
        var windows = [
            try window("2015-02-10", "2015-03-31", .complete), try window("2015-04-01", "2015-04-30", .empty),
            try window("2015-05-01", "2015-05-14", .complete), try window("2015-05-15", "2015-05-15", .capped),
            try window("2015-05-16", "2015-06-30", .partial), try window("2015-07-01", "2015-07-07", .unverified),
            try window("2015-08-01", "2015-12-31", .complete),
        ]
        windows[3].announced = .exactly(2_345)
        windows[3].unique = 2_000
        windows[3].reason = "345 of 2345 lie beyond the provider's cap of 1000"
        windows[4].announced = .exactly(812)
        windows[4].unique = 802
        windows[4].holes = [
            CoverageHole(
                days: try Samples.days("2015-06-03", "2015-06-04"), missing: 10,
                reason: "nyt page 4 of 2015-06-03…2015-06-04: the server answered 500 again and again")
        ]
        windows[4].reason = "10 of 812 could not be had"
        windows[5].reason = "the total moved from 71 to 74 each time that it was read"
        return windows
    }

    @Test func `each way for a day to stand has its symbol and its colour`() throws {
        let windows = try year()
        let report = try report(try coverage("2015-02-01", "2016-03-15", windows), windows)
        expectGolden(report.text(on: .plain), named: "calendar-plain.txt")
        expectGolden(report.text(on: Terminal(width: 60)), named: "calendar-60.txt")
        expectGolden(report.text(on: Terminal(width: 80, usesColour: true)), named: "calendar-colour.txt")
        expectGolden(report.json, named: "calendar.json")
        let text = report.text(on: Terminal(width: 80, usesColour: true))
        for code in [31, 32, 33, 34, 35, 36] { #expect(text.contains("\u{1B}[\(code)m")) }
    }

    @Test func `several years are a symbol a month, and a century a symbol a year`() throws {
        let years = [
            try window("2010-01-01", "2013-05-31", .complete), try window("2013-06-01", "2013-06-01", .capped),
            try window("2013-06-02", "2015-12-31", .complete),
        ]
        let some = try report(try coverage("2009-11-15", "2016-12-31", years), years)
        expectGolden(some.text(on: Terminal(width: 60)), named: "calendar-years.txt")
        let long = [try window("1881-03-01", "1999-12-31", .complete)]
        let all = try report(try coverage("1881-01-01", "2015-12-31", long), long)
        expectGolden(all.text(on: Terminal(width: 60)), named: "calendar-century.txt")
    }

    @Test func `no line is wider than the terminal, down to 60 columns`() throws {
        let windows = try year()
        for range in [("2015-02-01", "2016-03-15"), ("2009-11-15", "2016-12-31"), ("1881-01-01", "2015-12-31")] {
            let text = try report(try coverage(range.0, range.1, windows), windows).text(on: Terminal(width: 60))
            for line in text.split(separator: "\n") { #expect(line.displayWidth <= 60, "\(line)") }
        }
    }

    @Test func `a day that came after its window was read is missing, and one to come is neither`() throws {
        let window = try window("2016-01-30", "2016-02-10", .complete, read: "2016-01-31T09:00:00Z")
        let days = try coverage("2016-01-30", "2016-02-10", [window])
        #expect(days.runs.map(\.day) == [.complete, .open, .missing, .ahead])
        #expect(days.runs.map(\.days.count) == [1, 1, 1, 9])
        #expect(days.words == "1 complete, 1 open and 1 missing of 3 days; 9 to come")
    }

    @Test func `a day that was read before it was over is open, unless it is worse`() throws {
        let expected: [(Coverage, CoverageDays.Day)] = [
            (.complete, .open), (.empty, .open), (.partial, .partial), (.capped, .capped), (.unverified, .unverified),
        ]
        for (status, day) in expected {
            let window = try window("2016-01-30", "2016-01-31", status, read: "2016-01-31T09:00:00Z")
            let days = try coverage("2016-01-30", "2016-01-31", [window])
            #expect(days[days.range.to] == day)
        }
        // The first instant of the next day is late enough.
        let window = try window("2016-01-30", "2016-01-31", .complete, read: "2016-02-01T00:00:00Z")
        #expect(try coverage("2016-01-30", "2016-01-31", [window]).count(.complete) == 2)
    }

    @Test func `where the provider stopped counting, so many are missing at least`() throws {
        var exact = try window("2015-06-01", "2015-06-10", .partial)
        (exact.announced, exact.unique, exact.dropped) = (.exactly(100), 90, 3)
        var least = try window("2015-06-11", "2015-06-11", .capped)
        (least.announced, least.unique, least.dropped) = (.atLeast(10_000), 2_000, 0)
        let both = try report(try coverage("2015-06-01", "2015-06-11", [exact, least]), [exact, least])
        #expect(both.text(on: .plain).contains("; at least 8007 announced articles missing"))
        #expect(both.json.contains(#""missing_articles":8007,"missing_at_least":true"#))
        let one = try report(try coverage("2015-06-01", "2015-06-11", [exact]), [exact])
        #expect(one.text(on: .plain).contains("; 7 announced articles missing"))
        #expect(one.json.contains(#""missing_articles":7,"missing_at_least":false"#))
    }

    @Test func `holes that explain all that is missing leave the other days complete`() throws {
        var window = try window("2015-06-01", "2015-06-10", .partial)
        window.announced = .exactly(100)
        window.unique = 90
        window.holes = [CoverageHole(days: try Samples.days("2015-06-03", "2015-06-04"), missing: 10, reason: "500")]
        #expect(
            try coverage("2015-06-01", "2015-06-10", [window]).runs.map(\.day) == [.complete, .partial, .complete])
        window.unique = 89
        #expect(try coverage("2015-06-01", "2015-06-10", [window]).runs.map(\.day) == [.partial])
        window.unique = 90
        window.dropped = 1
        #expect(try coverage("2015-06-01", "2015-06-10", [window]).runs.map(\.day) == [.partial])
    }

    @Test func `windows outside the range and ranges without windows are no trouble`() throws {
        let outside = try window("2014-01-01", "2014-12-31", .complete)
        let overlapping = try window("2014-12-01", "2015-01-02", .empty)
        #expect(try coverage("2015-01-01", "2015-01-03", [outside]).count(.missing) == 3)
        let days = try coverage("2015-01-01", "2015-01-03", [overlapping])
        #expect((days.count(.empty), days.count(.missing)) == (2, 1))
        #expect(days[try #require(CalendarDay(year: 2015, month: 1, day: 3))] == .missing)
        #expect(days[try #require(CalendarDay(year: 2014, month: 12, day: 31))] == nil)
    }

    /// Runs put together again are the days.
    @Test(arguments: 0..<20) func `runs tell every day once`(seed: Int) throws {
        var state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return Int(state >> 33) % bound
        }
        var windows: [WindowReading] = []
        var day = CalendarDay(daysSince1970: 16_000)
        for _ in 0..<next(12) {
            day = day.adding(days: next(20))
            let to = day.adding(days: next(30))
            let range = try #require(DayRange(from: day, to: to))
            windows.append(
                WindowReading(
                    days: range, status: Coverage.allCases[next(5)],
                    readAt: Instant(startOf: day.adding(days: next(60)))))
            day = to.adding(days: 1)
        }
        let range = DayRange(last: 200, endingOn: CalendarDay(daysSince1970: 16_000 + 150 + next(100)))
        let now = Instant(startOf: CalendarDay(daysSince1970: 16_100 + next(150)))
        let days = CoverageDays(range, windows: windows, in: .utc, at: now)
        var expected = range.from
        for run in days.runs {
            #expect(run.days.from == expected)
            for offset in 0..<run.days.count { #expect(days[run.days.from.adding(days: offset)] == run.day) }
            expected = run.days.to.adding(days: 1)
        }
        #expect(expected == range.to.adding(days: 1))
        #expect(CoverageDays.Day.allCases.reduce(0) { $0 + days.count($1) } == range.count)
    }
}
