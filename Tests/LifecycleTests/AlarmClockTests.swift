internal import Chronology
internal import Glibc
internal import Lifecycle
internal import Testing

@Suite struct AlarmClockTests {
    private static var now: Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Instant(millisecondsSince1970: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    @Test func `it rings at the instant and not before`() async throws {
        let alarm = try AlarmClock()
        let due = Self.now.adding(.milliseconds(30))
        try alarm.set(due)
        var rings = alarm.rings.makeAsyncIterator()
        #expect(await rings.next() == .due)
        #expect(Self.now >= due)
    }

    @Test(arguments: [Instant(secondsSince1970: 0), Instant(secondsSince1970: -5), Instant(millisecondsSince1970: 1)])
    func `an instant that has passed rings at once`(_ instant: Instant) async throws {
        let alarm = try AlarmClock()
        try alarm.set(instant)
        var rings = alarm.rings.makeAsyncIterator()
        #expect(await rings.next() == .due)
    }

    @Test func `an alarm that is set anew forgets the former`() async throws {
        let alarm = try AlarmClock()
        try alarm.set(nil)
        try alarm.set(Instant(secondsSince1970: 99_999_999_999_999))
        let due = Self.now.adding(.milliseconds(20))
        try alarm.set(due)
        var rings = alarm.rings.makeAsyncIterator()
        #expect(await rings.next() == .due)
        #expect(Self.now >= due)
        try alarm.set(Instant(secondsSince1970: 0))
        #expect(await rings.next() == .due)
    }

    @Test func `a closed one ends the stream, whatever was set`() async throws {
        let alarm = try AlarmClock()
        try alarm.set(nil)
        alarm.close()
        alarm.close()
        for await _ in alarm.rings { Issue.record("it rang") }
    }

    @Test func `one that is gone ends the stream`() async throws {
        let rings = try AlarmClock().rings
        for await _ in rings { Issue.record("it rang") }
    }
}
