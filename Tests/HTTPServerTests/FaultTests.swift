import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Answers that a good server never gives.
struct FaultTests {
    @Test func `a body that is cut ends before its length`() throws {
        let server = try HTTPServer { _ in
            let sent = Atomic(false)
            return ServerResponse(
                body: .steps(length: 100) {
                    sent.exchange(true, ordering: .relaxed) ? .cut : .bytes(Array("half".utf8))
                })
        }
        defer { server.stop() }
        let answer = try RawConnection.get("/", port: server.port)
        #expect(answer.header("content-length") == "100")
        #expect(answer.text == "half")
        #expect(answer.isCut)
    }

    @Test func `a body that ends before its length is cut too`() throws {
        let server = try HTTPServer { _ in ServerResponse(body: .steps(length: 100) { .end }) }
        defer { server.stop() }
        #expect(try RawConnection.get("/", port: server.port).isCut)
    }

    @Test func `a body in steps is chunked where its length is unknown`() throws {
        let server = try HTTPServer { request in
            let left = Mutex(3)
            let isWhole = request.path == "/whole"
            return ServerResponse(
                body: .steps(length: nil) {
                    left.withLock { left in
                        left -= 1
                        return left >= 0 ? .bytes(Array("part;".utf8)) : isWhole ? .end : .cut
                    }
                })
        }
        defer { server.stop() }
        let whole = try RawConnection.get("/whole", port: server.port)
        #expect(whole.text == "part;part;part;")
        #expect(!whole.isCut)
        #expect(try RawConnection.get("/cut", port: server.port).isCut)
    }

    @Test func `no answer is a closed connection`() throws {
        let server = try HTTPServer { _ in ServerResponse(body: .none) }
        defer { server.stop() }
        #expect(throws: TestFailure.self) { try RawConnection.get("/", port: server.port) }
    }

    @Test func `a pause delays an answer and nobody else's`() throws {
        let server = try HTTPServer { request in
            request.path == "/slow"
                ? ServerResponse(body: .bytes([0x21]), pause: .milliseconds(300)) : ServerResponse(text: "")
        }
        defer { server.stop() }
        let began = ContinuousClock.now
        let slow = try RawConnection(port: server.port)
        try slow.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try RawConnection.get("/quick", port: server.port).status == 200)
        #expect(slow.pending.isEmpty)
        #expect(try slow.answer().body == [0x21])
        #expect(began.duration(to: .now) >= .milliseconds(300))
    }

    @Test func `a stalled answer holds nobody else up and ends when the server stops`() throws {
        let server = try HTTPServer { $0.path == "/stall" ? .stalled(for: .seconds(3_600)) : ServerResponse(text: "") }
        let first = try RawConnection(port: server.port)
        let second = try RawConnection(port: server.port)
        try first.send("GET /stall HTTP/1.1\r\nHost: x\r\n\r\n")
        try second.send("GET /stall HTTP/1.1\r\nHost: x\r\n\r\n")
        for _ in 0..<10 { #expect(try RawConnection.get("/", port: server.port).status == 200) }
        #expect(first.isSilent(for: 50))
        server.stop()
        #expect(try first.receive() == false)
        #expect(try second.receive() == false)
    }

    @Test func `an answer that still waits when the server stops is not sent early`() throws {
        let server = try HTTPServer { _ in ServerResponse(body: .bytes([0x21]), pause: .seconds(3_600)) }
        let connections = try (0..<20).map { _ in
            let connection = try RawConnection(port: server.port)
            try connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            return connection
        }
        #expect(connections[0].isSilent(for: 50))
        server.stop()
        for connection in connections { #expect(try connection.receive() == false) }
    }

    @Test func `a stall is bounded`() throws {
        let limits = HTTPServerLimits(pause: .milliseconds(50))
        let server = try HTTPServer(limits: limits) { _ in .stalled(for: .seconds(3_600)) }
        defer { server.stop() }
        let connection = try RawConnection(port: server.port)
        try connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try connection.receive() == false)
    }

    @Test func `a body that stalls half way ends when the server stops`() throws {
        let server = try HTTPServer { _ in
            let sent = Atomic(false)
            return ServerResponse(
                body: .steps(length: 8) {
                    sent.exchange(true, ordering: .relaxed) ? .pause(.seconds(3_600)) : .bytes(Array("half".utf8))
                })
        }
        let connection = try RawConnection(port: server.port)
        try connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        while !String(decoding: connection.pending, as: UTF8.self).hasSuffix("half") {
            #expect(try connection.receive())
        }
        #expect(connection.isSilent(for: 50))
        server.stop()
        #expect(try connection.receive() == false)
    }

    @Test func `a client that leaves a stalled answer does no harm`() throws {
        let limits = HTTPServerLimits(connections: 2, pause: .milliseconds(50))
        let server = try HTTPServer(limits: limits) {
            $0.path == "/stall" ? .stalled(for: .seconds(3_600)) : ServerResponse(text: "")
        }
        defer { server.stop() }
        for _ in 0..<5 {
            do {
                let connection = try RawConnection(port: server.port)
                try connection.send("GET /stall HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(connection.isSilent(for: 10))
            }
            let other = try RawConnection(port: server.port)
            #expect(try other.ask("/").status == 200)
            // The stall is over by its bound, long before this closes.
            let last = try RawConnection(port: server.port)
            try last.send("GET /stall HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try? last.receive()
        }
    }
}
