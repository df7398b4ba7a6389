internal import CurlTransport
internal import HTTPExchange
internal import TestSupport
internal import Testing

@Suite(.enabled(if: ChildProcess.isThere("openssl"), "the command openssl is not here: apt install openssl"))
struct TLSTests {
    private let identity: Identity

    init() throws { identity = try Identity() }

    private func outcome(
        from server: ChildProcess, host: String = "127.0.0.1", path: String = "/",
        _ adjust: (inout CurlTransport.Configuration) -> Void = { _ in }
    ) async throws -> Result<HTTPResponse, HTTPError> {
        var configuration = CurlTransport.Configuration()
        configuration.caFile = identity.certificate
        adjust(&configuration)
        let transport = CurlTransport(configuration: configuration)
        let url = try #require(HTTPURL("https://\(host):\(await server.listeningPort())\(path)"))
        return await transport.outcome(of: HTTPRequest(url: url))
    }

    @Test func `a certificate that nobody vouches for is refused`() async throws {
        let outcome = try await outcome(from: identity.server()) { $0.caFile = nil }
        guard case .failure(.tlsFailed(let detail)) = outcome else { throw TestFailure("\(outcome)") }
        #expect(detail.contains("certificate"))
    }

    @Test func `a certificate of the configured file is accepted`() async throws {
        let response = try await outcome(from: identity.server()).get()
        #expect(response.status == 200)
        #expect(response.text.contains("TLSv1.3"))
    }

    @Test func `a certificate for another name is refused`() async throws {
        let outcome = try await outcome(from: identity.server(), host: "localhost")
        guard case .failure(.tlsFailed) = outcome else { throw TestFailure("\(outcome)") }
    }

    @Test func `a file of certificates that is missing is told, and nothing is trusted`() async throws {
        let outcome = try await outcome(from: identity.server()) { $0.caFile = "/nowhere/ca.pem" }
        guard case .failure(.tlsFailed(let detail)) = outcome else { throw TestFailure("\(outcome)") }
        #expect(detail.contains("/nowhere/ca.pem"))
    }

    @Test func `the pinned public key is accepted, alone or among others`() async throws {
        let other = "sha256//" + String(repeating: "A", count: 43) + "="
        for pin in [identity.pin, other + ";" + identity.pin] {
            #expect(try await outcome(from: identity.server()) { $0.pinnedPublicKey = pin }.get().status == 200)
        }
    }

    @Test func `another public key than the pinned one is refused`() async throws {
        let outcome = try await outcome(from: identity.server()) {
            $0.pinnedPublicKey = "sha256//" + String(repeating: "A", count: 43) + "="
        }
        guard case .failure(.pinMismatch(host: "127.0.0.1")) = outcome else { throw TestFailure("\(outcome)") }
    }

    @Test func `an old protocol is refused`() async throws {
        let server = try identity.server("-tls1_1", "-cipher", "ALL:@SECLEVEL=0")
        let outcome = try await outcome(from: server)
        guard case .failure(.tlsFailed) = outcome else { throw TestFailure("\(outcome)") }
    }

    @Test(.enabled(if: ChildProcess.isThere("nghttpd"), "nghttpd is not here: apt install nghttp2-server"))
    func `HTTP 2 is spoken where the server agrees to it, many exchanges over one connection`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("over two", to: "page")
        // This server speaks nothing but HTTP/2.
        let server = try ChildProcess(
            ["nghttpd", "-a", "127.0.0.1", "-d", folder.path, "0", identity.key, identity.certificate])
        var configuration = CurlTransport.Configuration()
        configuration.caFile = identity.certificate
        let transport = CurlTransport(configuration: configuration)
        let url = try #require(HTTPURL("https://127.0.0.1:\(await server.listeningPort())/page"))
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await transport.send(HTTPRequest(url: url)).text } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts == Array(repeating: "over two", count: 20))
        #expect(try await transport.send(HTTPRequest(url: url.appending(path: "none"))).status == 404)
    }
}

/// A key and a certificate for `127.0.0.1`, made for one test.
private struct Identity {
    private let folder: TemporaryFolder
    let pin: String

    init() throws {
        folder = try TemporaryFolder()
        let (key, certificate) = (folder.file("key.pem"), folder.file("certificate.pem"))
        _ = try ChildProcess.run(
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test"
                + " -addext subjectAltName=IP:127.0.0.1 -keyout \(key) -out \(certificate)")
        let hash = try ChildProcess.run(
            "openssl pkey -in \(key) -pubout -outform der | openssl dgst -sha256 -binary | openssl base64")
        pin = "sha256//" + hash.prefix { !$0.isNewline }
    }

    var key: String { folder.file("key.pem") }
    var certificate: String { folder.file("certificate.pem") }

    /// A server that shows a page about the connection.
    func server(_ options: String...) throws -> ChildProcess {
        try ChildProcess(
            ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"] + options)
    }
}
