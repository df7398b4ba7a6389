package import Chronology

/// A run that was begun and not yet ended.
package struct RunTicket: Hashable, Sendable {
    package let run: Int64
    package let query: ArticleQuery
    package let window: DayRange
    package let startedAt: Instant
    /// What the query holds now.
    package let current: Contents
    /// The candidate that the run's answers belong to; 0 where nothing is kept.
    package var candidate: Int64 = 0
    /// Answers that were kept before this run began.
    package var keptPages = 0
    /// When the candidate's first run began; nil is this one.
    package var gatheredSince: Instant?
    /// For a run on a candidate or on the contents: what was read, oldest days first.
    package var readings: [WindowReading] = []
    /// The candidates of the query that the guard holds, newest first.
    package var held: [Candidate] = []

    /// After so long without an answer a candidate that is being gathered is begun anew.
    package static let longestPause = Duration.seconds(30 * 86_400)

    /// The contents of a query before a run.
    package struct Contents: Hashable, Sendable {
        package var articles: Int
        /// Those of them that the last result had; with `keep = everything` fewer than `articles`.
        package var confirmed: Int
        package var generation: Int
        /// Whether they are all there was; nil where nothing was ever stored.
        package var coverage: Coverage?
        /// What was asked for them.
        package var fingerprint: String?
        /// The ledger: which windows they were read as, oldest days first, no two overlapping.
        package var windows: [WindowReading]

        package init(
            articles: Int = 0, confirmed: Int? = nil, generation: Int = 0, coverage: Coverage? = nil,
            fingerprint: String? = nil, windows: [WindowReading] = []
        ) {
            self.articles = articles
            self.confirmed = confirmed ?? articles
            self.generation = generation
            self.coverage = coverage
            self.fingerprint = fingerprint
            self.windows = windows
        }
    }

    package init(run: Int64, query: ArticleQuery, window: DayRange, startedAt: Instant, current: Contents) {
        self.run = run
        self.query = query
        self.window = window
        self.startedAt = startedAt
        self.current = current
    }
}

/// How a run ended, for the journal.
package struct RunEnding: Hashable, Sendable {
    package var outcome: RunOutcome
    package var coverage: Coverage?
    package var counts: RunCounts
    package var reason: String?
    package var failure: SourceFailure.Kind?
    /// What was unusual and is no failure, one sentence each; bounded.
    package var notices: [String] = []

    package init(
        _ outcome: RunOutcome, coverage: Coverage? = nil, counts: RunCounts, reason: String? = nil,
        failure: SourceFailure.Kind? = nil
    ) {
        self.outcome = outcome
        self.coverage = coverage
        self.counts = counts
        self.reason = reason
        self.failure = failure
    }
}

/// Where a run takes its answers from.
package enum RunOrigin: Hashable, Sendable {
    /// The source is asked for what is not kept.
    case source
    /// The answers of a candidate: a held one that is accepted, or a former generation that is gone back to.
    case candidate(Int64)
    /// The answers that the present contents were read from, to read them again.
    case contents
}
