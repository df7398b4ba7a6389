package import Chronology
internal import Synchronization

/// A budget in memory: the buckets under a lock, and waiters that sleep on a clock.
package final class TokenBudget: RequestBudget {
    private struct Ledger {
        var state: BudgetState
        var clocks: ClockPair
    }

    package let rates: BudgetRates
    private let ledger: Mutex<Ledger>
    private let clock: any Clock<Duration>
    private let wallClock: WallClock
    private let elapsed: @Sendable () -> Duration
    private let onWait: @Sendable (_ until: Instant, _ length: Duration) -> Void

    /// - Parameters:
    ///   - state: where an earlier budget ended.
    ///   - clock: a clock that cannot be set; waits are slept on it, and jumps of the other are seen by it.
    ///   - onWait: told whenever a request starts to wait, until when, and how long that is.
    package init(
        rates: BudgetRates, state: BudgetState = BudgetState(), clock: any Clock<Duration>, wallClock: WallClock,
        onWait: @escaping @Sendable (_ until: Instant, _ length: Duration) -> Void = { _, _ in }
    ) {
        self.rates = rates
        self.clock = clock
        self.wallClock = wallClock
        self.onWait = onWait
        elapsed = clock.stopwatch()
        ledger = Mutex(Ledger(state: state, clocks: ClockPair(wall: wallClock.now, steady: .zero)))
    }

    /// The buckets as they stand, to be kept.
    package var state: BudgetState { change { state, _ in state } }

    /// What is left now.
    package var left: BudgetLeft { change { state, now in state.left(at: now, rates: rates) } }

    package func acquire() async throws(HTTPError) -> BudgetGrant {
        while true {
            if Task.isCancelled { throw .cancelled }
            let (decision, now) = change { state, now in (state.ask(at: now, rates: rates), now) }
            switch decision {
            case .go(let grant): return grant
            case .spent(let until): throw .daySpent(until: until)
            case .wait(let until):
                onWait(until, until.since(now))
                do { try await clock.sleep(for: until.since(now)) } catch { throw .cancelled }
            }
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
            if let jump = ledger.clocks.jump(wall: now, steady: elapsed()) { ledger.state.clockJumped(by: jump) }
            return body(&ledger.state, now)
        }
    }
}

/// Sees when the wall's clock was set, by comparing it with one that cannot be.
struct ClockPair: Sendable {
    private var wall: Instant
    private var steady: Duration
    /// Less than this is a clock that is merely being steered.
    private static let tolerance = Duration.seconds(1)

    init(wall: Instant, steady: Duration) {
        self.wall = wall
        self.steady = steady
    }

    /// By how much the wall's clock was set since the last look, or nil.
    mutating func jump(wall: Instant, steady: Duration) -> Duration? {
        let jump = wall.since(self.wall) - (steady - self.steady)
        self.wall = wall
        self.steady = steady
        return jump > Self.tolerance || jump < .zero - Self.tolerance ? jump : nil
    }
}

extension Clock where Duration == Swift.Duration {
    /// Starts counting; each call says how much time has passed since.
    func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
