internal import Chronology
internal import HTTPExchange
internal import TestSupport
internal import Testing

@Suite struct RetryingTransportTests {
    private let clock = ManualClock()

    private func retrying(_ stub: StubTransport, _ policy: RetryPolicy = RetryPolicy(jitter: 0)) -> RetryingTransport {
        RetryingTransport(
            wrapping: stub, policy: policy, clock: clock, wallClock: clock.wallClock, random: { 1 })
    }

    @Test func `a passing failure is tried again after the wait, and the good answer comes back`() async throws {
        let stub = StubTransport([.failure(.cutBody(received: 3, expected: 9)), .success(HTTPResponse(text: "good"))])
        let transport = retrying(stub)
        async let answer = transport.send(request())
        await clock.sleepers()
        #expect(clock.nextWake == .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(try await answer.text == "good")
        #expect(stub.requests.count == 2)
    }

    private func request() throws -> HTTPRequest {
        HTTPRequest(url: try #require(HTTPURL("https://api.example.com/x")))
    }
}
