internal import Chronology
internal import Mapping
internal import TestSupport
internal import Testing

@Suite struct DateFormatTests {
    @Test(arguments: [
        ("iso8601", "2015-07-04T00:00:00Z", "2015-07-04T00:00:00Z"),
        ("iso8601", "2019-02-15T10:00:01+0000", "2019-02-15T10:00:01Z"),
        ("iso8601", "2020-01-01T00:00:00.123456+02:00", "2019-12-31T22:00:00.123Z"),
        ("yyyy-MM-dd", "2015-07-04", "2015-07-04"),
        ("yyyyMMdd", "20150704", "2015-07-04"), ("yyyy/MM/dd", "2015/07/04", "2015-07-04"),
        ("epoch-s", "0", "1970-01-01T00:00:00Z"),
        ("epoch-s", "-1", "1969-12-31T23:59:59Z"), ("epoch-ms", "1435968000500", "2015-07-04T00:00:00.500Z"),
        ("yyyy-MM", "2015-07", "2015-07-01"), ("yyyy", "2012", "2012-01-01"),
        ("yyyy-MM-dd HH:mm:ss", "2024-02-29 23:59:59", "2024-02-29T23:59:59Z"),
        ("yyyyMMdd'T'HHmmss'Z'", "20240229T010203Z", "2024-02-29T01:02:03Z"),
    ])
    func `a date is read in its form and no more precisely than written`(format: String, text: String, expected: String)
        throws
    {
        #expect(try #require(DateFormat(format)).date(from: text)?.description == expected)
    }

    @Test(arguments: [
        ("yyyy-MM-dd", "2015-02-30"), ("yyyyMMdd", "20150230"), ("yyyy-MM-dd", "2015-7-1"), ("yyyyMMdd", "2015071"),
        ("yyyyMMdd", "201507011"),
        ("yyyyMMdd", " 20150701"), ("yyyyMMdd", "２０１５０７０１"), ("yyyyMMdd", "2015-07-01"),
        ("yyyy-MM-dd", "2015-07-01T00:00:00Z"),
        ("iso8601", "2015-07-04"), ("iso8601", "2015-07-04T00:00:00"), ("iso8601", "2015-02-30T00:00:00Z"),
        ("iso8601", ""),
        ("epoch-s", "1435968000500"), ("epoch-s", "1.5"), ("epoch-s", "x"), ("epoch-ms", "99999999999999999999"),
        ("yyyy-MM", "2015-13"), ("yyyy-MM", "2015"), ("yyyy", "15"), ("yyyy", "0000"),
        ("yyyy-MM-dd HH:mm:ss", "2015-07-01 24:00:00"),
        ("yyyy-MM-dd HH:mm:ss", "2015-02-29 00:00:00"), ("yyyy-MM-dd HH:mm:ss", "2015-07-01 00:00:0"),
        ("yyyy-MM-dd HH:mm:ss", "2015-07-01 00:00:00Z"),
    ])
    func `004-24 a date that cannot be read is no date, and never another one`(format: String, text: String) throws {
        #expect(try #require(DateFormat(format)).date(from: text) == nil)
    }

    @Test func `what is no form has none`() {
        for name in [
            "", "soon", "yyyyMM", "yyyyMMddHH", "d", "yyyy-MM-ddTHH:mm:ss", "ISO8601", "yyyy-MM-dd HH:mm:ss'",
            "yyyyyyyyMMdd",
        ] {
            #expect(DateFormat(name) == nil, "\(name)")
        }
    }

    @Test func `004-23 a day is written and read the same whatever the place, with nothing shared between calls`()
        async throws
    {
        let format = try #require(DateFormat("yyyyMMdd"))
        let days = (0..<400).map { CalendarDay(daysSince1970: $0 * 37) }
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for day in days {
                        let text = try #require(format.text(of: .day(day)))
                        #expect(text.utf8.count == 8)
                        #expect(format.date(from: text) == .day(day))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a form writes only what it can hold`() throws {
        let day = DateValue.day(try #require(CalendarDay(year: 2015, month: 7, day: 4)))
        let instant = DateValue.instant(Instant(millisecondsSince1970: 1_435_968_000_500))
        #expect(DateFormat.iso8601.text(of: day) == nil)
        #expect(DateFormat.day(.iso).text(of: instant) == nil)
        #expect(DateFormat.epochSeconds.text(of: instant) == nil)
        #expect(DateFormat.epochMilliseconds.text(of: instant) == "1435968000500")
        #expect(DateFormat.year.text(of: day) == nil)
        #expect(DateFormat.month.text(of: .day(try #require(CalendarDay(year: 2015, month: 7, day: 1)))) == "2015-07")
        #expect(try #require(DateFormat("yyyy-MM-dd HH:mm:ss")).text(of: instant) == nil)
    }

    @Test func `an instant in a pattern of its own is there and back again`() throws {
        var numbers = Dice(seed: 3)
        for pattern in ["yyyyMMddHHmmss", "yyyy-MM-dd'T'HH:mm:ss'Z'", "HH:mm:ss dd.MM.yyyy"] {
            let format = try #require(InstantFormat(pattern))
            for _ in 0..<200 {
                let instant = Instant(
                    secondsSince1970: Int64.random(in: -62_000_000_000...250_000_000_000, using: &numbers))
                #expect(format.instant(from: try #require(format.string(from: instant))) == instant)
            }
        }
    }
}
