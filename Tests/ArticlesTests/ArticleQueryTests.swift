internal import Articles
internal import Chronology
internal import Testing

@Suite struct ArticleQueryTests {
    private func query(_ window: ArticleQuery.Window, in zone: String = "UTC") throws -> ArticleQuery {
        ArticleQuery(
            name: "q", provider: "nyt", window: window, timeZone: try #require(TimeZone(identifier: zone)))
    }

    @Test(arguments: [
        ("UTC", "2015-07-08T00:00:00Z", 7, "2015-07-02…2015-07-08"),
        ("UTC", "2015-07-07T23:59:59Z", 7, "2015-07-01…2015-07-07"),
        ("America/New_York", "2015-07-08T03:59:59Z", 7, "2015-07-01…2015-07-07"),
        ("America/New_York", "2015-07-08T04:00:00Z", 7, "2015-07-02…2015-07-08"),
        ("Pacific/Kiritimati", "2015-07-08T10:00:00Z", 1, "2015-07-09"),
        ("America/New_York", "2016-03-01T12:00:00Z", 2, "2016-02-29…2016-03-01"),
        ("America/New_York", "2015-11-02T04:30:00Z", 2, "2015-10-31…2015-11-01"),
    ])
    func `a rolling window ends with today in the query's zone, today included`(
        _ zone: String, _ now: String, _ days: Int, _ range: String
    ) throws {
        let now = try #require(Instant(iso8601: now))
        #expect(try query(.last(days: days), in: zone).days(at: now).description == range)
    }

    @Test func `a fixed window stays`() throws {
        let range = try #require(
            DayRange(from: try DayFormat.iso.parse("2015-07-01"), to: try DayFormat.iso.parse("2015-07-07")))
        let query = try query(.fixed(range), in: "Pacific/Kiritimati")
        for seconds in [Int64.min, 0, .max] {
            #expect(query.days(at: Instant(secondsSince1970: seconds)) == range)
        }
    }

    @Test func `the fingerprint says what is asked and nothing else`() throws {
        var first = try query(.last(days: 7))
        first.text = "basketball"
        first.filter = #"section.name:"Sports""#
        #expect(first.fingerprint == #"nyt text="basketball" filter="section.name:\"Sports\"" last=7 days"#)
        var second = try query(.last(days: 7), in: "America/New_York")
        (second.name, second.text, second.filter) = ("other", first.text, first.filter)
        second.schedule = "every 6h"
        second.keep = .everything
        second.staleAfter = .seconds(60)
        second.shrinkGuard = ShrinkGuard(minimumArticles: 5)
        #expect(second.fingerprint == first.fingerprint)
        second.exactDays = true
        #expect(second.fingerprint == first.fingerprint + " exact_days")
        second.window = .last(days: 8)
        #expect(second.fingerprint != first.fingerprint)
        let day = try DayFormat.iso.parse("2015-07-01")
        second.window = .fixed(DayRange(last: 7, endingOn: day))
        #expect(second.fingerprint.contains("days=2015-06-25…2015-07-01"))
    }

    @Test func `different questions never share a fingerprint`() throws {
        let texts: [String?] = [
            nil, "", "a", "b", "a filter=b", "\"a\" filter=\"b\"", "a\" filter=\"b", "exact_days", "a\\",
        ]
        var seen: [String: [String?]] = [:]
        for text in texts {
            for filter in texts {
                var query = try query(.last(days: 1))
                query.text = text
                query.filter = filter
                let before = seen.updateValue([text, filter], forKey: query.fingerprint)
                #expect(before == nil, "\(String(describing: before)) and \([text, filter])")
            }
        }
    }
}
