internal import ArticleSync
internal import Chronology
internal import Testing

@Suite struct `The next instant of a schedule` {
    private func next(_ rule: String, _ zone: String, after: String) throws -> String? {
        try Schedule(rule).next(after: ScheduleCase.instant(after), in: ScheduleCase.zone(zone))?.description
    }

    @Test func `equals croniter's on its table`() throws {
        let cases = try ScheduleCase.table("croniter.tsv")
        #expect(cases.count >= 1_000)
        for each in cases {
            let found = try each.found
            #expect(found == each.next, "`\(each.rule)` in \(each.zone) after \(each.after)")
        }
    }

    @Test func `is the first of two equal times, where croniter takes the second too`() throws {
        let cases = try ScheduleCase.table("clock-changes.tsv")
        #expect(cases.count >= 20)
        for each in cases {
            let found = try each.found
            #expect(found == each.next, "`\(each.rule)` in \(each.zone) after \(each.after)")
            // The reason that the case is not in the other table.
            let croniter = try #require(each.croniter)
            #expect(croniter < each.next)
            let hourBefore = croniter.adding(.seconds(-3_600))
            #expect(each.zone.offset(at: hourBefore) > each.zone.offset(at: croniter))
        }
    }

    @Test(arguments: [
        // New York falls back from 02:00 to 01:00 at 06:00Z, and leaps from 02:00 to 03:00 at 07:00Z.
        ("30 1 * * *", "America/New_York", "2025-11-02T04:00:00Z", "2025-11-02T05:30:00Z"),
        ("30 1 * * *", "America/New_York", "2025-11-02T05:30:00Z", "2025-11-03T06:30:00Z"),
        ("30 1 * * *", "America/New_York", "2025-11-02T06:10:00Z", "2025-11-03T06:30:00Z"),
        ("30 * * * *", "America/New_York", "2025-11-02T05:30:00Z", "2025-11-02T06:30:00Z"),
        ("*/30 * * * *", "America/New_York", "2025-11-02T05:30:00Z", "2025-11-02T06:00:00Z"),
        ("30 2 * * *", "America/New_York", "2025-03-09T06:00:00Z", "2025-03-09T07:00:00Z"),
        ("*/10 2 * * *", "America/New_York", "2025-03-09T07:00:00Z", "2025-03-10T06:00:00Z"),
        ("30 2,3 * * *", "America/New_York", "2025-03-09T07:00:00Z", "2025-03-09T07:30:00Z"),
        ("30 * * * *", "America/New_York", "2025-03-09T06:30:00Z", "2025-03-09T07:30:00Z"),
        // A step over hours makes up what the jump leaves out, or a midnight run would be lost for half a day.
        ("0 */12 * * *", "Asia/Beirut", "2024-03-30T21:00:00Z", "2024-03-30T22:00:00Z"),
        ("0 0 * * *", "Africa/Cairo", "2024-04-25T21:00:00Z", "2024-04-25T22:00:00Z"),
        ("0 0 * * *", "America/Sao_Paulo", "2017-10-15T02:00:00Z", "2017-10-15T03:00:00Z"),
        ("0 0 * * *", "America/Sao_Paulo", "2017-10-15T03:00:00Z", "2017-10-16T02:00:00Z"),
        // Lord Howe moves by half an hour: 02:00 to 02:30, and 02:00 to 01:30.
        ("15 2 * * *", "Australia/Lord_Howe", "2025-10-04T15:00:00Z", "2025-10-04T15:30:00Z"),
        ("45 1 * * *", "Australia/Lord_Howe", "2025-04-05T14:45:00Z", "2025-04-06T15:15:00Z"),
        ("45 * * * *", "Australia/Lord_Howe", "2025-04-05T14:45:00Z", "2025-04-05T15:15:00Z"),
        // Samoa left out 30 December 2011.
        ("0 6 * * *", "Pacific/Apia", "2011-12-29T17:00:00Z", "2011-12-30T10:00:00Z"),
        ("0 6 * * *", "Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-30T16:00:00Z"),
    ])
    func `keeps to the contract where clocks change`(rule: String, zone: String, after: String, expected: String) throws
    {
        #expect(try next(rule, zone, after: after) == expected)
    }

