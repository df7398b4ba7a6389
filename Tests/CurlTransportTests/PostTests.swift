import CurlTransport
import HTTPExchange
import Telemetry
import TestSupport
import Testing

@Suite struct PostTests {
    private let transport = CurlTransport()

    private func post(_ server: ScriptedServer, _ path: String, _ body: [UInt8]) throws -> HTTPRequest {
        let origin = try #require(HTTPURL("http://127.0.0.1:\(server.port)"))
        var request = HTTPRequest(
            url: origin, headers: [HTTPHeader("Content-Type", "application/json")],
            credential: .init(place: .target, key: Secret(path)))
        (request.method, request.body) = (.post, body)
        return request
    }

    @Test(arguments: [0, 1, 5_000, 300_000])
    func `a POST says its body, of any bytes, at an address that is a secret`(size: Int) async throws {
        let server = try ScriptedServer { _ in "thanks" }
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        let response = try await transport.send(post(server, "/T0K3N?a=%20b", body))
        #expect(response.text == "thanks")
        let request = try #require(server.requests.first)
        #expect(request.head.hasPrefix("POST /T0K3N?a=%20b HTTP/1.1\r\n"))
        #expect(request.header("Content-Type") == "application/json" && request.header("Content-Length") == "\(size)")
        #expect(request.body == body)
    }

    @Test func `a GET after a POST on the same connection says nothing`() async throws {
        let server = try ScriptedServer { "\($0.head.prefix(4))\($0.body.count)" }
        let one = CurlTransport()
        for _ in 0..<2 {
            #expect(try await one.send(post(server, "/x", [1, 2])).text == "POST2")
            #expect(try await one.send(HTTPRequest(url: server.url("/y"))).text == "GET 0")
        }
    }

    @Test func `a redirect of a POST is its answer`() async throws {
        let server = try ScriptedServer { _, connection in
            connection.respond(status: 307, headers: [HTTPHeader("Location", "/elsewhere")])
        }
        #expect(try await transport.send(post(server, "/x", [1])).status == 307)
        #expect(server.requests.count == 1)
    }
}
