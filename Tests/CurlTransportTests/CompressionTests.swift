internal import CurlTransport
internal import HTTPExchange
internal import TestSupport
internal import Testing

@Suite struct CompressionTests {
    private let transport = CurlTransport()

    @Test func `gzip and brotli are asked for and undone`() async throws {
        let text = Array("basketball, basketball".utf8)
        let server = try ScriptedServer { request, connection in
            let isBrotli = request.target == "/br"
            connection.respond(
                headers: [HTTPHeader("Content-Encoding", isBrotli ? "br" : "gzip")],
                body: isBrotli ? Compressed.brotli(text) : Compressed.gzip(text))
        }
        for path in ["/br", "/gzip"] {
            #expect(try await transport.send(HTTPRequest(url: server.url(path))).body == text)
        }
        let accepted = try #require(server.requests.first?.header("Accept-Encoding"))
        #expect(accepted.contains("gzip") && accepted.contains("br"))
    }

    @Test func `a bomb of a gibibyte ends at the limit, in little memory`() async {
        // In a process of its own, as tests at the same time need memory as well.
        await #expect(processExitsWith: .success) {
            let server = try ScriptedServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n")
                let piece = Compressed.bombPiece
                guard connection.send(Compressed.bombStart) else { return }
                for _ in 0..<(1 << 30) / Compressed.bombPieceSize { guard connection.send(piece) else { break } }
                connection.close()
            }
            var configuration = CurlTransport.Configuration()
            configuration.maximumBody = 4 << 20
            let before = try Process.peakMemory()
            await #expect(throws: HTTPError.bodyTooLarge(limit: 4 << 20)) {
                try await CurlTransport(configuration: configuration).send(HTTPRequest(url: server.url()))
            }
            // A sanitizer multiplies what a process needs; a gibibyte would stand out all the same.
            #expect(try Process.peakMemory() - before < 256 << 20)
        }
    }

    @Test func `the limit is that of the body as it is read, not as it travelled`() async throws {
        let server = try ScriptedServer { _, connection in
            connection.respond(
                headers: [HTTPHeader("Content-Encoding", "gzip")],
                body: Compressed.bombStart + Compressed.bombPiece + Compressed.bombPiece)
        }
        var configuration = CurlTransport.Configuration()
        configuration.maximumBody = Compressed.bombPieceSize
        await #expect(throws: HTTPError.bodyTooLarge(limit: Compressed.bombPieceSize)) {
            try await CurlTransport(configuration: configuration).send(HTTPRequest(url: server.url()))
        }
    }

    @Test(arguments: ["/gzip", "/br"])
    func `a damaged compression is malformed, never half an answer`(path: String) async throws {
        let text = [UInt8](repeating: 0x61, count: 300)
        let server = try ScriptedServer { request, connection in
            let isBrotli = request.target.hasPrefix("/br")
            var body = isBrotli ? Compressed.brotli(text) : Compressed.gzip(text)
            if request.target.hasSuffix("checksum") {
                body[body.count - 8] ^= 1
            } else {
                body[isBrotli ? 2 : 12] ^= 0xff
            }
            connection.respond(headers: [HTTPHeader("Content-Encoding", isBrotli ? "br" : "gzip")], body: body)
        }
        // Brotli has no checksum.
        for kind in path == "/br" ? ["block"] : ["block", "checksum"] {
            let outcome = await transport.outcome(of: HTTPRequest(url: try server.url("\(path)-\(kind)")))
            guard case .failure(.malformed) = outcome else {
                Issue.record("\(path) \(kind): \(outcome)")
                continue
            }
        }
    }
}
