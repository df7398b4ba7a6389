import HTTPServer
import Synchronization
import TestSupport
import Testing

struct HTTPServerTests {
    private let echo: @Sendable (ServerRequest) -> ServerResponse = { request in
        let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
        return ServerResponse(
            text:
                "\(request.method) \(request.path) [\(query)] \(request.header("x-one") ?? "-") \(request.remoteAddress)"
        )
    }

    @Test func `a request reaches the handler decoded`() throws {
        let server = try HTTPServer(answer: echo)
        defer { server.stop() }
        let answer = try RawConnection.get(
            "/caf%C3%A9/a+b?q=two+words&q=%E7%8C%AB&flag&e=", port: server.port, headers: ["X-One: 1"])
        #expect(answer.status == 200)
        #expect(answer.text == "GET /café/a+b [q=two words;q=猫;flag=;e=] 1 127.0.0.1")
        #expect(answer.header("content-type") == "text/plain; charset=utf-8")
        #expect(answer.header("date") != nil)
    }

    @Test func `the system chooses a port of loopback`() throws {
        let server = try HTTPServer(answer: echo)
        defer { server.stop() }
        #expect(server.address.isLoopback)
        #expect(server.port != 0)
        #expect("\(server.address)" == "127.0.0.1:\(server.port)")
    }

