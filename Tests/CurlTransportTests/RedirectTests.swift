internal import CurlTransport
internal import HTTPExchange
internal import Telemetry
internal import TestSupport
internal import Testing

@Suite struct RedirectTests {
    private let transport = CurlTransport()
    private let key = HTTPRequest.Credential(place: .header("X-Key", prefix: ""), key: Secret("s3cret"))

    private func server(_ status: Int = 302, to location: @escaping @Sendable (ScriptedRequest) -> String?) throws
        -> ScriptedServer
    {
        try ScriptedServer { request, connection in
            if let target = location(request) {
                connection.respond(status: status, headers: [HTTPHeader("Location", target)], body: Array("moved".utf8))
            } else {
                connection.respond(body: Array(request.target.utf8))
            }
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect to the same origin is followed, the key's header with it`(status: Int) async throws {
        let server = try server(status) { $0.target == "/old" ? "new?page=1" : nil }
        let response = try await transport.send(HTTPRequest(url: server.url("/old"), credential: key))
        #expect(response.status == 200)
        #expect(response.text == "/new?page=1")
        #expect(server.requests.map { $0.header("X-Key") } == ["s3cret", "s3cret"])
        #expect(server.connectionCount == 1)
    }

    @Test func `004-54 a redirect to another port is refused, and nobody there hears of the key`() async throws {
        let other = try ScriptedServer { _ in "" }
        let target = try other.url("/x/s3cret").description + "?y=s3cret"
        let server = try server { _ in target }
        guard
            case .failure(.redirectRefused(let shown, let reason)) =
                await transport.outcome(of: HTTPRequest(url: try server.url(), credential: key))
        else { throw TestFailure("not refused") }
        #expect(shown == "http://127.0.0.1:\(other.port)/x/•••")
        #expect(reason == "it is not http://127.0.0.1:\(server.port)")
        #expect(other.connectionCount == 0)
    }

    @Test(arguments: [
        "https://127.0.0.1:PORT/", "http://localhost:PORT/", "http://127.0.0.1/", "//evil.example/",
        "ftp://127.0.0.1/x",
        "file:///etc/passwd", "http://user@127.0.0.1:PORT/", "http://user:pass@127.0.0.1:PORT/",
        "http://127.0.0.1:PORT@evil.example/",
        "http://[::1]:PORT/", "http:\\\\evil.example", "javascript:alert(1)", "http://",
    ])
    func `a redirect to anywhere else is refused`(target: String) async throws {
        let server = try ScriptedServer { request, connection in
            let port = request.header("Host")?.split(separator: ":").last ?? ""
            let location = target.replacing("PORT", with: port)
            connection.respond(status: 302, headers: [HTTPHeader("Location", location)])
        }
        let outcome = await transport.outcome(of: HTTPRequest(url: try server.url(), credential: key))
        guard case .failure(.redirectRefused(let shown, _)) = outcome else { throw TestFailure("\(outcome)") }
        #expect(!shown.contains("pass@"))
        #expect(server.requests.count == 1)
    }

    @Test func `an endless redirect ends at its bound`() async throws {
        let server = try server { $0.target + "x" }
        await #expect(throws: HTTPError.tooManyRedirects(limit: 3)) {
            try await transport.send(HTTPRequest(url: server.url("/")))
        }
        #expect(server.requests.count == 4)
    }

    @Test func `a redirect without a target, and a 304, are answers`() async throws {
        for status in [302, 304, 300] {
            let server = try ScriptedServer { _, connection in
                connection.send("HTTP/1.1 \(status) X\r\n" + (status == 304 ? "\r\n" : "Content-Length: 0\r\n\r\n"))
            }
            #expect(try await transport.send(HTTPRequest(url: server.url())).status == status)
        }
    }
}
