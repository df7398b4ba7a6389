internal import Chronology
internal import HTTPExchange
internal import TestSupport
internal import Testing

@Suite struct BudgetClockTests {
    private let start = Instant(secondsSince1970: 1_435_752_000)  // 2015-07-01T12:00:00Z
    private let rates = BudgetRates(perMinute: 0, perDay: 10)

    private func at(_ seconds: Int64) -> Instant { start.adding(.seconds(seconds)) }

    /// Asks so often and settles at once.
    private func use(_ count: Int, _ state: inout BudgetState, at now: Instant) -> Int {
        (0..<count).count { _ in
            guard case .go(let grant) = state.ask(at: now, rates: rates) else { return false }
            state.settle(grant, .accepted, at: now, rates: rates)
            return true
        }
    }

    @Test(arguments: [13 * 3_600, 86_400, 3 * 365 * 86_400])
    func `a clock set forth does not begin a new day's budget, but its next day does`(jump: Int64) {
        var state = BudgetState()
        #expect(use(10, &state, at: start) == 10)
        state.clockJumped(by: .seconds(jump), rates: rates)
        #expect(use(1, &state, at: at(jump)) == 0)
        #expect(use(20, &state, at: at(jump + 86_400)) == 10)
    }

    @Test func `a clock set back over midnight finds the day before as spent as it was, and today likewise`() {
        var state = BudgetState()
        #expect(use(9, &state, at: start) == 9)
        let midnight: Int64 = 12 * 3_600
        #expect(use(4, &state, at: at(midnight + 2)) == 4)
        #expect(use(5, &state, at: at(midnight - 4)) == 1)
        #expect(use(10, &state, at: at(midnight + 60)) == 6)
    }

    @Test func `a clock set back by years carries the day along and blocks nobody for years`() {
        var state = BudgetState()
        #expect(use(10, &state, at: start) == 10)
        let past: Int64 = -3 * 365 * 86_400
        #expect(use(1, &state, at: at(past)) == 0)
        #expect(use(20, &state, at: at(past + 86_400)) == 10)
        #expect(use(20, &state, at: at(past + 2 * 86_400)) == 10)
    }

    @Test(arguments: [13 * 3_600, 86_400])
    func `a day that the server ended is over under every date the clock is set to`(jump: Int64) {
        var state = BudgetState(
            today: BudgetState.Day(start.utcDay, used: 3, isSpent: true), pausedUntil: at(3_600), latest: start)
        state.clockJumped(by: .seconds(jump), rates: rates)
        #expect(use(1, &state, at: at(jump)) == 0)
        #expect(state.today == BudgetState.Day(start.utcDay.adding(days: 1), used: 3, isSpent: true))
    }

    @Test func `a request under way at midnight counts in both days`() {
        var state = BudgetState()
        let late = at(12 * 3_600 - 1)
        #expect(use(7, &state, at: late) == 7)
        guard case .go(let grant) = state.ask(at: late, rates: rates) else { return #expect(Bool(false)) }
        let early = at(12 * 3_600 + 1)
        #expect(state.left(at: early, rates: rates).day == 9)
        state.settle(grant, .accepted, at: early, rates: rates)
        #expect(use(20, &state, at: early) == 9)
    }

    @Test func `an answer that comes when its request was let go counts all the same`() {
        var state = BudgetState()
        let rates = BudgetRates(perMinute: 1, perDay: 0)
        guard case .go(let grant) = state.ask(at: start, rates: rates) else { return #expect(Bool(false)) }
        #expect(state.left(at: at(600), rates: rates).minute == 1)
        state.settle(grant, .accepted, at: at(601), rates: rates)
        #expect(state.ask(at: at(602), rates: rates) == .wait(until: at(661)))
    }

    @Test func `where a budget stands is told without asking it`() {
        let rates = BudgetRates(perMinute: 5, perDay: 10)
        var state = BudgetState()
        let midnight = at(12 * 3_600)
        #expect(
            state.standing(at: start, rates: rates)
                == BudgetStanding(left: BudgetLeft(minute: 5, day: 10), dayReturnsAt: midnight, pausedUntil: nil))
        guard case .go(let grant) = state.ask(at: start, rates: rates) else { return #expect(Bool(false)) }
        state.settle(grant, .limited(retryAfter: .seconds(30)), at: start, rates: rates)
        let before = state
        #expect(
            state.standing(at: at(1), rates: rates)
                == BudgetStanding(left: BudgetLeft(minute: 4, day: 9), dayReturnsAt: midnight, pausedUntil: at(30)))
        #expect(state.standing(at: at(30), rates: rates).pausedUntil == nil)
        #expect(state == before)
        let free = BudgetState().standing(at: start, rates: BudgetRates(perMinute: 0, perDay: 0))
        #expect(free == BudgetStanding(left: BudgetLeft(minute: nil, day: nil), dayReturnsAt: nil, pausedUntil: nil))
    }

    @Test func `two clocks side by side tell one that was set from one that is steered`() {
        var clocks = ClockPair(wall: start, steady: .seconds(5))
        #expect(clocks.jump(wall: at(100), steady: .seconds(105)) == nil)
        #expect(clocks.jump(wall: at(101), steady: .milliseconds(106_900)) == nil)
        #expect(clocks.jump(wall: at(3_701), steady: .milliseconds(106_900)) == .seconds(3_600))
        #expect(clocks.jump(wall: at(101), steady: .milliseconds(106_900)) == .seconds(-3_600))
    }

    @Test(arguments: 0..<30)
    func `however the clock is set, no sixty seconds and no date on the wall hold more than the rates`(seed: Int) {
        var random = Dice(seed: UInt64(seed) + 77)
        let rates = BudgetRates(perMinute: 3, perDay: 40)
        var state = BudgetState()
        // Milliseconds of the clock that nobody sets, and how far the other is ahead of it.
        var (now, drift) = (0 as Int64, 0 as Int64)
        func wall() -> Instant { start.adding(.milliseconds(now + drift)) }
        var times: [Int64] = []
        var dates: [CalendarDay: Int] = [:]
        for _ in 0..<3_000 {
            if Int.random(in: 0..<40, using: &random) == 0 {
                let jump = Int64.random(in: -7_200_000...7_200_000, using: &random)
                drift += jump
                // One that goes forth is noticed by somebody; one that goes back, by the value itself.
                if jump > 0 { state.clockJumped(by: .milliseconds(jump), rates: rates) }
            }
            switch state.ask(at: wall(), rates: rates) {
            case .go(let grant):
                times.append(now)
                dates[wall().utcDay, default: 0] += 1
                state.settle(grant, .accepted, at: wall(), rates: rates)
                now += Int64.random(in: 0...20_000, using: &random)
            case .wait(let until): now += until.since(wall()).milliseconds
            case .spent, .paused: now += Int64.random(in: 0...3_600_000, using: &random)
            case .reserved: Issue.record("nothing is reserved")
            }
        }
        for index in times.indices.dropFirst(3) { #expect(times[index] - times[index - 3] >= 60_000) }
        #expect(dates.values.allSatisfy { $0 <= 40 } && dates.values.contains(40))
    }
}
