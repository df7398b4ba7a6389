package import Chronology

/// Where the contents of a query come from, and whether they are all there was.
package struct ContentsOrigin: Hashable, Sendable {
    package var query: String
    package var provider: String
    /// What was asked, as `ArticleQuery.fingerprint` says it.
    package var fingerprint: String
    package var window: DayRange?
    /// Counts the replacements of the query's contents, from 1.
    package var generation: Int
    /// When they were put in place.
    package var storedAt: Instant
    /// When the oldest of their windows was read; nil where the store is seen as it was.
    package var contentsAt: Instant?
    /// Whether they are all there was; nil where nobody said.
    package var coverage: Coverage?
    /// How many articles they had when they were put in place.
    package var articles: Int
    /// How many of these the store has no more, as can be of contents that were replaced.
    package var pruned = 0
    /// The run that put them in place; nil where the journal has it no more.
    package var run: Run?
    /// The ledger, oldest days first; nil where the store is seen as it was, as it is kept of the present alone.
    package var windows: [WindowReading]?

    package init(
        query: String, provider: String, fingerprint: String, window: DayRange?, generation: Int, storedAt: Instant,
        coverage: Coverage?, articles: Int
    ) {
        self.query = query
        self.provider = provider
        self.fingerprint = fingerprint
        self.window = window
        self.generation = generation
        self.storedAt = storedAt
        self.coverage = coverage
        self.articles = articles
    }

    /// Whether they are all there was, and all still there.
    package var isWhole: Bool { (coverage == .complete || coverage == .empty) && pruned == 0 }

    /// Articles that were announced and did not come; nil where no ledger tells.
    ///
    /// Of windows whose total is a least, it is so many at least.
    package var missing: Total? {
        guard let windows else { return nil }
        let count = windows.reduce(0) { sum, window in
            sum + max((window.announced?.count ?? 0) - window.unique - window.dropped, 0)
        }
        return windows.contains { $0.announced?.isMinimum ?? false } ? .atLeast(count) : .exactly(count)
    }
}
