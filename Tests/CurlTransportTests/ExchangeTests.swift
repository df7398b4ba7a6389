internal import CurlTransport
internal import HTTPExchange
internal import Telemetry
internal import TestSupport
internal import Testing

@Suite struct ExchangeTests {
    @Test func `004-01 a plain GET brings the answer with status, headers and body`() async throws {
        let server = try ScriptedServer(headers: [HTTPHeader("X-Thing", " spaced ")]) { _ in #"{"status":"OK"}"# }
        let transport = CurlTransport()
        let response = try await transport.send(HTTPRequest(url: server.url("/svc/search/v2/articlesearch.json")))
        #expect(response.status == 200)
        #expect(response.text == #"{"status":"OK"}"#)
        #expect(response.header("x-thing") == "spaced")
        let request = try #require(server.requests.first)
        #expect(request.head.hasPrefix("GET /svc/search/v2/articlesearch.json HTTP/1.1\r\n"))
        #expect(request.header("User-Agent") == "articlesync")
    }
}
