package import Chronology

/// How a decision of the buckets becomes a grant: by asking, sleeping, and asking again.
package struct BudgetWait: Sendable {
    private let clock: any Clock<Duration>
    private let onWait: @Sendable (_ until: Instant, _ length: Duration) -> Void

    /// - Parameters:
    ///   - clock: a clock that cannot be set; waits are slept on it.
    ///   - onWait: told whenever a request starts to wait, until when, and how long that is.
    package init(
        clock: any Clock<Duration>, onWait: @escaping @Sendable (_ until: Instant, _ length: Duration) -> Void
    ) {
        self.clock = clock
        self.onWait = onWait
    }

    /// Asks until there is a grant; cancelled meanwhile, nothing is taken.
    ///
    /// - Parameter ask: the decision, and what the wall said when it was taken.
    package func grant(
        asking ask: () async throws(HTTPError) -> (BudgetState.Decision, Instant)
    ) async throws(HTTPError) -> BudgetGrant {
        while true {
            if Task.isCancelled { throw .cancelled }
            let (decision, now) = try await ask()
            switch decision {
            case .go(let grant): return grant
            case .paused(let until): throw .paused(until: until)
            case .spent(let until): throw .daySpent(until: until)
            case .reserved(let until): throw .dayReserved(until: until)
            case .wait(let until):
                onWait(until, until.since(now))
                do { try await clock.sleep(for: until.since(now)) } catch { throw .cancelled }
            }
        }
    }
}
