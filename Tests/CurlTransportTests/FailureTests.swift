internal import CurlTransport
internal import HTTPExchange
internal import Telemetry
internal import TestSupport
internal import Testing

@Suite struct FailureTests {
    private func outcome(
        of path: String = "/", _ adjust: (inout CurlTransport.Configuration) -> Void = { _ in },
        _ script: @escaping ScriptedServer.Script
    ) async throws -> Result<HTTPResponse, HTTPError> {
        let server = try ScriptedServer(script)
        var configuration = CurlTransport.Configuration()
        adjust(&configuration)
        let transport = CurlTransport(configuration: configuration)
        return await transport.outcome(of: HTTPRequest(url: try server.url(path)))
    }

    private func error(_ outcome: Result<HTTPResponse, HTTPError>) -> HTTPError? {
        guard case .failure(let error) = outcome else { return nil }
        return error
    }

    @Test func `nobody listening is a refused connection`() async throws {
        let port = try ClosedPort()
        let url = try #require(HTTPURL("http://127.0.0.1:\(port.number)/"))
        guard
            case .failure(.cannotConnect(host: "127.0.0.1", let detail)) =
                await CurlTransport().outcome(of: HTTPRequest(url: url))
        else { throw TestFailure("not refused") }
        #expect(detail.contains("Failed to connect to 127.0.0.1"))
    }

    @Test func `a name without an address is told by its name`() async throws {
        let request = HTTPRequest(url: try #require(HTTPURL("https://name.invalid/")))
        await #expect(throws: HTTPError.cannotResolve(host: "name.invalid")) {
            try await CurlTransport().send(request)
        }
    }

    @Test func `a cut body is an error, with what came and what was announced`() async throws {
        let outcome = try await outcome { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            connection.close()
        }
        #expect(error(outcome) == .cutBody(received: 3, expected: 10))
    }

    @Test func `chunks without an end are a cut body`() async throws {
        let outcome = try await outcome { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
            connection.close()
        }
        #expect(error(outcome) == .cutBody(received: 3, expected: nil))
    }

    @Test func `a connection that is reset within the body is a cut body`() async throws {
        let outcome = try await outcome { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            connection.reset()
        }
        guard case .cutBody(_, expected: 10)? = error(outcome) else { throw TestFailure("\(outcome)") }
    }

    @Test func `a connection that ends without a word is a cut body of nothing`() async throws {
        let outcome = try await outcome { _, connection in connection.close() }
        #expect(error(outcome) == .cutBody(received: 0, expected: nil))
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", "HTTP/1.1 200"])
    func `an answer that ends within its headers is cut`(answer: String) async throws {
        let outcome = try await outcome { _, connection in
            connection.send(answer)
            connection.close()
        }
        #expect(error(outcome) == .cutBody(received: 0, expected: nil))
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 20\r\nContent-Encoding: gzip\r\n\r\nxxxxxxxxxxxxxxxxxxxx",
        "HTTP/1.1 200 OK\r\nContent-Length: 20\r\nContent-Encoding: br\r\n\r\n\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}",
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Encoding: unheard-of\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nabc",
    ])
    func `what is not HTTP, or not the compression it claims, is malformed`(answer: String) async throws {
        let outcome = try await outcome { _, connection in
            connection.send(answer)
            connection.close()
        }
        guard case .malformed? = error(outcome) else { throw TestFailure("\(outcome)") }
    }

    @Test func `an answer that never begins ends as that`() async throws {
        let outcome = try await outcome {
            $0.idleTimeout = .milliseconds(60)
        } _: { _, connection in
            connection.waitForEnd()
        }
        #expect(error(outcome) == .timedOut(.answer))
    }

    @Test func `an answer that stops within its body ends as that`() async throws {
        let outcome = try await outcome {
            $0.idleTimeout = .milliseconds(500)
        } _: { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            connection.waitForEnd()
        }
        #expect(error(outcome) == .timedOut(.idle))
    }

    @Test func `a server that says a byte at a time is never idle, but must come to an end`() async throws {
        let outcome = try await outcome {
            $0.idleTimeout = .seconds(30)
            $0.timeout = .milliseconds(600)
        } _: { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            let pace = Pace(milliseconds: 20)
            while connection.send("x") { pace.wait() }
        }
        #expect(error(outcome) == .timedOut(.whole))
    }

