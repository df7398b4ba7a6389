internal import Chronology
internal import HTTPExchange
internal import TestSupport
internal import Testing

@Suite struct BudgetStateTests {
    private let start = Instant(secondsSince1970: 1_435_752_000)  // 2015-07-01T12:00:00Z
    private let nyt = BudgetRates(perMinute: 5, perDay: 500)

    private func at(_ seconds: Double) -> Instant { start.adding(.milliseconds(Int64(seconds * 1_000))) }

    /// Asks and, where it goes, settles so long after.
    private func use(
        _ state: inout BudgetState, _ asker: String = "a", at seconds: Double, for length: Double = 0,
        _ answer: BudgetAnswer = .accepted, rates: BudgetRates? = nil
    ) -> BudgetState.Decision {
        let rates = rates ?? nyt
        let decision = state.ask(for: asker, at: at(seconds), rates: rates)
        if case .go(let grant) = decision { state.settle(grant, answer, at: at(seconds + length), rates: rates) }
        return decision
    }

    private func isGo(_ decision: BudgetState.Decision) -> Bool {
        guard case .go = decision else { return false }
        return true
    }

    @Test func `five go at once, the sixth waits for a minute after the first answer`() {
        var state = BudgetState()
        for index in 0..<5 { #expect(isGo(use(&state, at: Double(index), for: 0.3))) }
        #expect(use(&state, at: 5) == .wait(until: at(60.3)))
        #expect(use(&state, at: 60.2) == .wait(until: at(60.3)))
        #expect(isGo(use(&state, at: 60.3)))
        #expect(use(&state, at: 60.4) == .wait(until: at(61.3)))
    }

    @Test func `a request that is still under way holds its place`() {
        var state = BudgetState()
        for _ in 0..<5 { _ = state.ask(at: at(0), rates: nyt) }
        #expect(use(&state, at: 90) == .wait(until: at(150)))
        // Whoever should have settled is gone.
        #expect(isGo(use(&state, at: 600)))
    }

    @Test func `zero is no limit`() {
        var state = BudgetState()
        let free = BudgetRates(perMinute: 0, perDay: 0)
        for _ in 0..<10_000 { #expect(isGo(use(&state, at: 0, rates: free))) }
        #expect(state.left(at: at(0), rates: free) == BudgetState().left(at: at(0), rates: free))
        #expect(state.entries.isEmpty)
    }

    @Test func `the day's last request is the last until the day ends in the provider's zone`() throws {
        var state = BudgetState()
        let rates = BudgetRates(perMinute: 0, perDay: 3)
        for _ in 0..<3 { #expect(isGo(use(&state, at: 0, rates: rates))) }
        let midnight = Instant(startOf: start.utcDay.adding(days: 1))
        #expect(use(&state, at: 1, rates: rates) == .spent(until: midnight))
        #expect(isGo(use(&state, at: 12 * 3_600, rates: rates)))
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        let eastern = BudgetRates(perMinute: 0, perDay: 3, zone: zone)
        var other = BudgetState()
        for _ in 0..<3 { #expect(isGo(use(&other, at: 0, rates: eastern))) }
        #expect(use(&other, at: 1, rates: eastern) == .spent(until: midnight.adding(.seconds(4 * 3_600))))
    }

    @Test func `a refund gives back minute and day`() {
        var state = BudgetState()
        let rates = BudgetRates(perMinute: 1, perDay: 1)
        guard case .go(let grant) = state.ask(at: at(0), rates: rates) else { return #expect(Bool(false)) }
        #expect(state.left(at: at(0), rates: rates) == BudgetLeft(minute: 0, day: 0))
        state.refund(grant, rates: rates)
        #expect(state.left(at: at(0), rates: rates) == BudgetLeft(minute: 1, day: 1))
        #expect(isGo(use(&state, at: 0, rates: rates)))
    }

    @Test func `a 429 that names a wait is believed, but not for years`() {
        var state = BudgetState()
        _ = use(&state, at: 0, .limited(retryAfter: .seconds(7)))
        #expect(use(&state, at: 1) == .wait(until: at(7)))
        #expect(isGo(use(&state, at: 7)))
        _ = use(&state, at: 8, .limited(retryAfter: .seconds(3_600)))
        #expect(use(&state, at: 9) == .paused(until: at(3_608)))
        var other = BudgetState()
        _ = use(&other, at: 0, .limited(retryAfter: .seconds(Int32.max)))
        #expect(use(&other, at: 1) == .paused(until: at(86_400)))
    }

    /// Refuses a query's requests, one a minute, until it is held; returns when that was.
    private func holdBack(_ asker: String, _ state: inout BudgetState, from seconds: Double) -> Double {
        for minute in 0..<4 {
            let now = seconds + Double(minute) * 60
            #expect(isGo(use(&state, asker, at: now, .limited(retryAfter: nil))), "\(asker), minute \(minute)")
        }
        return seconds + 180
    }

    @Test func `a 429 without a wait waits for a minute; a query refused over three clean minutes waits for an hour`() {
        var state = BudgetState()
        for minute in 0..<3 {
            #expect(isGo(use(&state, at: Double(minute) * 60, .limited(retryAfter: nil))))
            #expect(use(&state, at: Double(minute) * 60 + 1) == .wait(until: at(Double(minute) * 60 + 60)))
        }
        #expect(isGo(use(&state, at: 180, .limited(retryAfter: nil))))
        #expect(use(&state, at: 240) == .paused(until: at(180 + 3_600)))
        #expect(state.left(at: at(240), rates: nyt).day == 496, "the day is not called spent for one query")
        // One probe, then an hour more.
        #expect(isGo(use(&state, at: 3_780, .limited(retryAfter: nil))))
        #expect(use(&state, at: 3_840) == .paused(until: at(7_380)))
        #expect(isGo(use(&state, at: 7_380)))
        #expect(isGo(use(&state, at: 7_381)), "an answer begins the count anew")
    }

    @Test func `of three queries one that is always refused holds up the others for minutes alone`() {
        var state = BudgetState()
        var asked: [String: Int] = [:]
        let rates = BudgetRates(perMinute: 60, perDay: 5_000)
        for minute in 0..<600 {
            for asker in ["a", "b", "bad"] {
                let answer: BudgetAnswer = asker == "bad" ? .limited(retryAfter: nil) : .accepted
                if isGo(use(&state, asker, at: Double(minute) * 60 + 1, answer, rates: rates)) {
                    asked[asker, default: 0] += 1
                }
            }
        }
        #expect((4 + 8...4 + 10).contains(asked["bad"] ?? 0), "\(asked): four, and one an hour")
        #expect((asked["a"] ?? 0) >= 580 && (asked["b"] ?? 0) >= 580, "\(asked)")
        #expect(state.today?.isSpent == false)
    }

    @Test func `the day is spent when a second query is refused as long, and is tried once an hour`() {
        var state = BudgetState()
        let first = holdBack("a", &state, from: 0)
        let second = holdBack("b", &state, from: first + 60)
        #expect(use(&state, "c", at: second + 60) == .spent(until: at(second + 3_600)))
        #expect(state.left(at: at(second + 60), rates: nyt).day == 0)
        #expect(isGo(use(&state, "c", at: second + 3_600, for: 5, .limited(retryAfter: nil))))
        #expect(use(&state, "a", at: second + 3_606) == .spent(until: at(second + 7_205)))
        // While a probe is under way nobody else asks.
        let decision = state.ask(for: "c", at: at(second + 7_205), rates: nyt)
        guard case .go(let probe) = decision else { return #expect(Bool(false), "\(decision)") }
        #expect(use(&state, "a", at: second + 7_206) == .spent(until: at(second + 10_805)))
        state.settle(probe, .accepted, at: at(second + 7_210), rates: nyt)
        for asker in ["a", "b", "c"] { #expect(isGo(use(&state, asker, at: second + 7_211)), "\(asker)") }
        #expect(state.left(at: at(second + 7_212), rates: nyt).day == 500 - 13)
    }

    @Test func `a spent day ends at midnight, whatever was refused before`() {
        var state = BudgetState()
        let evening = 12 * 3_600 - 1_000.0
        let second = holdBack("b", &state, from: holdBack("a", &state, from: evening) + 60)
        let midnight = Instant(startOf: start.utcDay.adding(days: 1))
        #expect(use(&state, "c", at: second + 60) == .spent(until: midnight))
        #expect(isGo(use(&state, "a", at: second + 3_600)))
        #expect(state.refusals.isEmpty)
    }

    @Test func `an answer in between begins the count of its query anew`() {
        var state = BudgetState()
        for minute in 0..<3 { _ = use(&state, at: Double(minute) * 60, .limited(retryAfter: nil)) }
        #expect(isGo(use(&state, "b", at: 180)) && state.refusals.map(\.count) == [3], "of another query it does not")
        #expect(isGo(use(&state, at: 181)) && state.refusals.isEmpty)
        for minute in 4..<7 { #expect(isGo(use(&state, at: Double(minute) * 60, .limited(retryAfter: nil)))) }
        #expect(state.today?.isSpent == false)
    }

    @Test func `refusals of requests that were under way together count once`() {
        var state = BudgetState()
        var grants: [BudgetGrant] = []
        for _ in 0..<5 { if case .go(let grant) = state.ask(at: at(0), rates: nyt) { grants.append(grant) } }
        #expect(grants.count == 5)
        for grant in grants { state.settle(grant, .limited(retryAfter: nil), at: at(1), rates: nyt) }
        #expect(state.refusals.map(\.count) == [1])
        #expect(state.ask(at: at(2), rates: nyt) == .wait(until: at(61)))
    }

    @Test func `an old answer does not lift a pause that began after its request`() {
        var state = BudgetState()
        guard case .go(let slow) = state.ask(at: at(0), rates: nyt) else { return #expect(Bool(false)) }
        _ = use(&state, at: 1, .limited(retryAfter: .seconds(30)))
        state.settle(slow, .accepted, at: at(2), rates: nyt)
        #expect(state.ask(at: at(3), rates: nyt) == .wait(until: at(31)))
    }

    @Test func `a penalty from outside stops everything until then`() {
        var state = BudgetState()
        state.penalise(until: at(20), at: at(0), rates: nyt)
        state.penalise(until: at(10), at: at(0), rates: nyt)
        #expect(state.ask(at: at(5), rates: nyt) == .wait(until: at(20)))
    }

    @Test func `a clock that goes back starves nobody and gives nothing twice`() {
        var state = BudgetState()
        for _ in 0..<5 { #expect(isGo(use(&state, at: 0))) }
        let day = -86_400.0
        #expect(use(&state, at: day) == .wait(until: at(day + 60)))
        #expect(isGo(use(&state, at: day + 60)))
        #expect(state.usedToday == 6)
        var paused = BudgetState()
        paused.penalise(until: at(30), at: at(0), rates: nyt)
        #expect(paused.ask(at: at(-3_600), rates: nyt) == .wait(until: at(-3_570)))
    }

    @Test func `a jump that was noticed moves the past along: no flood`() {
        var state = BudgetState()
        for _ in 0..<5 { #expect(isGo(use(&state, at: 0))) }
        state.clockJumped(by: .seconds(3_600), rates: nyt)
        #expect(use(&state, at: 3_601) == .wait(until: at(3_660)))
    }

    @Test func `a rate that is lowered counts what was granted under the old one`() {
        var state = BudgetState()
        for index in 0..<10 { _ = use(&state, at: Double(index), rates: BudgetRates(perMinute: 10, perDay: 0)) }
        #expect(use(&state, at: 10, rates: BudgetRates(perMinute: 2, perDay: 0)) == .wait(until: at(68)))
    }

    @Test(arguments: 0..<50)
    func `whatever the traffic, no sixty seconds hold more than the rate, and waiting always helps`(seed: Int) {
        var random = Dice(seed: UInt64(seed))
        let rate = Int.random(in: 1...6, using: &random)
        let rates = BudgetRates(perMinute: rate, perDay: 0)
        var state = BudgetState()
        var now = 0.0
        var underWay: [(grant: BudgetGrant, sent: Double, end: Double)] = []
        var counted: [Double] = []
        var waitsInARow = 0
        for _ in 0..<400 {
            for item in underWay.filter({ $0.end <= now }).sorted(by: { $0.end < $1.end }) {
                state.settle(item.grant, .accepted, at: at(item.end), rates: rates)
            }
            underWay.removeAll { $0.end <= now }
            switch state.ask(at: at(now), rates: rates) {
            case .go(let grant):
                waitsInARow = 0
                let length = Double.random(in: 0...20, using: &random).rounded()
                // The server counts it at any time between sending and answering.
                counted.append(Double.random(in: now...(now + length), using: &random))
                underWay.append((grant, now, now + length))
                now += Double.random(in: 0...5, using: &random).rounded()
            case .wait(let until):
                waitsInARow += 1
                let next = Double(until.since(start).components.seconds)
                #expect(next > now)
                now = underWay.map(\.end).min().map { min(max($0, now), next) } ?? next
                if underWay.isEmpty { #expect(waitsInARow < 2 * rate + 2) }
            case .spent, .reserved, .paused: Issue.record("no day limit, yet spent")
            }
        }
        counted.sort()
        for (index, time) in counted.enumerated() where index + rate < counted.count {
            #expect(counted[index + rate] - time >= 60 - 0.001)
        }
        #expect(counted.count > 50)
    }

}
