internal import Chronology
internal import Glibc
internal import TestSupport
internal import Testing

@Suite struct TimeZoneTests {
    private func zone(_ identifier: String) throws -> TimeZone { try #require(TimeZone(identifier: identifier)) }

    @Test(arguments: [
        ("America/New_York", "2015-07-04T00:00:00Z", -14_400), ("America/New_York", "2015-01-04T00:00:00Z", -18_000),
        ("Asia/Kathmandu", "2015-07-04T00:00:00Z", 20_700), ("Australia/Lord_Howe", "2015-01-04T00:00:00Z", 39_600),
        ("Australia/Lord_Howe", "2015-07-04T00:00:00Z", 37_800), ("Pacific/Kiritimati", "2015-07-04T00:00:00Z", 50_400),
        ("America/New_York", "2015-03-08T06:59:59Z", -18_000), ("America/New_York", "2015-03-08T07:00:00Z", -14_400),
        ("Etc/UTC", "2015-07-04T00:00:00Z", 0), ("UTC", "2015-07-04T00:00:00Z", 0),
    ])
    func `a zone's clock stands so many seconds east of UTC`(_ name: String, _ at: String, _ seconds: Int) throws {
        let instant = try #require(Instant(iso8601: at))
        #expect(try zone(name).offset(at: instant) == seconds)
    }

    @Test(arguments: [
        ("Pacific/Kiritimati", "2015-07-04T10:00:00Z", "2015-07-05"),
        ("Pacific/Pago_Pago", "2015-07-04T10:00:00Z", "2015-07-03"),
        ("America/New_York", "2015-07-04T03:59:59Z", "2015-07-03"),
        ("America/New_York", "2015-07-04T04:00:00Z", "2015-07-04"),
    ])
    func `a zone has its own today`(_ name: String, _ at: String, _ day: String) throws {
        let instant = try #require(Instant(iso8601: at))
        #expect(try zone(name).day(at: instant).description == day)
    }

    @Test(arguments: [
        ("America/New_York", "2015-07-04", "2015-07-04T04:00:00Z"),
        // Clocks leap from 00:00 to 01:00: the day begins with the jump.
        ("America/Sao_Paulo", "2015-10-18", "2015-10-18T03:00:00Z"),
        // Clocks fall from 01:00 to 00:00: midnight comes twice, the day begins with the first.
        ("America/Havana", "2015-11-01", "2015-11-01T04:00:00Z"),
        // A day that never was: it begins where the next does.
        ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"), ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
        ("UTC", "2015-07-04", "2015-07-04T00:00:00Z"),
    ])
    func `a day begins`(_ name: String, _ day: String, _ instant: String) throws {
        #expect(try zone(name).startOfDay(try DayFormat.iso.parse(day)).description == instant)
    }

    @Test(arguments: ["America/New_York", "Europe/London", "America/Havana", "Asia/Kolkata", "Australia/Lord_Howe"])
    func `every day begins with itself and not before`(_ name: String) throws {
        let zone = try zone(name)
        var day = try DayFormat.iso.parse("2014-12-31")
        for _ in 0..<800 {
            let start = zone.startOfDay(day)
            #expect(zone.day(at: start) == day)
            #expect(zone.day(at: start.adding(.milliseconds(-1))) == day.adding(days: -1))
            day = day.adding(days: 1)
        }
    }

    @Test(arguments: [
        ("America/New_York", "2015-07-04T00:00:00Z", "2015-11-01T06:00:00Z"),
        ("America/New_York", "2015-11-01T06:00:00Z", "2016-03-13T07:00:00Z"),
        ("Australia/Lord_Howe", "2025-04-05T14:59:59.999Z", "2025-04-05T15:00:00Z"),
        ("America/New_York", "1800-01-01T00:00:00Z", "1883-11-18T17:00:00Z"),
    ])
    func `a zone's offset ends`(_ name: String, _ at: String, _ end: String) throws {
        let instant = try #require(Instant(iso8601: at))
        #expect(try zone(name).nextTransition(after: instant)?.description == end)
    }

    @Test(arguments: ["UTC", "Asia/Kolkata", "Asia/Tokyo"])
    func `an offset that stays has no end`(_ name: String) throws {
        let instant = try #require(Instant(iso8601: "2015-07-04T00:00:00Z"))
        #expect(try zone(name).nextTransition(after: instant) == nil)
    }

    @Test(arguments: [
        ("America/New_York", "2015-07-04", 21_600, "2015-07-04T10:00:00Z"),
        // It comes twice: the first. It is skipped: the jump.
        ("America/New_York", "2015-11-01", 5_400, "2015-11-01T05:30:00Z"),
        ("America/New_York", "2015-03-08", 9_000, "2015-03-08T07:00:00Z"),
        ("Asia/Kathmandu", "2015-07-04", 86_340, "2015-07-04T18:14:00Z"),
        ("UTC", "2015-07-04", 60, "2015-07-04T00:01:00Z"),
    ])
    func `a time on the wall is an instant`(_ name: String, _ day: String, _ second: Int, _ instant: String) throws {
        #expect(try zone(name).instant(on: try DayFormat.iso.parse(day), at: second).description == instant)
    }

    @Test func `days in which the clock changes are longer or shorter`() throws {
        let zone = try zone("America/New_York")
        for (text, hours) in [("2015-03-08", 23), ("2015-11-01", 25), ("2015-07-04", 24)] {
            let day = try DayFormat.iso.parse(text)
            let length = zone.startOfDay(day.adding(days: 1)).since(zone.startOfDay(day))
            #expect(length == .seconds(hours * 3_600), "\(text)")
        }
    }

    @Test(arguments: ["America/New_York", "Europe/Dublin", "Asia/Tehran", "Pacific/Apia", "Africa/Casablanca"])
    func `the C library agrees on offsets`(_ name: String) async {
        await #expect(processExitsWith: .success) { [name] in
            CLibrary.enter(zone: name)
            let zone = try #require(TimeZone(identifier: name))
            for seconds in stride(from: Int64(0), through: 2_145_916_800, by: 86_400 * 3 + 3_600) {
                let offset = zone.offset(at: Instant(secondsSince1970: seconds))
                guard CLibrary.offset(secondsSince1970: seconds) == offset else {
                    Issue.record("\(name) at \(seconds): \(offset)")
                    return
                }
            }
        }
    }