    @Test func `a listener that never accepts runs into the connect timeout of TLS`() async throws {
        // TCP is there, but nobody answers the handshake.
        let server = try ScriptedServer { _, connection in connection.waitForEnd() }
        var configuration = CurlTransport.Configuration()
        configuration.connectTimeout = .milliseconds(80)
        let request = HTTPRequest(url: try server.url("/", scheme: "https"))
        await #expect(throws: HTTPError.timedOut(.connect)) {
            try await CurlTransport(configuration: configuration).send(request)
        }
    }

    @Test func `plain HTTP where TLS was asked for is a TLS failure`() async throws {
        let server = try ScriptedServer.speaking(first: "HTTP/1.1 400 Bad Request\r\n\r\n")
        guard
            case .failure(.tlsFailed(let detail)) =
                await CurlTransport().outcome(of: HTTPRequest(url: try server.url("/", scheme: "https")))
        else { throw TestFailure("no TLS failure") }
        #expect(!detail.isEmpty)
    }

    @Test func `a body above the limit ends the exchange, announced or not`() async throws {
        for head in ["Content-Length: 1000\r\n", "", "Transfer-Encoding: chunked\r\n"] {
            let outcome = try await outcome {
                $0.maximumBody = 100
            } _: { _, connection in
                connection.send("HTTP/1.1 200 OK\r\n\(head)\r\n")
                let piece = String(repeating: "x", count: 50)
                while connection.send(head.hasPrefix("T") ? "32\r\n\(piece)\r\n" : piece) {}
            }
            #expect(error(outcome) == .bodyTooLarge(limit: 100))
        }
    }

    @Test func `a body of exactly the limit is an answer`() async throws {
        let outcome = try await outcome {
            $0.maximumBody = 100
        } _: { _, connection in
            connection.respond(body: [UInt8](repeating: 0x78, count: 100))
        }
        #expect(try outcome.get().body.count == 100)
    }

    @Test func `headers without end are refused by name`() async throws {
        let outcome = try await outcome {
            $0.maximumHeaders = 10_000
        } _: { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n")
            var number = 0
            while connection.send("X-\(number): \(String(repeating: "y", count: 50))\r\n") { number += 1 }
        }
        #expect(error(outcome) == .headersTooLarge(limit: 10_000))
    }

    @Test(arguments: [50_000, 200_000, 2_000_000])
    func `one header line above the limit is told as such, and is no lack of memory`(_ length: Int) async throws {
        let outcome = try await outcome {
            $0.maximumHeaders = 40_000
        } _: { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "y", count: length))\r\n\r\n")
            connection.close()
        }
        #expect(error(outcome) == .headersTooLarge(limit: 40_000))
        #expect(error(outcome)?.isTransient == false)
    }

    @Test(arguments: [407, 403, 502, 503])
    func `a proxy that refuses the connection is named, with its status and without its password`(
        _ status: Int
    ) async throws {
        for url in ["https://api.example.com/", "http://api.example.com/"] where status == 407 || url.hasPrefix("https")
        {
            let server = try ScriptedServer(status: status) { _ in "no" }
            let proxy = Secret("http://somebody:pass-word@127.0.0.1:\(server.port)/")
            var configuration = CurlTransport.Configuration()
            configuration.proxy = Proxy(http: proxy, https: proxy)
            let transport = CurlTransport(configuration: configuration)
            let outcome = await transport.outcome(of: HTTPRequest(url: try #require(HTTPURL(url))))
            guard case .failure(let error) = outcome else { throw TestFailure("\(outcome)") }
            #expect(error == .proxyRefused(proxy: "127.0.0.1:\(server.port)", status: status), "\(url)")
            #expect(error.isTransient == (status >= 500) && !error.mayHaveReachedServer)
            #expect("\(error)".contains("the proxy 127.0.0.1:\(server.port)") && "\(error)".contains("\(status)"))
        }
    }

    @Test func `a proxy without an address is told by its own name`() async throws {
        var configuration = CurlTransport.Configuration()
        configuration.proxy = Proxy(https: Secret("http://proxy.invalid:3128"))
        let request = HTTPRequest(url: try #require(HTTPURL("https://api.example.com/")))
        await #expect(throws: HTTPError.cannotResolve(host: "proxy.invalid:3128")) {
            try await CurlTransport(configuration: configuration).send(request)
        }
    }

    @Test func `after a failure the transport goes on as before`() async throws {
        let server = try ScriptedServer { request, connection in
            if request.target == "/bad" {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
                connection.close()
            } else {
                connection.respond(body: Array("ok".utf8))
            }
        }
        let transport = CurlTransport()
        for _ in 0..<10 {
            await #expect(throws: HTTPError.cutBody(received: 3, expected: 10)) {
                try await transport.send(HTTPRequest(url: server.url("/bad")))
            }
            #expect(try await transport.send(HTTPRequest(url: server.url("/good"))).text == "ok")
        }
    }

    @Test func `004-54 a key is not sent in the clear to another machine, nor a header that is two`() async throws {
        let key = HTTPRequest.Credential(place: .query("api-key"), key: Secret("s3cret"))
        let clear = HTTPRequest(url: try #require(HTTPURL("http://api.nytimes.com/x")), credential: key)
        await #expect(throws: HTTPError.insecure(host: "api.nytimes.com")) { try await CurlTransport().send(clear) }
        let split = HTTPRequest(
            url: try #require(HTTPURL("http://127.0.0.1:1/")),
            credential: .init(place: .header("X-Key", prefix: ""), key: Secret("s3cret\r\nHost: evil")))
        guard case .failure(.other(let detail)) = await CurlTransport().outcome(of: split) else {
            throw TestFailure("sent")
        }
        #expect(!detail.contains("s3cret"))
    }
}
