package import Chronology
package import HTTPExchange
internal import Synchronization

/// A budget in memory, forgotten with the process: the buckets under a lock.
package final class TokenBudget: RequestBudget {
    private struct Ledger {
        var state: BudgetState
        var clocks: ClockPair
    }

    package let rates: BudgetRates
    private let ledger: Mutex<Ledger>
    private let wait: BudgetWait
    private let wallClock: WallClock
    private let elapsed: @Sendable () -> Duration

    /// - Parameters:
    ///   - state: where an earlier budget ended.
    ///   - clock: a clock that cannot be set; waits are slept on it, and jumps of the other are seen by it.
    ///   - onWait: told whenever a request starts to wait, until when, and how long that is.
    package init(
        rates: BudgetRates, state: BudgetState = BudgetState(), clock: any Clock<Duration>, wallClock: WallClock,
        onWait: @escaping @Sendable (_ until: Instant, _ length: Duration) -> Void = { _, _ in }
    ) {
        self.rates = rates
        self.wallClock = wallClock
        wait = BudgetWait(clock: clock, onWait: onWait)
        elapsed = Self.stopwatch(clock)
        ledger = Mutex(Ledger(state: state, clocks: ClockPair(wall: wallClock.now, steady: .zero)))
    }

    /// The buckets as they stand, to be kept.
    package var state: BudgetState { change { state, _ in state } }

    /// What is left now.
    package var left: BudgetLeft { change { state, now in state.left(at: now, rates: rates) } }

    package func acquire(
        _ priority: RequestPriority = .fresh, for asker: String = ""
    ) async throws(HTTPError) -> BudgetGrant {
        try await wait.grant { () throws(HTTPError) in
            change { state, now in (state.ask(priority, for: asker, at: now, rates: rates), now) }
        }
    }

    package func refund(_ grant: BudgetGrant) { change { state, _ in state.refund(grant, rates: rates) } }

    package func settle(_ grant: BudgetGrant, _ answer: BudgetAnswer) {
        change { state, now in state.settle(grant, answer, at: now, rates: rates) }
    }

    package func penalise(until instant: Instant) {
        change { state, now in state.penalise(until: instant, at: now, rates: rates) }
    }

    private func change<Result: Sendable>(_ body: (inout BudgetState, Instant) -> Result) -> Result {
        ledger.withLock { ledger in
            let now = wallClock.now
            if let jump = ledger.clocks.jump(wall: now, steady: elapsed()) {
                ledger.state.clockJumped(by: jump, rates: rates)
            }
            return body(&ledger.state, now)
        }
    }

    private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
