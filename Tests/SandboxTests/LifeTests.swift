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

    @Test(arguments: SandboxEra.allCases)
    func `a prepared sandbox answers as any other, changed articles included`(era: SandboxEra) throws {
        let pair = try [false, true].map { isPrepared in
            try Asked {
                $0.articles = 12
                $0.era = era
                $0.isPrepared = isPrepared
            }
        }
        defer { for asked in pair { asked.sandbox.stop() } }
        func bodies() throws -> [String] { try pair.map { try $0.raw("api-key=k&sort=oldest&page=1").text } }
        let before = try bodies()
        #expect(before[0] == before[1])
        let last = try #require(pair[0].sandbox.corpus.ids().last)
        for asked in pair { asked.sandbox.change(last) }
        let after = try bodies()
        #expect(after[0] == after[1] && after[0] != before[0])
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
