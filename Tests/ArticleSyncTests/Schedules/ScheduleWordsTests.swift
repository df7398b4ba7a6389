internal import ArticleSync
internal import Chronology
internal import Testing

@Suite struct `A schedule in words` {
    private func words(_ text: String, zone: String = "America/New_York", at instant: String) throws -> String {
        let zone = try #require(TimeZone(identifier: zone))
        let now = try #require(Instant(iso8601: instant))
        return try Schedule(text).words(for: "climate", in: zone, at: now)
    }

    @Test(arguments: [
        ("0 6 * * mon-fri", "at 06:00 on Monday to Friday"), ("0 6,18 * * *", "at 06:00 and 18:00 every day"),
        ("@hourly", "at minute 0 of every hour"), ("* * * * *", "every minute"),
        ("*/15 8-17 * * *", "at minute 0, 15, 30 and 45 of hour 8 to 17 every day"),
        ("0 0 1 1 *", "at 00:00 on day 1 of the month, in January"),
        ("30 4 1,15 jun-aug fri", "at 04:30 on day 1 and 15 of the month, and on Friday, in June to August"),
        ("0 9 * * sat,sun", "at 09:00 on Saturday and Sunday"),
        ("0 9 * * 6-7,1", "at 09:00 on Monday, Saturday and Sunday"),
        ("* 3 * * *", "every minute of hour 3 every day"), ("0 0 1-31 * mon", "at 00:00 every day"),
    ])
    func `says what the rule means, and whose clock is read`(rule: String, meaning: String) throws {
        #expect(try words(rule, at: "2015-07-01T00:00:00Z") == meaning + " in America/New_York")
    }

    @Test func `of an interval has the times at which it comes, which are those of its instants`() throws {
        #expect(
            try words("every 6h", at: "2015-07-01T00:00:00Z")
                == "every 6 h, now at 03:37, 09:37, 15:37 and 21:37 in America/New_York: its place among equal schedules"
        )
        #expect(try words("every day", zone: "Etc/UTC", at: "2015-07-01T00:00:00Z").hasPrefix("every day, now at "))
        // In winter the clock shows an hour less.
        #expect(try words("every 6h", at: "2015-12-01T00:00:00Z").contains("02:37, 08:37, 14:37 and 20:37"))
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        let schedule = try Schedule("every 6h")
        let start = try #require(Instant(iso8601: "2015-07-01T00:00:00Z"))
        let next = try #require(schedule.next(after: start, in: zone, offset: schedule.spread(of: "climate")))
        #expect(next.description.hasPrefix("2015-07-01T01:37:"), "21:37 in New York")
    }

    @Test(arguments: [
        ("every 90 minutes", "every 90 min"), ("every 2s", "every 2 s"), ("every 5 days", "every 5 days"),
    ])
    func `of an interval that no day has a few of has no times`(text: String, meaning: String) throws {
        #expect(
            try words(text, at: "2015-07-01T00:00:00Z") == meaning
                + ", from a place of its own among equal schedules on")
    }

    @Test func `tells after how many failures the schedule is waited for`() {
        #expect(
            BackOff.words
                == "it is tried again after 1 min, and after twice as long with each further failure, up to 1 h; from "
                + "failure 4 on not before its schedule comes. A query that the provider refuses is asked again at its "
                + "next schedule, then after waits that grow from 1 h to 24 h")
    }
}