    @Test func `a connection serves many requests`() throws {
        let server = try HTTPServer(answer: echo)
        defer { server.stop() }
        let connection = try RawConnection(port: server.port)
        for number in 0..<100 { #expect(try connection.ask("/\(number)").text.hasPrefix("GET /\(number) ")) }
    }

    @Test func `HEAD has the headers and no body`() throws {
        let server = try HTTPServer(answer: echo)
        defer { server.stop() }
        let connection = try RawConnection(port: server.port)
        let answer = try connection.ask("/x", method: "HEAD")
        #expect(answer.status == 200)
        #expect(answer.header("content-length") == "22")
        #expect(try connection.ask("/y").text == "GET /y [] - 127.0.0.1")
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW"])
    func `other methods are answered with 405 and what is allowed`(method: String) throws {
        let server = try HTTPServer(answer: echo)
        defer { server.stop() }
        let answer = try RawConnection.get("/", port: server.port, headers: ["Content-Length: 0"], method: method)
        #expect(answer.status == 405)
        #expect(answer.header("allow") == "GET, HEAD")
    }

    @Test(arguments: ["Content-Length: 1000000", "Transfer-Encoding: chunked"])
    func `a request with a body is refused before it is read`(header: String) throws {
        let server = try HTTPServer(answer: echo)
        defer { server.stop() }
        #expect(try RawConnection.get("/", port: server.port, headers: [header]).status == 413)
    }

    @Test(arguments: ["/%", "/%4", "/%zz", "/%ff", "/a?b=%c3%28", "/%00", "/ä"])
    func `a target that is not well encoded is a bad request`(target: String) throws {
        let server = try HTTPServer(answer: echo)
        defer { server.stop() }
        #expect(try RawConnection.get(target, port: server.port).status == 400)
    }

    @Test func `headers that are too large are refused`() throws {
        let server = try HTTPServer(limits: HTTPServerLimits(connectionMemory: 8_192), answer: echo)
        defer { server.stop() }
        let large = String(repeating: "x", count: 20_000)
        #expect(try RawConnection.get("/", port: server.port, headers: ["X-Large: \(large)"]).status == 431)
        #expect(try RawConnection.get("/?" + large, port: server.port).status == 414)
        #expect(try RawConnection.get("/", port: server.port).status == 200)
    }

    @Test func `a header that would break the answer closes the connection`() throws {
        let server = try HTTPServer { _ in
            ServerResponse(text: "x", headers: [ServerRequest.Field("X-One", "a\r\nX-Two: b")])
        }
        defer { server.stop() }
        #expect(throws: TestFailure.self) { try RawConnection.get("/", port: server.port) }
    }

    @Test func `a large body arrives whole`() throws {
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let server = try HTTPServer { _ in ServerResponse(bytes: body) }
        defer { server.stop() }
        #expect(try RawConnection.get("/", port: server.port).body == body)
    }

    @Test func `one connection too many takes the place of the one that has waited longest`() throws {
        let server = try HTTPServer(limits: HTTPServerLimits(connections: 2), answer: echo)
        defer { server.stop() }
        let first = try RawConnection(port: server.port)
        let second = try RawConnection(port: server.port)
        #expect(try second.ask("/1").status == 200)
        #expect(try first.ask("/2").status == 200)
        let third = try RawConnection(port: server.port)
        #expect(try third.ask("/3").status == 200)
        #expect(try second.receive() == false)
        #expect(try first.ask("/4").status == 200)
    }

    @Test func `half-open connections of one client keep nobody from an answer`() throws {
        let server = try HTTPServer(limits: HTTPServerLimits(threads: 2), answer: echo)
        defer { server.stop() }
        let halfOpen = try (0..<600).map { _ in
            let connection = try RawConnection(port: server.port)
            try connection.send("GET /-/ready HTTP/1.1\r\nHost:")
            return connection
        }
        for number in 0..<50 { #expect(try RawConnection.get("/\(number)", port: server.port).status == 200) }
        // The newest of them still may finish what it asks; the oldest gave way.
        try halfOpen[599].send(" x\r\n\r\n")
        #expect(try halfOpen[599].answer().status == 200)
        #expect(try halfOpen[0].receive() == false)
    }

    @Test func `one client cannot take the places of another`() throws {
        let limits = HTTPServerLimits(connections: 100, connectionsPerClient: 5)
        let server = try HTTPServer(limits: limits, answer: echo)
        defer { server.stop() }
        let other = try RawConnection(port: server.port, from: "127.0.0.2")
        try other.send("GET /other HTTP/1.1\r\n")
        let greedy = try (0..<200).map { _ in
            let connection = try RawConnection(port: server.port)
            try connection.send("GET / HTTP/1.1\r\n")
            return connection
        }
        try other.send("Host: x\r\n\r\n")
        #expect(try other.answer().text.hasSuffix("127.0.0.2"))
        #expect(greedy.prefix(195).allSatisfy { (try? $0.receive()) == false })
    }

    @Test func `a client whose connections are all being answered gets no more`() throws {
        let server = try HTTPServer(limits: HTTPServerLimits(connectionsPerClient: 2)) { request in
            request.path == "/" ? .stalled(for: .seconds(3_600)) : ServerResponse(text: "other")
        }
        defer { server.stop() }
        let stalled = try (0..<2).map { _ in
            let connection = try RawConnection(port: server.port)
            try connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            return connection
        }
        #expect(stalled.allSatisfy { $0.isSilent(for: 100) })
        #expect(throws: TestFailure.self) { try RawConnection.get("/other", port: server.port) }
        let other = try RawConnection(port: server.port, from: "127.0.0.2")
        #expect(try other.ask("/other").text == "other")
    }

    @Test(arguments: [false, true])
    func `a head that trickles is cut at its deadline`(isLater: Bool) throws {
        let limits = HTTPServerLimits(head: .milliseconds(300), idle: .seconds(1))
        let server = try HTTPServer(limits: limits, answer: echo)
        defer { server.stop() }
        let connection = try RawConnection(port: server.port)
        if isLater { #expect(try connection.ask("/").status == 200) }
        let began = ContinuousClock.now
        try connection.send("GET / HTTP/1.1\r\nX-Slow: ")
        // The pauses between the bytes are the wait for an answer.
        while connection.isSilent(for: 20), began.duration(to: .now) < .seconds(10) {
            do { try connection.send("x") } catch { break }
        }
        #expect((try? connection.receive()) != true)
        #expect(began.duration(to: .now) < .seconds(10))
    }

    @Test func `an idle connection is closed`() throws {
        let server = try HTTPServer(limits: HTTPServerLimits(idle: .seconds(1)), answer: echo)
        defer { server.stop() }
        let connection = try RawConnection(port: server.port)
        #expect(try connection.ask("/").status == 200)
        #expect(try connection.receive() == false)
    }

    @Test func `several threads answer at the same time`() async throws {
        let server = try HTTPServer(limits: HTTPServerLimits(threads: 4), answer: echo)
        defer { server.stop() }
        let port = server.port
        let right = await withTaskGroup(of: Int.self) { group in
            for task in 0..<4 {
                group.addTask {
                    (0..<50).count { number in
                        let answer = try? RawConnection.get("/\(task)/\(number)", port: port)
                        return answer?.text.hasPrefix("GET /\(task)/\(number) ") == true
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(right == 200)
    }

    @Test func `no descriptor is left after a thousand connections`() async {
        await #expect(processExitsWith: .success) {
            let before = try Files.names(in: "/proc/self/fd").count
            let server = try HTTPServer { ServerResponse(text: $0.path, headers: []) }
            for number in 0..<1_000 {
                let answer = try RawConnection.get(number % 3 == 0 ? "/%" : "/\(number)", port: server.port)
                guard answer.status == (number % 3 == 0 ? 400 : 200) else { throw TestFailure("\(answer)") }
            }
            server.stop()
            let after = try Files.names(in: "/proc/self/fd").count
            // The process around the test may open a few of its own meanwhile.
            guard after - before < 10 else { throw TestFailure("\(before) descriptors before, \(after) after") }
        }
    }
}
