internal import ArticleSync
internal import Testing

@Suite struct `A schedule` {
    @Test(arguments: [
        ("every 2s", 2), ("every 15 minutes", 900), ("every 6h", 21_600), ("every day", 86_400),
        ("Every 2 Days", 172_800),
    ])
    func `reads intervals as people write them`(text: String, seconds: Int64) throws {
        #expect(try Schedule(text) == .every(.seconds(seconds)))
    }

    @Test func `reads five cron fields with names, ranges, lists and steps`() throws {
        guard case .calendar(let rule) = try Schedule("*/20 6,18 1-5/2 jan-mar Mon-Fri") else {
            Issue.record("no calendar rule")
            return
        }
        #expect(rule.minutes == [0, 20, 40])
        #expect(rule.hours == [6, 18])
        #expect(rule.daysOfMonth == [1, 3, 5])
        #expect(rule.months == [1, 2, 3])
        #expect(rule.daysOfWeek == [1, 2, 3, 4, 5])
        #expect(rule.eitherDay)
    }

    @Test func `takes Sunday as 0 and as 7`() throws {
        #expect(try Schedule("0 0 * * 0") == Schedule("0 0 * * 7"))
        #expect(try Schedule("@weekly") == Schedule("0 0 * * sun"))
    }

    @Test(arguments: [
        "", "sometimes", "every", "every 0 minutes", "every -1h", "every 5 fortnights", "* * * *", "* * * * * *",
        "60 * * * *", "* 24 * * *", "* * 0 * *", "* * 32 * *", "* * * 13 *", "* * * * 8", "*/0 * * * *", "5-1 * * * *",
        "1,,2 * * * *", "@sometimes", "@daily 5", "a * * * *", "1- * * * *", "9999999999999999999 * * * *",
    ])
    func `refuses what is none, with what is allowed`(text: String) {
        #expect(throws: ScheduleMistake.self) { try Schedule(text) }
    }
}