    @Test(arguments: [
        "", "Nowhere/Here", "america/new_york", "../etc/passwd", "America", "EST5EDT4", "UTC\0", "America/New_York\0x",
        "posix/America/New_York", "right/America/New_York", "Fixed/UTC+05:30:00", "Fixed/UTC", "libc:localtime",
        "file:/usr/share/zoneinfo/America/New_York", "/usr/share/zoneinfo/America/New_York", "leapseconds", "tzdata.zi",
    ])
    func `what the system does not know is no zone`(_ name: String) { #expect(TimeZone(identifier: name) == nil) }

    @Test func `summer time goes on after the last change that the file lists`() throws {
        let zone = try zone("America/New_York")
        let winter = Instant(startOf: try DayFormat.iso.parse("2100-01-15"))
        let summer = Instant(startOf: try DayFormat.iso.parse("2100-07-15"))
        #expect(zone.offset(at: winter) == -5 * 3_600)
        #expect(zone.offset(at: summer) == -4 * 3_600)
        let spring = try #require(zone.nextTransition(after: winter))
        #expect(spring.description == "2100-03-14T07:00:00Z")
        #expect(try #require(zone.nextTransition(after: spring)).description == "2100-11-07T06:00:00Z")
        let day = try DayFormat.iso.parse("2100-03-14")
        #expect(zone.instant(on: day, at: 2 * 3_600 + 1_800) == spring)
    }

    @Test func `far past and far future have an offset too`() throws {
        let zone = try zone("America/New_York")
        for far in [Int64.min, .max] { #expect(abs(zone.offset(at: Instant(secondsSince1970: far))) < 86_400) }
    }

    @Test(.enabled(if: geteuid() == 0, "needs the right to change the root folder"))
    func `without a database there is UTC and no other zone`() async {
        await #expect(processExitsWith: .success) {
            let empty = try TemporaryFolder()
            #expect(unsafe chroot(empty.path) == 0)
            #expect(TimeZone(identifier: "America/New_York") == nil)
            let utc = try #require(TimeZone.utc)
            let day = try DayFormat.iso.parse("2015-07-04")
            #expect(utc.offset(at: Instant(startOf: day)) == 0)
            #expect(utc.startOfDay(day) == Instant(startOf: day))
            #expect(utc.day(at: Instant(startOf: day)) == day)
        }
    }
}