    @Test(arguments: [
        ("0 0 29 2 *", "2024-02-29T00:00:00Z", "2028-02-29T00:00:00Z"),
        ("0 0 29 2 *", "1896-02-29T00:00:00Z", "1904-02-29T00:00:00Z"),
        ("0 0 29 2 *", "2096-12-29T00:00:00Z", "2104-02-29T00:00:00Z"),
        ("0 0 31 * *", "2026-03-31T00:00:00Z", "2026-05-31T00:00:00Z"),
        ("59 23 31 12 *", "2026-12-31T23:58:59Z", "2026-12-31T23:59:00Z"),
        ("0 0 1 1 *", "2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z"),
        // Friday the thirteenth is either, as cron has it.
        ("0 0 13 * fri", "2026-11-07T00:00:00Z", "2026-11-13T00:00:00Z"),
        ("0 0 13 * fri", "2026-11-13T00:00:00Z", "2026-11-20T00:00:00Z"),
        ("0 0 */2 * mon", "2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z"),
    ])
    func `keeps to the calendar`(rule: String, after: String, expected: String) throws {
        #expect(try next(rule, "UTC", after: after) == expected)
    }

    @Test(arguments: ["* * * * *", "59 23 * * *", "0 0 1 1 *", "0 0 29 2 *", "every 6h", "every 1000000 days"])
    func `is none beyond the year 9999`(rule: String) throws {
        #expect(try next(rule, "UTC", after: "9999-12-31T23:59:59.999Z") == nil)
        #expect(try next(rule, "America/New_York", after: "9999-12-31T23:59:59.999Z").map { $0 > "9999-12-31" } != true)
    }

    @Test func `comes in the first year as well`() throws {
        #expect(try next("* * * * *", "Asia/Tokyo", after: "0001-01-01T00:00:00Z") == "0001-01-01T00:00:01Z")
        #expect(try next("0 0 29 2 *", "UTC", after: "0001-01-01T00:00:00Z") == "0004-02-29T00:00:00Z")
        #expect(try next("every 6h", "UTC", after: "0001-01-01T00:00:00Z") == "0001-01-01T06:00:00Z")
    }

    @Test func `of an interval is a rhythm that no clock change touches`() throws {
        let schedule = try Schedule("every 6h")
        let zone = try ScheduleCase.zone("America/New_York")
        var last = try ScheduleCase.instant("2025-10-31T06:00:00Z")
        for _ in 0..<40 {
            let next = try #require(schedule.next(after: last, in: zone))
            #expect(next.since(last) == .seconds(21_600))
            last = next
        }
        let moved = schedule.next(after: last, in: zone, offset: .milliseconds(90_500))
        #expect(moved == last.adding(.milliseconds(90_500)))
        #expect(schedule.next(after: last.adding(.milliseconds(-1)), in: zone) == last)
        #expect(
            schedule.next(after: last, in: zone, offset: .seconds(-1)) == last.adding(.seconds(21_599)))
    }

    @Test func `comes so much later as the offset says, and still once`() throws {
        let rule = try Schedule("0 6 * * *")
        let zone = try ScheduleCase.zone("America/New_York")
        let offset = Duration.milliseconds(41_250)
        let before = try ScheduleCase.instant("2026-07-01T10:00:30Z")
        let due = rule.next(after: before, in: zone, offset: offset)
        #expect(due?.description == "2026-07-01T10:00:41.250Z")
        #expect(
            rule.next(after: try #require(due), in: zone, offset: offset)?.description == "2026-07-02T10:00:41.250Z")
    }

    @Test(.timeLimit(.minutes(5)))
    func `is found quickly, a hundred thousand times`() throws {
        let zone = try ScheduleCase.zone("America/New_York")
        var instant = try ScheduleCase.instant("2015-01-01T00:00:00Z")
        let rules = try ["*/7 * * * *", "0 6 * * mon-fri", "0 0 29 2 *", "30 */6 13 * *"].map(Schedule.init)
        for round in 0..<100_000 {
            let next = rules[round % rules.count].next(after: instant, in: zone)
            #expect(try #require(next) > instant)
            instant = instant.adding(.seconds(5_000))
        }
    }
}
