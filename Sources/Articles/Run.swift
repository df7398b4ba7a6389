package import Chronology

/// How a run ended, or that it did not yet.
package enum RunOutcome: String, Sendable, CaseIterable {
    case running
    /// The store holds exactly what the API holds.
    case complete
    /// Some of it is missing or could not be read.
    case partial
    /// The provider gives no more of so large a result.
    case capped
    /// The numbers do not agree, so nothing is promised.
    case unverified
    /// A result the guard does not believe.
    case held
    case failed
    /// Stopped by the budget; goes on when it returns.
    case parked
    /// Stopped by a person or a signal.
    case cancelled
    /// The process ended without a word.
    case interrupted
    /// Another run of the query was going.
    case skipped
}

/// One line of the journal: what one run of one query did.
package struct Run: Hashable, Sendable {
    package var id: Int64
    package var query: String
    package var startedAt: Instant
    package var finishedAt: Instant?
    package var outcome: RunOutcome
    package var window: DayRange
    package var counts: RunCounts
    /// Why it ended as it did; nil for a complete one.
    package var reason: String?
    /// The class of the failure where a source failed, a bounded set.
    package var failure: SourceFailure.Kind?
    /// What was unusual and is no failure, one sentence each.
    package var notices: [String] = []
    /// What was read, of a run that has just ended; the journal does not keep it, as the ledger does.
    package var windows: [WindowReading] = []
    /// What the next run goes on from, of a run that has just stopped before its end; not journalled but as a sentence.
    package var kept: KeptPages?
    /// What was new, gone or of another type in the answers of a run that has just ended, one sentence each; the journal
    /// has them among the notices.
    package var drift: [String] = []
    /// When another try makes sense, of a run that has just ended and where the provider or the budget said.
    package var nextTryAt: Instant?

    package init(
        id: Int64, query: String, startedAt: Instant, finishedAt: Instant? = nil, outcome: RunOutcome = .running,
        window: DayRange, counts: RunCounts = RunCounts(), reason: String? = nil, failure: SourceFailure.Kind? = nil
    ) {
        self.id = id
        self.query = query
        self.startedAt = startedAt
        self.finishedAt = finishedAt
        self.outcome = outcome
        self.window = window
        self.counts = counts
        self.reason = reason
        self.failure = failure
    }
}

/// Pages that are kept of a run that did not come to its end.
package struct KeptPages: Hashable, Sendable {
    package var pages: Int
    /// Pages there are in all, as far as the run knew; never fewer than are kept.
    package var expected: Int

    package init(pages: Int, expected: Int) {
        self.pages = pages
        self.expected = max(expected, pages)
    }
}

/// What a run counted.
package struct RunCounts: Hashable, Sendable {
    /// What the provider said there is; nil where no page came.
    package var announced: Total?
    /// Documents received.
    package var fetched = 0
    /// Distinct articles among them.
    package var unique = 0
    /// Members of the query's contents afterwards.
    package var stored = 0
    package var added = 0
    package var changed = 0
    package var removed = 0
    /// Documents that could not be read.
    package var dropped = 0
    package var pages = 0
    package var requests = 0
    /// Bodies, decompressed.
    package var bytes = 0

    package init() {}
}

/// How far a run covered its window.
package enum Coverage: String, Sendable, CaseIterable {
    case complete, partial, capped, unverified, empty
}
