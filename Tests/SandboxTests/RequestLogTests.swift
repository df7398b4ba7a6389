import Chronology
import Sandbox
import Synchronization
import TestSupport
import Testing

struct RequestLogTests {
    @Test func `a request is remembered with its instant, and without its key`() throws {
        let clock = ManualClock()
        let start = clock.wallClock.now
        let asked = try Asked(now: { clock.wallClock.now }) { $0.articles = 25 }
        defer { asked.sandbox.stop() }
        _ = try asked.page("page=1")
        clock.advance(by: .seconds(90))
        _ = try asked.page("page=2&q=sandbox")
        #expect(asked.sandbox.requests.map(\.at) == [start, start.adding(.seconds(90))])
        #expect(asked.sandbox.requests.map(\.key) == ["page=1", "page=2&q=sandbox"])
        #expect(asked.sandbox.requestCount == 2)
    }

    @Test func `pages are counted whatever the order of their parameters, and failures are not`() throws {
        let asked = try Asked {
            $0.articles = 25
            $0.faults = [SandboxFaultRule(.docsNull, count: 1)]
        }
        defer { asked.sandbox.stop() }
        for query in [
            "sort=oldest", "sort=oldest&page=0", "sort=oldest", "page=1&sort=oldest", "sort=oldest&page=1", "page=x",
            "sort=newest",
        ] {
            _ = try asked.page(query)
        }
        #expect(asked.sandbox.requestCount == 7)
        #expect(asked.sandbox.timesAnswered == ["sort=oldest": 2, "page=1&sort=oldest": 2, "sort=newest": 1])
    }

    @Test func `as many requests are remembered as are asked for`() throws {
        for (kept, remembered) in [(3, 3...6), (0, 0...0), (Int.max, 20...20)] {
            let asked = try Asked {
                $0.articles = 1
                $0.requestsKept = kept
            }
            defer { asked.sandbox.stop() }
            for number in 0..<20 { _ = try asked.page("q=\(number)") }
            #expect(remembered.contains(asked.sandbox.requests.count))
            #expect(asked.sandbox.requestCount == 20)
            if kept > 0 { #expect(asked.sandbox.requests.last?.value("q") == "19") }
        }
    }
}
