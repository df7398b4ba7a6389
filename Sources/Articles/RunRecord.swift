package import Chronology

/// What the journal says about the last runs of a query, for those who decide when it runs next.
package struct RunRecord: Hashable, Sendable {
    /// When the newest run began that came to an end of its own; nil where none did.
    package var lastStartedAt: Instant?
    /// When that run ended.
    package var lastEndedAt: Instant?
    /// Runs in a row that failed, the newest among them.
    package var failures = 0
    /// Of what kind the newest of these was.
    package var failure: SourceFailure.Kind?
    /// When the newest run was stopped by the budget, a signal or the end of its process, so that it is to go on.
    package var stoppedAt: Instant?

    package init() {}

    /// Takes note of a run that is older than those noted before.
    ///
    /// - Returns: whether anything older can still matter.
    package mutating func add(older run: Run) -> Bool {
        let isNewest = failures == 0 && stoppedAt == nil && lastStartedAt == nil
        switch run.outcome {
        case .skipped: return true
        case .running, .parked, .interrupted, .cancelled:
            // What was stopped has not done its work: the run before it says when that was done last.
            if isNewest { stoppedAt = run.finishedAt ?? run.startedAt }
            return true
        case .failed:
            note(run)
            failures += 1
            failure = failure ?? run.failure
            return failures < Self.mostFailures
        case .complete, .partial, .capped, .unverified, .held:
            note(run)
            return false
        }
    }

    /// Moves what lies in the future to the present: it was written before a clock was set back.
    package mutating func settle(at now: Instant) {
        lastStartedAt = lastStartedAt.map { min($0, now) }
        lastEndedAt = lastEndedAt.map { min($0, now) }
        stoppedAt = stoppedAt.map { min($0, now) }
    }

    private mutating func note(_ run: Run) {
        guard lastStartedAt == nil else { return }
        lastStartedAt = run.startedAt
        lastEndedAt = run.finishedAt ?? run.startedAt
    }

    /// More failures in a row are not counted, as no wait grows any longer by them.
    package static let mostFailures = 20

    /// Takes note of a run that has just ended.
    package mutating func add(newer run: Run) {
        switch run.outcome {
        case .skipped: return
        case .running, .parked, .interrupted, .cancelled: stoppedAt = run.finishedAt ?? run.startedAt
        case .failed:
            let failures = min(failures + 1, Self.mostFailures)
            self = RunRecord()
            note(run)
            self.failures = failures
            failure = run.failure
        case .complete, .partial, .capped, .unverified, .held:
            self = RunRecord()
            note(run)
        }
    }
}
