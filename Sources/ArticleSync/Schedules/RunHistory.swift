package import Articles
package import Chronology

/// What is known of a query's runs when it is asked when the next is due; none of it lies in the future.
package struct RunHistory: Hashable, Sendable {
    /// When the daemon first saw the query; what a query that never ran is counted from.
    package var since: Instant
    /// When the last run began, or nil where none ever did.
    package var lastStart: Instant?
    /// When the last run to end did so; before ``lastStart`` where that run goes on, or was cut off.
    package var lastEnd: Instant?
    /// How many runs have failed in a row, up to the last.
    package var failures: Int
    /// How the last of them failed, where that is known.
    package var failure: SourceFailure.Kind?
    /// When the budget returns that the last run waits for; nil where it waits for none.
    package var parkedUntil: Instant?

    package init(
        since: Instant, lastStart: Instant? = nil, lastEnd: Instant? = nil, failures: Int = 0,
        failure: SourceFailure.Kind? = nil, parkedUntil: Instant? = nil
    ) {
        self.since = since
        self.lastStart = lastStart
        self.lastEnd = lastEnd
        self.failures = failures
        self.failure = failure
        self.parkedUntil = parkedUntil
    }
}
