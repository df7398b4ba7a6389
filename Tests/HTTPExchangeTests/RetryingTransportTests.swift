internal import Chronology
internal import HTTPExchange
internal import Synchronization
internal import Telemetry
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct RetryingTransportTests {
    private let clock = ManualClock()

    private func retrying(
        _ stub: StubTransport, _ policy: RetryPolicy = RetryPolicy(jitter: 0), logger: Logger = .silent
    ) -> RetryingTransport {
        RetryingTransport(
            wrapping: stub, policy: policy, clock: clock, wallClock: clock.wallClock, random: { 1 }, logger: logger)
    }

    private func request() throws -> HTTPRequest {
        HTTPRequest(
            url: try #require(HTTPURL("https://api.example.com/x")),
            credential: .init(place: .query("api-key"), key: Secret("s3cret")))
    }

    @Test func `a passing failure is tried again after the wait, and the good answer comes back`() async throws {
        let stub = StubTransport([.failure(.cutBody(received: 3, expected: 9)), .success(HTTPResponse(text: "good"))])
        let transport = retrying(stub)
        let request = try request()
        async let answer = transport.send(request)
        await clock.sleepers()
        #expect(clock.nextWake == .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(try await answer.text == "good")
        #expect(stub.requests == [request, request])
    }

    @Test func `waits grow, and after the last try the outcome is handed on as it is`() async throws {
        let stub = StubTransport([.success(HTTPResponse(503, text: "down"))])
        let transport = retrying(stub)
        let request = try request()
        async let answer = transport.send(request)
        for wait in [1, 3, 9] {
            await clock.sleepers()
            #expect(clock.nextWake == .seconds(wait))
            clock.advance(by: .seconds(wait))
        }
        #expect(try await answer.status == 503)
        #expect(stub.requests.count == 4)
    }

    @Test(arguments: [200, 301, 400, 401, 403, 404])
    func `an answer that will be the same again is final`(status: Int) async throws {
        let stub = StubTransport([.success(HTTPResponse(status, text: ""))])
        #expect(try await retrying(stub).send(request()).status == status)
        #expect(stub.requests.count == 1)
    }

    @Test(arguments: [
        HTTPError.pinMismatch(host: "h"), .tlsFailed(detail: ""), .bodyTooLarge(limit: 1), .daySpent(until: nil),
        .cancelled,
    ])
    func `an error that will be the same again is final`(error: HTTPError) async throws {
        let stub = StubTransport([.failure(error)])
        await #expect(throws: error) { try await retrying(stub).send(request()) }
        #expect(stub.requests.count == 1)
    }

    @Test func `a judge who wants everything again still cannot overrule a cancellation`() async throws {
        let stub = StubTransport([.failure(.cancelled)])
        let transport = RetryingTransport(
            wrapping: stub, policy: RetryPolicy(), judge: { _ in .retry(reason: "why not") }, clock: clock,
            wallClock: clock.wallClock, random: { 1 })
        await #expect(throws: HTTPError.cancelled) { try await transport.send(request()) }
    }

    @Test(arguments: ["30", "Wed, 01 Jul 2015 00:00:30 GMT"])
    func `a wait that the server asks for is kept, in either form`(text: String) async throws {
        let limited = HTTPResponse(429, text: "", headers: [HTTPHeader("Retry-After", text)])
        let stub = StubTransport([.success(limited), .success(HTTPResponse(text: "good"))])
        let transport = retrying(stub)
        let request = try request()
        async let answer = transport.send(request)
        await clock.sleepers()
        #expect(clock.nextWake == .seconds(30))
        clock.advance(by: .seconds(30))
        #expect(try await answer.text == "good")
    }

    @Test func `when the server asks for more than the ceiling, its answer is the last`() async throws {
        let limited = HTTPResponse(503, text: "", headers: [HTTPHeader("Retry-After", "301")])
        let stub = StubTransport([.success(limited)])
        #expect(try await retrying(stub).send(request()).status == 503)
        #expect(stub.requests.count == 1)
    }

    @Test func `004-11 cancelling while it waits ends it at once`() async throws {
        let stub = StubTransport([.failure(.timedOut(.connect))])
        let transport = retrying(stub)
        let request = try request()
        let task = Task { await transport.outcome(of: request) }
        await clock.sleepers()
        task.cancel()
        guard case .failure(.cancelled) = await task.value else { throw TestFailure("not cancelled") }
        #expect(stub.requests.count == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a retry is logged with its reason and without the key`() async throws {
        let lines = Mutex<[LogEvent]>([])
        let logger = Logger(level: .info, clock: clock.wallClock) { line in lines.withLock { $0.append(line) } }
        let stub = StubTransport([.success(HTTPResponse(500, text: "")), .success(HTTPResponse(text: ""))])
        let transport = retrying(stub, logger: logger)
        let request = try request()
        async let answer = transport.send(request)
        await clock.sleepers()
        clock.advance(by: .seconds(1))
        _ = try await answer
        let line = try #require(lines.withLock { $0 }.first)
        #expect(line.message == "retrying")
        #expect(
            line.fields.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
                == "url=https://api.example.com/x?api-key=••• try=2 reason=status_500 wait_ms=1000")
    }

    @Test func `without chance waits grow to the ceiling, with chance they are shorter, never below half of it`() {
        let policy = RetryPolicy(
            attempts: 9, firstWait: .seconds(2), growth: 2, ceiling: .seconds(20), jitter: 0.5)
        #expect(
            (1...8).map { policy.wait(after: $0, random: 1) } == [2, 4, 8, 16, 20, 20, 20, 20].map { .seconds($0) })
        #expect((1...5).map { policy.wait(after: $0, random: 0) } == [1, 2, 4, 8, 10].map { .seconds($0) })
        #expect(policy.wait(after: 9, random: 1) == nil)
        #expect(RetryPolicy.never.wait(after: 1, random: 1) == nil)
    }

    @Test func `what the server asks for is a floor, not a ceiling`() {
        let policy = RetryPolicy(firstWait: .seconds(10), jitter: 0, longestAsked: .seconds(60))
        #expect(policy.wait(after: 1, asked: .seconds(3), random: 1) == .seconds(10))
        #expect(policy.wait(after: 1, asked: .seconds(60), random: 1) == .seconds(60))
        #expect(policy.wait(after: 1, asked: .seconds(61), random: 1) == nil)
    }
}
