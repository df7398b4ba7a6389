package import Chronology

/// What is known of a query's runs when it is asked when the next is due.
package struct RunHistory: Hashable, Sendable {
    /// When the daemon first saw the query; what a query that never ran is counted from.
    package var since: Instant
    /// When the last run began, or nil where none ever did.
    package var lastStart: Instant?
    /// When the last run to end did so; before ``lastStart`` where that run goes on, or was cut off.
    package var lastEnd: Instant?
    /// How many runs have failed in a row, up to the last.
    package var failures: Int
    /// When the budget returns that the last run waits for; nil where it waits for none.
    package var parkedUntil: Instant?

    package init(
        since: Instant, lastStart: Instant? = nil, lastEnd: Instant? = nil, failures: Int = 0,
        parkedUntil: Instant? = nil
    ) {
        self.since = since
        self.lastStart = lastStart
        self.lastEnd = lastEnd
        self.failures = failures
        self.parkedUntil = parkedUntil
    }

    /// The same, with all that lies in the future moved to the present: it was written before a clock was set back.
    ///
    /// Keep what this returns rather than settling anew at each wake-up: the next run is counted from the first present
    /// after the clock was set back, and would move away before every later one.
    package func settled(at now: Instant) -> RunHistory {
        var settled = self
        settled.since = min(since, now)
        settled.lastStart = lastStart.map { min($0, now) }
        settled.lastEnd = lastEnd.map { min($0, now) }
        return settled
    }
}
