import Chronology
import HTTPServer
import Sandbox
import TestSupport
import Testing

struct LifeTests {
    @Test func `two sandboxes live side by side, each on its port`() throws {
        let first = try Asked { $0.articles = 3 }
        let second = try Asked { $0.articles = 4 }
        defer { first.sandbox.stop() }
        defer { second.sandbox.stop() }
        #expect(first.sandbox.port != second.sandbox.port)
        #expect(first.sandbox.baseURL == "http://127.0.0.1:\(first.sandbox.port)")
        #expect(first.sandbox.endpoint == first.sandbox.baseURL + "/svc/search/v2/articlesearch.json")
        #expect(try first.page("q=sandbox").hits == 3)
        #expect(try second.page("q=sandbox").hits == 4)
    }

    @Test func `a port in use is an error`() throws {
        let first = try Asked { _ in }
        defer { first.sandbox.stop() }
        #expect(throws: HTTPServerError.portInUse(.loopback(port: first.sandbox.port))) {
            try Asked { $0.port = first.sandbox.port }
        }
    }

    @Test func `no descriptor is left after a thousand requests`() async {
        await #expect(processExitsWith: .success) {
            var options = SandboxOptions()
            options.articles = 20
            options.faults = [SandboxFaultRule(.cut, count: 100), SandboxFaultRule(.hangUp, count: 100)]
            let before = try Files.names(in: "/proc/self/fd").count
            let sandbox = try Sandbox.start(options, clock: WallClock { Instant(secondsSince1970: 0) })
            for number in 0..<1_000 {
                let target = "/svc/search/v2/articlesearch.json?api-key=k&page=\(number % 2)"
                let answer = try? RawConnection.get(target, port: sandbox.port)
                guard (answer == nil) == (100..<200).contains(number) else { throw TestFailure("request \(number)") }
            }
            guard sandbox.requests.count == 1_000 else { throw TestFailure("\(sandbox.requests.count) requests") }
            sandbox.stop()
            let after = try Files.names(in: "/proc/self/fd").count
            // The process around the test may open a few of its own meanwhile.
            guard after - before < 10 else { throw TestFailure("\(before) descriptors before, \(after) after") }
        }
    }
}
