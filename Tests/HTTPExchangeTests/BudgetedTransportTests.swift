internal import Chronology
internal import HTTPExchange
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct BudgetedTransportTests {
    private let clock = ManualClock()

    private func budget(
        perMinute: Int, perDay: Int = 0, onWait: @escaping @Sendable (Instant, Duration) -> Void = { _, _ in }
    ) -> TokenBudget {
        TokenBudget(
            rates: BudgetRates(perMinute: perMinute, perDay: perDay), clock: clock, wallClock: clock.wallClock,
            onWait: onWait)
    }

    private func request() throws -> HTTPRequest { HTTPRequest(url: try #require(HTTPURL("https://api.example.com/"))) }

    @Test func `the request above the rate waits, tells until when, and then goes`() async throws {
        let told = Mutex<[String]>([])
        let budget = budget(perMinute: 2) { until, length in told.withLock { $0.append("\(until) \(length)") } }
        let stub = StubTransport([.success(HTTPResponse(text: "good"))])
        let transport = BudgetedTransport(wrapping: stub, budget: budget, wallClock: clock.wallClock)
        let request = try request()
        for _ in 0..<2 { _ = try await transport.send(request) }
        clock.advance(by: .seconds(48))
        async let third = transport.send(request)
        await clock.sleepers()
        #expect(stub.requests.count == 2)
        #expect(told.withLock { $0 } == ["2015-07-01T00:01:00Z 12.0 seconds"])
        clock.advance(by: .seconds(12))
        #expect(try await third.text == "good")
    }

    @Test func `cancelling while waiting loses no token`() async throws {
        let budget = budget(perMinute: 1)
        let stub = StubTransport([.success(HTTPResponse(text: ""))])
        let transport = BudgetedTransport(wrapping: stub, budget: budget, wallClock: clock.wallClock)
        let request = try request()
        _ = try await transport.send(request)
        let waiting = (0..<5).map { _ in Task { await transport.outcome(of: request) } }
        await clock.sleepers(5)
        for task in waiting { task.cancel() }
        for task in waiting {
            guard case .failure(.cancelled) = await task.value else { throw TestFailure("not cancelled") }
        }
        #expect(stub.requests.count == 1)
        clock.advance(by: .seconds(60))
        #expect(budget.left.minute == 1)
        _ = try await transport.send(request)
        #expect(stub.requests.count == 2)
    }

    @Test func `many waiters together never exceed the rate`() async throws {
        let budget = budget(perMinute: 3)
        let times = Mutex<[Duration]>([])
        let clock = clock
        let stub = StubTransport { _, _ in
            times.withLock { $0.append(clock.now.offset) }
            return HTTPResponse(text: "")
        }
        let transport = BudgetedTransport(wrapping: stub, budget: budget, wallClock: clock.wallClock)
        let request = try request()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<9 { group.addTask { _ = try await transport.send(request) } }
            for left in [6, 3] {
                await clock.sleepers(left)
                clock.advance(by: .seconds(60))
            }
            try await group.waitForAll()
        }
        #expect(times.withLock { $0 } == [0, 0, 0, 60, 60, 60, 120, 120, 120].map { .seconds($0) })
    }

    @Test func `a request that never reached the server costs nothing, one that may have costs a token`() async throws {
        let budget = budget(perMinute: 10, perDay: 10)
        let stub = StubTransport([
            .failure(.cannotConnect(host: "h", detail: "refused")), .failure(.cannotResolve(host: "h")),
            .failure(.cutBody(received: 0, expected: nil)), .success(HTTPResponse(500, text: "")),
        ])
        let transport = BudgetedTransport(wrapping: stub, budget: budget, wallClock: clock.wallClock)
        let request = try request()
        var left: [Int?] = []
        for _ in 0..<4 {
            _ = await transport.outcome(of: request)
            left.append(budget.left.day)
        }
        #expect(left == [10, 10, 9, 8])
        #expect(budget.left.minute == 8)
    }

    @Test func `a 429 teaches: the next request waits as long as the server said`() async throws {
        let budget = budget(perMinute: 0)
        let limited = HTTPResponse(429, text: "", headers: [HTTPHeader("Retry-After", "17")])
        let stub = StubTransport([.success(limited), .success(HTTPResponse(text: "good"))])
        let transport = BudgetedTransport(wrapping: stub, budget: budget, wallClock: clock.wallClock)
        let request = try request()
        #expect(try await transport.send(request).status == 429)
        async let second = transport.send(request)
        await clock.sleepers()
        #expect(clock.nextWake == .seconds(17))
        clock.advance(by: .seconds(17))
        #expect(try await second.text == "good")
    }

    @Test(arguments: [500, 502, 503, 504, 529])
    func `a wait that any 5xx names is obeyed by whoever asks next`(_ status: Int) async throws {
        let budget = budget(perMinute: 0)
        let wait = HTTPHeader("Retry-After", "3600")
        let stub = StubTransport([.success(HTTPResponse(status, text: "", headers: [wait]))])
        let until = clock.wallClock.now.adding(.seconds(3_600))
        for asker in ["a", "b"] {
            let transport = RetryingTransport(
                wrapping: BudgetedTransport(
                    wrapping: stub, budget: budget, wallClock: clock.wallClock, asker: asker),
                policy: RetryPolicy(), clock: clock, wallClock: clock.wallClock, random: { 1 })
            let outcome = await transport.outcome(of: try request())
            switch (asker, outcome) {
            case ("a", .success(let response)): #expect(response.status == status)
            case ("b", .failure(let error)): #expect(error == .paused(until: until))
            default: Issue.record("\(asker): \(outcome)")
            }
        }
        #expect(stub.requests.count == 1)
    }

    @Test func `a 5xx that names no wait holds up nobody else`() async throws {
        let stub = StubTransport([.success(HTTPResponse(503, text: ""))])
        let transport = BudgetedTransport(
            wrapping: stub, budget: budget(perMinute: 0), wallClock: clock.wallClock)
        for _ in 0..<3 { #expect(try await transport.send(try request()).status == 503) }
    }

    @Test func `retried through the budget, a 429 that persists over clean minutes holds the query for an hour`()
        async throws
    {
        let budget = budget(perMinute: 5)
        let stub = StubTransport([.success(HTTPResponse(429, text: ""))])
        let transport = RetryingTransport(
            wrapping: BudgetedTransport(wrapping: stub, budget: budget, wallClock: clock.wallClock),
            policy: RetryPolicy(attempts: 10, jitter: 0), clock: clock, wallClock: clock.wallClock, random: { 1 })
        let request = try request()
        let heldUntil = clock.wallClock.now.adding(.seconds(180 + 3_600))
        let task = Task { await transport.outcome(of: request) }
        // Retry and budget wait one after the other, to the same end: one minute after each refusal. The last wait is
        // the retry's alone, after which the query is found held.
        for wait in [1, 59, 3, 57, 9, 51, 27] {
            await clock.sleepers()
            #expect(clock.nextWake == .seconds(wait))
            clock.advance(by: .seconds(wait))
        }
        guard case .failure(.paused(until: heldUntil)) = await task.value else { throw TestFailure("not held") }
        #expect(stub.requests.count == 4)
    }

    @Test func `a spent day is said at once, with its end`() async throws {
        let budget = budget(perMinute: 0, perDay: 1)
        let stub = StubTransport([.success(HTTPResponse(text: ""))])
        let transport = BudgetedTransport(wrapping: stub, budget: budget, wallClock: clock.wallClock)
        _ = try await transport.send(request())
        await #expect(throws: HTTPError.daySpent(until: Instant(secondsSince1970: 1_435_795_200))) {
            try await transport.send(request())
        }
        #expect(stub.requests.count == 1)
        clock.advance(by: .seconds(86_400))
        _ = try await transport.send(request())
    }

    @Test(arguments: [3_600, -3_600])
    func `a clock on the wall that is set, forth or back, changes no wait`(jump: Int) async throws {
        let budget = budget(perMinute: 1)
        let grant = try await budget.acquire()
        budget.settle(grant, .accepted)
        clock.jump(by: .seconds(jump))
        async let second = budget.acquire()
        await clock.sleepers()
        #expect(clock.nextWake == .seconds(60))
        clock.advance(by: .seconds(60))
        _ = try await second
    }

    @Test func `a budget goes on where an earlier one ended`() async throws {
        let first = budget(perMinute: 0, perDay: 2)
        for _ in 0..<2 { first.settle(try await first.acquire(), .accepted) }
        let second = TokenBudget(
            rates: first.rates, state: first.state, clock: clock, wallClock: clock.wallClock)
        #expect(second.left.day == 0)
    }
}
