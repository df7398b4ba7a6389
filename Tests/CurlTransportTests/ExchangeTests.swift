internal import CurlTransport
internal import HTTPExchange
internal import Telemetry
internal import TestSupport
internal import Testing

@Suite struct ExchangeTests {
    private let transport = CurlTransport()

    @Test func `004-01 a plain GET brings the answer with status, headers and body`() async throws {
        let server = try ScriptedServer(headers: [HTTPHeader("X-Thing", " spaced ")]) { _ in #"{"status":"OK"}"# }
        let response = try await transport.send(HTTPRequest(url: server.url("/svc/search/v2/articlesearch.json")))
        #expect(response.status == 200)
        #expect(response.text == #"{"status":"OK"}"#)
        #expect(response.header("x-thing") == "spaced")
        let request = try #require(server.requests.first)
        #expect(request.head.hasPrefix("GET /svc/search/v2/articlesearch.json HTTP/1.1\r\n"))
        #expect(request.header("User-Agent") == "articlesync")
        #expect(request.header("Host") == "127.0.0.1:\(server.port)")
    }

    @Test func `004-03 one transport, made once and passed on, serves many tasks over few connections`() async throws {
        let server = try ScriptedServer { $0.target }
        let targets = try await withThrowingTaskGroup(of: String.self) { group in
            for index in 0..<60 {
                group.addTask { try await transport.send(HTTPRequest(url: server.url("/\(index)"))).text }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(targets == Set((0..<60).map { "/\($0)" }))
        #expect(server.connectionCount <= 6)
    }

    @Test func `004-04 the body is handed on as bytes, whatever it claims to be`() async throws {
        let bytes: [UInt8] = [0, 0xff, 0x7b, 0x80, 0x0d, 0x0a, 0]
        let server = try ScriptedServer { _, connection in
            connection.respond(headers: [HTTPHeader("Content-Type", "application/json")], body: bytes)
        }
        #expect(try await transport.send(HTTPRequest(url: server.url())).body == bytes)
    }

    @Test func `004-05 004-08 004-09 004-10 parameters, both dates and the key arrive in the query string as they are`()
        async throws
    {
        let server = try ScriptedServer { _ in "" }
        let request = HTTPRequest(
            url: try server.url("/svc/search/v2/articlesearch.json"),
            query: [
                QueryItem("q", "\"the knicks\" & caf\u{e9}"), QueryItem("begin_date", "20150701"),
                QueryItem("end_date", "20150707"), QueryItem("fq", #"section.name:("Sports")"#),
            ], credential: .init(place: .query("api-key"), key: Secret("k e+y")))
        _ = try await transport.send(request)
        #expect(
            server.requests.first?.target
                == "/svc/search/v2/articlesearch.json?q=%22the%20knicks%22%20%26%20caf%C3%A9&begin_date=20150701"
                + "&end_date=20150707&fq=section.name%3A%28%22Sports%22%29&api-key=k%20e%2By")
    }

    @Test func `a key in a header arrives there alone, beside other headers`() async throws {
        let server = try ScriptedServer { _ in "" }
        let request = HTTPRequest(
            url: try server.url("/"), headers: [HTTPHeader("Accept", "application/json"), HTTPHeader("X-Empty", "")],
            credential: .init(place: .header("Authorization", prefix: "Bearer "), key: Secret("s3cret")))
        _ = try await transport.send(request)
        // The handle is used again: nothing of the first request may stay on it.
        _ = try await transport.send(HTTPRequest(url: server.url("/")))
        let heads = server.requests
        #expect(heads.first?.header("Authorization") == "Bearer s3cret")
        #expect(heads.first?.header("Accept") == "application/json")
        #expect(heads.first?.header("X-Empty") == "")
        #expect(heads.first?.target == "/")
        #expect(heads.last?.header("Authorization") == nil)
        #expect(heads.last?.header("X-Empty") == nil)
    }

    @Test(arguments: [204, 304, 400, 401, 404, 429, 500, 503])
    func `whatever status comes back is an answer`(status: Int) async throws {
        let hasBody = status != 204 && status != 304
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 \(status) X\r\n" + (hasBody ? "Content-Length: 4\r\n\r\nbody" : "\r\n"))
        }
        let response = try await transport.send(HTTPRequest(url: server.url()))
        #expect(response.status == status)
        #expect(response.text == (hasBody ? "body" : ""))
    }

    @Test func `hints before the answer are not the answer`() async throws {
        let server = try ScriptedServer { _, connection in
            connection.send(
                "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: 1\r\n\r\nok"
            )
        }
        let response = try await transport.send(HTTPRequest(url: server.url()))
        #expect(response.status == 200)
        #expect(response.text == "ok")
        #expect(response.headers.map(\.name) == ["Content-Length", "X-A"])
    }

    @Test func `a chunked body is put together`() async throws {
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
            connection.send("4;x=y\r\ndefg\r\n0\r\nX-Trailer: 1\r\n\r\n")
        }
        #expect(try await transport.send(HTTPRequest(url: server.url())).text == "abcdefg")
    }

    @Test func `connections are kept: a hundred requests in a row need one`() async throws {
        let server = try ScriptedServer { $0.target }
        for index in 0..<100 {
            #expect(try await transport.send(HTTPRequest(url: server.url("/\(index)"))).text == "/\(index)")
        }
        #expect(server.connectionCount == 1)
    }

    @Test func `a kept connection that the server has closed is replaced without a failure`() async throws {
        let server = try ScriptedServer { _, connection in
            connection.respond(body: Array("ok".utf8))
            connection.close()
        }
        for _ in 0..<5 { #expect(try await transport.send(HTTPRequest(url: server.url())).text == "ok") }
        #expect(server.connectionCount == 5)
    }

    @Test func `what the client calls itself is configured`() async throws {
        let server = try ScriptedServer { _ in "" }
        var configuration = CurlTransport.Configuration()
        configuration.userAgent = "articlesync/1.2 (+https://example.com)"
        _ = try await CurlTransport(configuration: configuration).send(HTTPRequest(url: server.url()))
        #expect(server.requests.first?.header("User-Agent") == "articlesync/1.2 (+https://example.com)")
    }
}
