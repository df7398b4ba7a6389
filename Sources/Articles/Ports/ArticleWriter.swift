package import Chronology

/// Keeps the contents of queries.
///
/// All writing happens on the writer's own thread; callers suspend.
///
/// A run is begun, its pages are staged as they come, and it ends in exactly one of two ways: `replace` puts the staged
/// articles in place of the query's contents, or `finish` leaves the contents as they are. Either ends the journal's
/// line that `begin` opened. Readers see nothing of a run before `replace` has committed, and all of it afterwards.
package protocol ArticleWriter: Sendable {
    /// Opens the journal's line for a run and tells what it is going to be measured against.
    ///
    /// A line of the same query that an ended process left open is closed as `interrupted`; one of a process that lives
    /// is respected, and thrown as `going`: at most one run of a query goes on at a time, over all processes.
    func begin(_ query: ArticleQuery, window: DayRange, at now: Instant) async throws(StoreFailure) -> RunTicket

    /// Sets a page aside for a run.
    ///
    /// Pages may come in any order and are ranked by their number. An article that was staged already counts once: the
    /// one of the lower page, then of the earlier place, stays.
    ///
    /// - Returns: how many distinct articles are staged for the run now.
    func stage(_ page: ArticlePage, for ticket: RunTicket) async throws(StoreFailure) -> Int

    /// Puts what was staged in place of the query's contents, in one transaction, and closes the journal's line.
    ///
    /// New articles are inserted, changed ones updated with a revision a field, memberships and ranks replaced; with
    /// `keep = everything` members that were not staged stay. An unchanged result writes no article row.
    ///
    /// - Parameter ending: `complete`, or what is stored although it is not; its counts as far as the caller knows them.
    /// - Returns: the run as journalled, with `stored`, `added`, `changed` and `removed`.
    func replace(_ ticket: RunTicket, ending: RunEnding, at now: Instant) async throws(StoreFailure) -> Run

    /// Closes the journal's line and forgets what was staged; the contents stay.
    func finish(_ ticket: RunTicket, ending: RunEnding, at now: Instant) async throws(StoreFailure) -> Run
}

/// A run that was begun and not yet ended.
package struct RunTicket: Hashable, Sendable {
    package let run: Int64
    package let query: ArticleQuery
    package let window: DayRange
    package let startedAt: Instant
    /// What the query holds now.
    package let current: Contents

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

        package init(
            articles: Int = 0, confirmed: Int? = nil, generation: Int = 0, coverage: Coverage? = nil,
            fingerprint: String? = nil
        ) {
            self.articles = articles
            self.confirmed = confirmed ?? articles
            self.generation = generation
            self.coverage = coverage
            self.fingerprint = fingerprint
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

/// Why the store could not do what was asked.
package struct StoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable {
        /// Another run of the query is going.
        case going
        /// Another process holds the store for longer than is waited.
        case busy
        case full
        case readOnly = "read_only"
        case missing
        /// Not a store of ours, of a newer version, or damaged.
        case unusable
        /// A predicate, a search text or sort keys that cannot be read; `column` points at the place.
        case usage
        case other
    }

    package let kind: Kind
    /// What was tried, on what: "replace the contents of climate in articles.db".
    package let tried: String
    package let reason: String
    package let hint: String?
    /// 1-based place in the text, for `usage`.
    package let column: Int?

    package init(_ kind: Kind, tried: String, reason: String, hint: String? = nil, column: Int? = nil) {
        self.kind = kind
        self.tried = tried
        self.reason = reason
        self.hint = hint
        self.column = column
    }

    package var description: String {
        let place = column.map { "column \($0): " } ?? ""
        return "\(tried): \(place)\(reason)" + (hint.map { "; \($0)" } ?? "")
    }
}
