internal import Chronology
internal import Testing

@Suite struct InstantTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999Z"), (1, "1970-01-01T00:00:00.001Z"),
            (-1_000, "1969-12-31T23:59:59Z"), (-86_400_000, "1969-12-31T00:00:00Z"),
            (951_782_400_120, "2000-02-29T00:00:00.120Z"),
            (1_435_968_000_000, "2015-07-04T00:00:00Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00Z"),
        ] as [(Int64, String)])
    func `an instant is written in ISO 8601 and read back`(_ milliseconds: Int64, _ text: String) {
        let instant = Instant(millisecondsSince1970: milliseconds)
        #expect(instant.description == text)
        #expect(Instant(iso8601: text) == instant)
    }

    @Test func `the C library agrees on what is written`() throws {
        for seconds in stride(from: Int64(-62_135_596_800), through: 253_402_300_799, by: 86_400 * 211 + 3_607) {
            let instant = Instant(secondsSince1970: seconds)
            let day = instant.utcDay
            let clock = instant.description.dropFirst(11).prefix(8).split(separator: ":").compactMap { Int($0) }
            let isSame = [day.year, day.month, day.day] + clock == CLibrary.utcParts(secondsSince1970: seconds)
            guard isSame else {
                Issue.record("\(instant)")
                return
            }
        }
    }

    @Test(
        arguments: [
            ("2015-07-04T00:00:00Z", 0), ("2015-07-04T00:00:00+0000", 0), ("2015-07-04t00:00:00z", 0),
            ("2015-07-04 00:00:00Z", 0), ("2015-07-04T02:30:00+02:30", 0), ("2015-07-03T19:00:00-05:00", 0),
            ("2015-07-03T19:00:00-0500", 0), ("2015-07-04T00:00:00.1Z", 100), ("2015-07-04T00:00:00,12Z", 120),
            ("2015-07-04T00:00:00.123Z", 123), ("2015-07-04T00:00:00.123999999Z", 123), ("2015-07-03T23:59:60Z", 0),
            ("2015-07-04T00:00:00-00:00", 0),
        ] as [(String, Int64)])
    func `these are the same moment`(_ text: String, _ milliseconds: Int64) {
        #expect(Instant(iso8601: text)?.millisecondsSince1970 == 1_435_968_000_000 + milliseconds)
    }

    @Test(arguments: [
        "", "2015-07-04", "2015-07-04T00:00:00", "2015-07-04T00:00Z", "2015-07-04T24:00:00Z", "2015-07-04T00:60:00Z",
        "2015-07-04T00:00:61Z", "2015-02-30T00:00:00Z", "2015-7-4T00:00:00Z", "20150704T000000Z",
        "2015-07-04T00:00:00Z ", " 2015-07-04T00:00:00Z", "2015-07-04T00:00:00ZZ", "2015-07-04T00:00:00.Z",
        "2015-07-04T00:00:00.1234567890Z", "2015-07-04T00:00:00+2", "2015-07-04T00:00:00+24:00",
        "2015-07-04T00:00:00+00:60", "2015-07-04T00:00:00+00:0", "2015-07-04T0:00:00Z", "2015-07-04X00:00:00Z",
        "2015-07-04T٠٠:00:00Z", "2015-07-04T00:00:00 Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
        "0000-01-01T00:00:00Z",
    ])
    func `004-24 a text that is no instant is none`(_ text: String) { #expect(Instant(iso8601: text) == nil) }

    @Test func `instants add up`() throws {
        let noon = try #require(Instant(iso8601: "2015-07-04T12:00:00Z"))
        #expect(noon.adding(.seconds(90)).description == "2015-07-04T12:01:30Z")
        #expect(noon.adding(.milliseconds(-1)).description == "2015-07-04T11:59:59.999Z")
        #expect(noon.adding(.seconds(43_200)).since(noon) == .seconds(43_200))
        #expect(noon.since(noon.adding(.milliseconds(1_500))) == .milliseconds(-1_500))
        #expect(noon < noon.adding(.milliseconds(1)))
    }

    @Test func `no arithmetic overflows`() {
        let first = Instant(millisecondsSince1970: .min)
        let last = Instant(millisecondsSince1970: .max)
        #expect(first.description == "0001-01-01T00:00:00Z")
        #expect(last.description == "9999-12-31T23:59:59.999Z")
        #expect(Instant(secondsSince1970: .min) == first)
        #expect(Instant(secondsSince1970: .max) == last)
        for far in [Duration.seconds(Int64.max), .seconds(Int64.min)] {
            #expect([first, last].contains(first.adding(far)))
            #expect([first, last].contains(last.adding(far)))
        }
        #expect(first.adding(last.since(first)) == last)
    }
}
