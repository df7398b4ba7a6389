internal import Chronology
internal import HTTPExchange
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct BudgetReserveTests {
    private let noon = Instant(secondsSince1970: 1_435_752_000)  // 2015-07-01T12:00:00Z
    private let midnight = Instant(secondsSince1970: 1_435_795_200)
    private let rates = BudgetRates(perMinute: 0, perDay: 10, reservedPerDay: 3)

    private func count(_ priority: RequestPriority, _ state: inout BudgetState, _ rates: BudgetRates? = nil) -> Int {
        var count = 0
        while case .go(let grant) = state.ask(priority, at: noon, rates: rates ?? self.rates) {
            state.settle(grant, .accepted, at: noon, rates: rates ?? self.rates)
            count += 1
        }
        return count
    }

    @Test func `a backfill leaves the reserve to what is fresh`() {
        var state = BudgetState()
        #expect(count(.backfill, &state) == 7)
        #expect(state.ask(.backfill, at: noon, rates: rates) == .reserved(until: midnight))
        #expect(count(.fresh, &state) == 3)
        #expect(state.ask(.backfill, at: noon, rates: rates) == .spent(until: midnight))
        #expect(count(.backfill, &state) == 0)
    }

    @Test func `what was fresh in the morning does not use the reserve up`() {
        var state = BudgetState()
        for _ in 0..<4 { _ = state.ask(at: noon, rates: rates) }
        #expect(count(.backfill, &state) == 3)
        #expect(count(.fresh, &state) == 3)
    }

    @Test(arguments: [(0, 10), (10, 0), (15, 0)])
    func `a reserve of nothing keeps nothing, one of everything keeps all`(reserve: Int, backfill: Int) {
        var state = BudgetState()
        let rates = BudgetRates(perMinute: 0, perDay: 10, reservedPerDay: reserve)
        #expect(count(.backfill, &state, rates) == backfill)
        #expect(count(.fresh, &state, rates) == 10 - backfill)
    }

    @Test func `without a limit of the day there is nothing to keep`() {
        var state = BudgetState()
        let rates = BudgetRates(perMinute: 100, perDay: 0, reservedPerDay: 5)
        #expect(count(.backfill, &state, rates) == 100)
    }

    @Test func `a request says for whom it is, and a backfill that waits for tomorrow says why`() async throws {
        let clock = ManualClock(startingAt: noon)
        let budget = TokenBudget(rates: rates, clock: clock, wallClock: clock.wallClock)
        let stub = StubTransport([.success(HTTPResponse(text: ""))])
        let transport = BudgetedTransport(wrapping: stub, budget: budget, wallClock: clock.wallClock)
        var request = HTTPRequest(url: try #require(HTTPURL("https://api.example.com/")))
        #expect(request.priority == .fresh)
        request.priority = .backfill
        for _ in 0..<7 { _ = try await transport.send(request) }
        await #expect(throws: HTTPError.dayReserved(until: midnight)) { try await transport.send(request) }
        request.priority = .fresh
        for _ in 0..<3 { _ = try await transport.send(request) }
        await #expect(throws: HTTPError.daySpent(until: midnight)) { try await transport.send(request) }
        clock.advance(by: midnight.since(noon))
        request.priority = .backfill
        _ = try await transport.send(request)
        #expect(stub.requests.count == 11)
    }
}
