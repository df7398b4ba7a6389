internal import ArticleSync
internal import Chronology
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

    @Test func `takes words, lists, steps from a value on and the end of the week`() throws {
        #expect(try Schedule("5/15 0 1 JAN,mar *") == Schedule("5,20,35,50 0 1 1,3 *"))
        #expect(try Schedule("0 0 * * fri-sun") == Schedule("0 0 * * 5-7"))
        // Saturday ends the days that a step goes over, or `1/2` had Sunday and Monday in a row.
        #expect(try Schedule("0 0 * * 1/2") == Schedule("0 0 * * 1,3,5"))
        #expect(try Schedule("0 0 * * 7/2") == Schedule("0 0 * * sun"))
        #expect(try Schedule("0 0 * * fri-sun") == Schedule("0 0 * * 0,5,6"))
        #expect(try Schedule("1-30/7 */24 * * *") == Schedule("1,8,15,22,29 */24 * * *"))
        #expect(try Schedule("  0\t0 * *   1  ") == Schedule("0 0 * * mon"))
    }

    @Test(arguments: [
        ("@hourly", "0 * * * *"), ("@daily", "0 0 * * *"), ("@midnight", "0 0 * * *"), ("@weekly", "0 0 * * 0"),
        ("@monthly", "0 0 1 * *"), ("@yearly", "0 0 1 1 *"), ("@annually", "0 0 1 1 *"),
    ])
    func `has names for the usual rules`(name: String, rule: String) throws {
        #expect(try Schedule(name) == Schedule(rule))
    }

    @Test func `follows the hours where its hour is every one or every so many`() throws {
        for (text, follows) in [
            ("0 * * * *", true), ("0 */2 * * *", true), ("0 0-23 * * *", true), ("0 2 * * *", false),
            ("*/5 2 * * *", false), ("0 0-22 * * *", false),
        ] {
            guard case .calendar(let rule) = try Schedule(text) else {
                Issue.record("no calendar rule")
                return
            }
            #expect(rule.followsHours == follows, "\(text)")
        }
    }

    @Test(arguments: [
        ("", "a schedule is `every 6h`, five cron fields, or a name such as `@hourly`"),
        (
            "sometimes",
            "a cron rule has five fields (minute hour day month weekday), and here are 1; "
                + "an interval begins with `every`, a name with `@`"
        ),
        ("* * * *", "a cron rule has five fields (minute hour day month weekday), and here are 4"),
        (
            "0 * * * * *",
            "a cron rule has five fields (minute hour day month weekday; neither seconds nor years are among them), "
                + "and here are 6"
        ),
        (
            "@sometimes",
            "`@sometimes` is no known schedule (allowed are @annually, @daily, @hourly, @midnight, @monthly, @weekly, "
                + "@yearly)"
        ),
        (
            "@daily 5",
            "`@daily 5` is no known schedule (allowed are @annually, @daily, @hourly, @midnight, @monthly, @weekly, "
                + "@yearly)"
        ),
        ("@every 5m", "`@every 5m` is no known schedule (write it without `@`)"),
        ("every", "`every` is no interval (allowed are `every 15 minutes`, `every 6h`, `every day`)"),
        ("every often", "`every often` is no interval (allowed are `every 15 minutes`, `every 6h`, `every day`)"),
        ("every 5", "`every 5` has no known unit (allowed are seconds, minutes, hours and days)"),
        (
            "every 5 fortnights",
            "`every 5 fortnights` has no known unit (allowed are seconds, minutes, hours and days)"
        ),
        ("every 0 minutes", "`every 0 minutes` has no number of 1…1000000 (whole ones only: `every 90 minutes`)"),
        ("every -1h", "`every -1h` has no number of 1…1000000 (whole ones only: `every 90 minutes`)"),
        ("every 1.5h", "`every 1.5h` has no number of 1…1000000 (whole ones only: `every 90 minutes`)"),
        ("every 1000001 s", "`every 1000001 s` has no number of 1…1000000 (whole ones only: `every 90 minutes`)"),
        ("60 * * * *", "the minute `60` is out of range (allowed are 0…59, ranges, lists and steps)"),
        ("* 24 * * *", "the hour `24` is out of range (allowed are 0…23, ranges, lists and steps)"),
        ("* * 0 * *", "the day `0` is out of range (allowed are 1…31, ranges, lists and steps)"),
        ("* * 32 * *", "the day `32` is out of range (allowed are 1…31, ranges, lists and steps)"),
        ("* * * 13 *", "the month `13` is out of range (allowed are 1…12 or jan…dec, ranges, lists and steps)"),
        ("* * * * 8", "the weekday `8` is out of range (allowed are 0…7 or sun…sat, ranges, lists and steps)"),
        ("0-60 * * * *", "the minute `0-60` is out of range (allowed are 0…59, ranges, lists and steps)"),
        (
            "9999999999999999999 * * * *",
            "the minute `9999999999999999999` is out of range (allowed are 0…59, ranges, lists and steps)"
        ),
        ("a * * * *", "the minute `a` is not one (allowed are 0…59, ranges, lists and steps)"),
        ("* * * mon *", "the month `mon` is not one (allowed are 1…12 or jan…dec, ranges, lists and steps)"),
        ("* * * * july", "the weekday `july` is not one (allowed are 0…7 or sun…sat, ranges, lists and steps)"),
        ("1- * * * *", "the minute `1-` is not one (allowed are 0…59, ranges, lists and steps)"),
        ("-5 * * * *", "the minute `-5` is not one (allowed are 0…59, ranges, lists and steps)"),
        ("1-2-3 * * * *", "the minute `1-2-3` is not one (allowed are 0…59, ranges, lists and steps)"),
        ("٣ * * * *", "the minute `٣` is not one (allowed are 0…59, ranges, lists and steps)"),
        ("1,,2 * * * *", "the minute `1,,2` has an empty place in its list (leave out the comma)"),
        ("5-1 * * * *", "the minute `5-1` runs backwards (write it as two ranges: `5-59,0-1`)"),
        ("* 22-2 * * *", "the hour `22-2` runs backwards (write it as two ranges: `22-23,0-2`)"),
        ("* * * nov-feb *", "the month `nov-feb` runs backwards (write it as two ranges: `nov-dec,jan-feb`)"),
        ("* * * * fri-mon", "the weekday `fri-mon` runs backwards (write it as two ranges: `fri-sat,sun-mon`)"),
        (
            "*/0 * * * *",
            "the minute `*/0` has no step after its `/` that is allowed (1…60; for a longer one write "
                + "`every 90 minutes`)"
        ),
        (
            "*/90 * * * *",
            "the minute `*/90` has no step after its `/` that is allowed (1…60; for a longer one write "
                + "`every 90 minutes`)"
        ),
        ("* * */x * *", "the day `*/x` has no step after its `/` that is allowed (1…31)"),
        ("* * * 1/ *", "the month `1/` has no step after its `/` that is allowed (1…12)"),
        (
            "0 0 L * *",
            "the day `l` is no cron: `L`, `W`, `#` and `?` belong to other schedulers (allowed are 1…31, ranges, lists "
                + "and steps)"
        ),
        (
            "0 0 15W * *",
            "the day `15w` is no cron: `L`, `W`, `#` and `?` belong to other schedulers (allowed are 1…31, ranges, "
                + "lists and steps)"
        ),
        (
            "0 0 * * fri#2",
            "the weekday `fri#2` is no cron: `L`, `W`, `#` and `?` belong to other schedulers (allowed are 0…7 or "
                + "sun…sat, ranges, lists and steps)"
        ),
        (
            "0 0 ? * mon",
            "the day `?` is no cron: `L`, `W`, `#` and `?` belong to other schedulers (allowed are 1…31, ranges, lists "
                + "and steps)"
        ),
        ("0 0 30 2 *", "`0 0 30 2 *` never comes: no month of `2` has a day `30`"),
        ("0 0 31 apr,jun *", "`0 0 31 apr,jun *` never comes: no month of `apr,jun` has a day `31`"),
    ])
    func `says what is wrong and what is allowed`(text: String, complaint: String) {
        let mistake = #expect(throws: ScheduleMistake.self) { try Schedule(text) }
        #expect(mistake?.description == complaint)
    }

    @Test(arguments: ["0 0 30 2 mon", "0 0 29 2 *", "0 0 31 4,5 *", "0 0 30,1 2 *"])
    func `takes a rule that comes at all`(text: String) throws {
        let utc = try #require(TimeZone.utc)
        #expect(try Schedule(text).next(after: Instant(secondsSince1970: 0), in: utc) != nil)
    }
}
