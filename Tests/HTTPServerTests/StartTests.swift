import HTTPServer
import TestSupport
import Testing

struct StartTests {
    @Test func `a port in use is an error that says so`() throws {
        let first = try HTTPServer { _ in ServerResponse(text: "") }
        defer { first.stop() }
        let error = #expect(throws: HTTPServerError.self) {
            try HTTPServer(on: first.address) { _ in ServerResponse(text: "") }
        }
        #expect(error == .portInUse(first.address))
        #expect("\(try #require(error))".contains("127.0.0.1:\(first.port): the port is in use; stop the process"))
    }

    @Test func `an address of another machine is an error that says so`() throws {
        let address = try #require(ListenAddress("192.0.2.1:0"))
        let error = #expect(throws: HTTPServerError.self) {
            try HTTPServer(on: address) { _ in ServerResponse(text: "") }
        }
        #expect(error == .noSuchAddress(address))
    }

    @Test func `a port is free again when its server has stopped, with connections open`() throws {
        let first = try HTTPServer { _ in ServerResponse(text: "first") }
        let connection = try RawConnection(port: first.port)
        #expect(try connection.ask("/").text == "first")
        first.stop()
        first.stop()
        #expect(try connection.receive() == false)
        let second = try HTTPServer(on: first.address) { _ in ServerResponse(text: "second") }
        defer { second.stop() }
        #expect(try RawConnection.get("/", port: second.port).text == "second")
    }

    @Test func `a server that is forgotten stops`() throws {
        let port = try HTTPServer { _ in ServerResponse(text: "") }.port
        #expect(throws: TestFailure.self) { _ = try RawConnection(port: port) }
    }

    @Test func `an IPv6 loopback address is served`() throws {
        let server = try HTTPServer(on: try #require(ListenAddress("[::1]:0"))) { _ in ServerResponse(text: "") }
        defer { server.stop() }
        #expect("\(server.address)" == "[::1]:\(server.port)")
        #expect(server.port != 0)
    }

    @Test(arguments: [
        ("127.0.0.1:8420", "127.0.0.1:8420"), ("[::1]:0", "[::1]:0"), ("localhost:80", "127.0.0.1:80"),
        ("0.0.0.0:65535", "0.0.0.0:65535"),
    ])
    func `an address is read as people write it`(text: String, shown: String) throws {
        #expect("\(try #require(ListenAddress(text)))" == shown)
    }

    @Test(arguments: [
        "", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1", "example.org:80",
        "127.0.0.1:८०", "::1:80", "[::1]", "[127.0.0.1]:80", "256.0.0.1:80",
    ])
    func `what is no address is refused`(text: String) { #expect(ListenAddress(text) == nil) }
}
