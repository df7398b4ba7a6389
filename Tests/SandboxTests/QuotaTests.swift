import Chronology
import Sandbox
import Synchronization
import TestSupport
import Testing

struct QuotaTests {
    @Test func `one request too many in a minute is a 429, and the next minute is fresh`() throws {
        let time = Mutex(Instant(secondsSince1970: 1_000_020))
        let asked = try Asked(now: { time.withLock { $0 } }) { $0.requestsPerMinute = 2 }
        defer { asked.sandbox.stop() }
        #expect(try asked.page("page=0").status == 200)
        #expect(try asked.page("page=1").status == 200)
        let refused = try asked.page("page=2")
        #expect(refused.status == 429)
        #expect(refused.faultCode == "policies.ratelimit.QuotaViolation")
        #expect(refused.json["fault"]?["faultstring"]?.string?.contains("limit  exceeded") == true)
        // The minute is the calendar's: it ends 60 seconds after 1,000,020.
        time.withLock { $0 = Instant(secondsSince1970: 1_000_079) }
        #expect(try asked.page("page=2").status == 429)
        time.withLock { $0 = Instant(secondsSince1970: 1_000_080) }
        #expect(try asked.page("page=2").status == 200)
        #expect(asked.sandbox.requests.map(\.status) == [200, 200, 429, 429, 200])
    }

    @Test func `a day has its limit, whatever the minutes`() throws {
        let time = Mutex(Instant(secondsSince1970: 86_400 * 100))
        let asked = try Asked(now: { time.withLock { $0 } }) { $0.requestsPerDay = 3 }
        defer { asked.sandbox.stop() }
        for minute in 0..<5 {
            time.withLock { $0 = Instant(secondsSince1970: 86_400 * 100 + Int64(minute) * 60) }
            #expect(try asked.page("page=0").status == (minute < 3 ? 200 : 429))
        }
        time.withLock { $0 = Instant(secondsSince1970: 86_400 * 101) }
        #expect(try asked.page("page=0").status == 200)
    }

    @Test func `a request with a bad key costs nothing`() throws {
        let asked = try Asked { $0.requestsPerMinute = 1 }
        defer { asked.sandbox.stop() }
        for _ in 0..<3 { #expect(try asked.raw("page=0").status == 401) }
        #expect(try asked.page("page=0").status == 200)
    }

    @Test func `the last instant of a day of UTC still belongs to it, and the limit is exact`() throws {
        let clock = ManualClock(startingAt: Instant(secondsSince1970: 86_400 * 101 - 1))
        let asked = try Asked(now: { clock.wallClock.now }) {
            $0.requestsPerDay = 500
            $0.articles = 1
        }
        defer { asked.sandbox.stop() }
        let connection = try RawConnection(port: asked.sandbox.port)
        let statuses = try (0..<510).map { _ in try connection.ask(Asked.target("api-key=k")).status }
        #expect(statuses == Array(repeating: 200, count: 500) + Array(repeating: 429, count: 10))
        clock.advance(by: .milliseconds(999))
        #expect(try asked.page("").status == 429)
        clock.advance(by: .milliseconds(1))
        #expect(try asked.page("").status == 200)
    }
}
