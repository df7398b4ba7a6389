package import Chronology

/// What the journal says about the last runs of a query, for those who decide when it runs next.
package struct RunRecord: Hashable, Sendable {
    /// When the newest run began that came to an end of its own; nil where none did.
    package var lastStartedAt: Instant?
    /// Runs in a row that failed, the newest among them.
    package var failures = 0
    /// When the newest of these ended.
    package var failedAt: Instant?
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
            lastStartedAt = lastStartedAt ?? run.startedAt
            failures += 1
            failedAt = failedAt ?? run.finishedAt ?? run.startedAt
            failure = failure ?? run.failure
            return failures < Self.mostFailures
        case .complete, .partial, .capped, .unverified, .held:
            lastStartedAt = lastStartedAt ?? run.startedAt
            return false
        }
    }

    /// More failures in a row are not counted, as no wait grows any longer by them.
    package static let mostFailures = 20

    /// Takes note of a run that has just ended.
    package mutating func add(newer run: Run) {
        switch run.outcome {
        case .skipped: return
        case .running, .parked, .interrupted, .cancelled: stoppedAt = run.finishedAt ?? run.startedAt
        case .failed:
            lastStartedAt = run.startedAt
            failures = min(failures + 1, Self.mostFailures)
            failedAt = run.finishedAt ?? run.startedAt
            failure = run.failure
            stoppedAt = nil
        case .complete, .partial, .capped, .unverified, .held:
            self = RunRecord()
            lastStartedAt = run.startedAt
        }
    }
}
