internal import HTTPExchange
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite struct `A measuring transport` {
    private func request() throws -> HTTPRequest {
        HTTPRequest(url: try #require(HTTPURL("https://api.example.org/search")))
    }

    @Test func `tells of each exchange what came of it and how long it took, and hands it on as it is`() async throws {
        let clock = ManualClock()
        let told = Mutex<[(outcome: ExchangeOutcome, duration: Duration)]>([])
        let transport = MeasuringTransport(
            wrapping: StubTransport { _, index throws(HTTPError) in
                clock.advance(by: .milliseconds(250 * (index + 1)))
                if index == 1 { throw .timedOut(.answer) }
                return HTTPResponse(200, text: "body")
            }, clock: clock,
            record: { outcome, duration in told.withLock { $0.append((outcome, duration)) } })
        #expect(try await transport.send(request()).text == "body")
        await #expect(throws: HTTPError.timedOut(.answer)) { try await transport.send(request()) }
        #expect(told.withLock { $0.map(\.outcome) } == [.ok, .timeout])
        #expect(told.withLock { $0.map(\.duration) } == [.milliseconds(250), .milliseconds(500)])
    }

    @Test(arguments: [
        (200, "ok"), (204, "ok"), (304, "3xx"), (400, "4xx"), (401, "4xx"), (429, "429"), (404, "4xx"), (500, "5xx"),
        (503, "5xx"), (100, "other"), (700, "other"),
    ]) func `tells a status by its class`(status: Int, word: String) {
        #expect(ExchangeOutcome(.success(HTTPResponse(status: status))).rawValue == word)
    }

    @Test(
        arguments: [
            (.cannotResolve(host: "h"), "dns"), (.cannotConnect(host: "h", detail: ""), "connect"),
            (.timedOut(.connect), "timeout"), (.timedOut(.whole), "timeout"),
            (.cutBody(received: 1, expected: nil), "cut"), (.bodyTooLarge(limit: 1), "too_large"),
            (.redirectRefused(to: "", reason: ""), "redirect"), (.tooManyRedirects(limit: 1), "redirect"),
            (.tlsFailed(detail: ""), "tls"), (.pinMismatch(host: ""), "tls"), (.insecure(host: ""), "tls"),
            (.malformed(detail: ""), "damaged"), (.daySpent(until: nil), "budget"),
            (.dayReserved(until: nil), "budget"),
            (.noBudget(detail: ""), "budget"), (.cancelled, "cancelled"), (.other(detail: ""), "other"),
        ] as [(HTTPError, String)]) func `tells an error by its class`(error: HTTPError, word: String)
    {
        #expect(ExchangeOutcome(.failure(error)).rawValue == word)
    }

    @Test func `what nobody wanted any more is no failure, nor is a good answer`() {
        #expect(ExchangeOutcome.allCases.filter { !$0.isFailure } == [.ok, .cancelled])
    }
}
