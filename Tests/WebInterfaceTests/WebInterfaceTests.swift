internal import Articles
internal import Chronology
internal import HTTPServer
internal import Rendering
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import WebInterface

@Suite struct `The web interface` {
    private let clock = ManualClock(startingAt: Scene.noon)

    private func interface(
        _ reader: StatusReader, standing: ServiceStanding? = nil, health: String? = nil
    ) throws -> WebInterface {
        let standing = try standing ?? Scene.reading().standing
        return WebInterface(
            address: .loopback(), reader: reader, metrics: ServiceMetrics(version: "1.2.3"), clock: clock.wallClock,
            standing: { standing }, staleAfter: { [:] }, health: { health })
    }

    private func get(_ path: String, _ interface: WebInterface, host: String = "localhost") -> (Int, String) {
        let answer = interface.respond(
            to: ServerRequest(target: path, path: path, headers: [ServerRequest.Field("hOST", host)]))
        guard case .bytes(let bytes) = answer.body else { return (answer.status, "") }
        return (answer.status, String(decoding: bytes, as: UTF8.self))
    }

    private func good() throws -> StatusReader {
        let statuses = try Scene.statuses()
        return StatusReader { statuses }
    }

    private let broken = StatusReader { () throws(StoreFailure) in throw StatusReader.failure }

    @Test func `says how the process is`() throws {
        #expect(get("/-/healthy", try interface(broken)) == (200, "healthy\n"))
        #expect(
            get("/-/healthy", try interface(good(), health: "the writer\nis stuck"))
                == (503, "not healthy: the writer is stuck\n"))
    }

    @Test func `says whether the store answers`() throws {
        #expect(get("/-/ready", try interface(good())) == (200, "ready\n"))
        #expect(
            get("/-/ready", try interface(broken)) == (503, "not ready: read articles.db: there is no such file\n"))
    }

    @Test func `names what is stale, one a line with age and reason`() throws {
        #expect(
            get("/-/fresh", try interface(good()))
                == (503, "climate: stale since 2015-07-02 12:00 UTC (2 days): no total in it\n"))
        let standing = Scene.standing(.init(name: "basketball", provider: "nyt"))
        #expect(get("/-/fresh", try interface(good(), standing: standing)) == (200, "fresh\n"))
        #expect(
            get("/-/fresh", try interface(broken)) == (503, "not known: read articles.db: there is no such file\n"))
    }

    @Test func `gives metrics with or without the store`() throws {
        let (status, text) = get("/metrics", try interface(good()))
        #expect(status == 200)
        #expect(text.contains("\narticlesync_query_articles{query=\"basketball\"} 1204\n"))
        let (without, words) = get("/metrics", try interface(broken))
        #expect(without == 200)
        #expect(words.contains("\narticlesync_store_readable 0\n"))
    }

    @Test func `lists what there is, and only that is there`() throws {
        let interface = try interface(good())
        let (status, index) = get("/", interface)
        #expect(status == 200)
        let paths = index.split(separator: "\n").dropFirst().compactMap { $0.split(separator: " ").first }
        #expect(paths == ["/metrics", "/-/healthy", "/-/ready", "/-/fresh"])
        for path in paths { #expect(get(String(path), interface).0 != 404) }
        for path in ["/-", "/metrics/", "//", "/-/healthy/x", "/Metrics"] { #expect(get(path, interface).0 == 404) }
        #expect(get("/a\u{1B}[31m", interface).1 == "there is nothing at /a�[31m; / lists what there is\n")
    }

    @Test(arguments: ["/", "/metrics", "/-/healthy", "/-/ready", "/-/fresh", "/nothing"])
    func `refuses a page that came by another name for this machine`(path: String) throws {
        let reader = try good()
        let (status, text) = get(path, try interface(reader), host: "evil.example:8420")
        #expect(status == 421)
        #expect(text == "this server is not called evil.example:8420\n")
        #expect(reader.timesAsked == 0)
    }

    @Test func `asks the store at most once a second, however many ask`() throws {
        let reader = try good()
        let interface = try interface(reader)
        for _ in 0..<5 {
            for path in ["/metrics", "/-/ready", "/-/fresh"] { _ = get(path, interface) }
            clock.advance(by: .milliseconds(199))
        }
        #expect(reader.timesAsked == 1)
        clock.advance(by: .milliseconds(5))
        _ = get("/metrics", interface)
        #expect(reader.timesAsked == 2)
    }

    @Test func `a reading that took long is fresh when it is done`() throws {
        let clock = clock
        let statuses = try Scene.statuses()
        let reader = StatusReader {
            clock.advance(by: .seconds(5))
            return statuses
        }
        let interface = try interface(reader)
        for _ in 0..<3 { _ = get("/-/ready", interface) }
        #expect(reader.timesAsked == 1)
    }

    @Test func `asks the store again when the clock was set back`() throws {
        let reader = try good()
        let interface = try interface(reader)
        _ = get("/-/ready", interface)
        clock.jump(by: .seconds(-86_400))
        _ = get("/-/ready", interface)
        #expect(reader.timesAsked == 2)
    }

    @Test func `over the network answers GET and HEAD alone, and lets nobody keep or misread it`() throws {
        let server = try HTTPServer(handler: try interface(good()))
        defer { server.stop() }
        let answer = try RawConnection.get("/metrics", port: server.port)
        #expect(answer.status == 200)
        #expect(answer.header("content-type") == "text/plain; version=0.0.4; charset=utf-8")
        #expect(answer.header("cache-control") == "no-store")
        #expect(answer.header("x-content-type-options") == "nosniff")
        #expect(answer.header("content-security-policy") == "default-src 'none'; frame-ancestors 'none'")
        #expect(answer.header("etag") == nil)
        let head = try RawConnection.get("/-/healthy", port: server.port, method: "HEAD")
        #expect(head.status == 200)
        #expect(head.header("content-length") == "8")
        for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
            let refused = try RawConnection.get("/-/healthy", port: server.port, method: method)
            #expect(refused.status == 405)
            #expect(refused.header("allow") == "GET, HEAD")
        }
    }

    @Test func `over the network a foreign Host gets nothing`() throws {
        let server = try HTTPServer(handler: try interface(good()))
        defer { server.stop() }
        for hosts in [["evil.example"], ["localhost", "evil.example"], ["127.0.0.1.evil.example:\(server.port)"]] {
            let connection = try RawConnection(port: server.port)
            let lines = ["GET /metrics HTTP/1.1"] + hosts.map { "Host: \($0)" } + ["", ""]
            try connection.send(lines.joined(separator: "\r\n"))
            let answer = try connection.answer()
            #expect([400, 421].contains(answer.status), "\(hosts): \(answer.status)")
            #expect(!answer.text.contains("articlesync_"))
        }
    }

    @Test func `scrapers at once share one reading and all get whole answers`() async throws {
        let reader = try good()
        let server = try HTTPServer(
            limits: HTTPServerLimits(threads: 4), handler: try interface(reader))
        defer { server.stop() }
        let port = server.port
        let statuses = try await withThrowingTaskGroup { group in
            for _ in 0..<16 {
                group.addTask {
                    let answer = try RawConnection.get("/metrics", port: port)
                    return answer.text.hasSuffix("\n") && !answer.isCut ? answer.status : 0
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 16))
        #expect(reader.timesAsked == 1)
    }
}
