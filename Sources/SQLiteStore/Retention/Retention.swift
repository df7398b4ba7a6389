package import Chronology

/// What is removed from a store by its age, and never otherwise.
///
/// The contents of queries, what can be gone back to, revisions of articles that stay, and notes are never removed.
package struct Retention: Hashable, Sendable {
    /// Articles that no query holds, and no note is about, are removed where they left before; nil keeps them for ever.
    package var vanishedBefore: Instant?
    /// Lines of the journal that began before are removed where nothing refers to them; nil keeps them for ever.
    package var runsBefore: Instant?

    package init(vanishedBefore: Instant? = nil, runsBefore: Instant? = nil) {
        self.vanishedBefore = vanishedBefore
        self.runsBefore = runsBefore
    }

    /// What was removed, or would be.
    package struct Counts: Hashable, Sendable {
        package var articles = 0
        /// Revisions that went with these articles.
        package var revisions = 0
        package var runs = 0
        /// Answers that were not understood, of before the journal's age.
        package var oddAnswers = 0
        /// Results that were dropped, with their answers.
        package var candidates = 0

        package init() {}
    }

    /// Which rows of `articles` go; ?1 is the instant.
    static let articles = """
        vanished_at < ?1 AND NOT EXISTS (SELECT 1 FROM query_articles WHERE article_id = articles.id)
            AND NOT EXISTS (SELECT 1 FROM notes WHERE article_id = articles.id)
        """

    /// Which rows of `runs` go; ?1 is the instant.
    ///
    /// The newest of a query says when it runs next, the newest that came to its own end too.
    static let runs = """
        started_at < ?1 AND outcome <> 'running'
            AND id NOT IN (SELECT max(id) FROM runs GROUP BY query_id)
            AND id NOT IN (SELECT max(id) FROM runs
                WHERE outcome NOT IN ('running', 'skipped', 'parked', 'cancelled', 'interrupted') GROUP BY query_id)
            AND NOT EXISTS (SELECT 1 FROM windows WHERE run_id = runs.id)
            AND NOT EXISTS (SELECT 1 FROM generations WHERE run_id = runs.id)
            AND NOT EXISTS (SELECT 1 FROM candidates WHERE run_id = runs.id)
            AND NOT EXISTS (SELECT 1 FROM _readings WHERE run_id = runs.id)
            AND NOT EXISTS (SELECT 1 FROM revisions WHERE run_id = runs.id)
        """

    /// Which rows of `_odd_answers` go; ?1 is the instant.
    static let oddAnswers = "kept_at < ?1"

    /// Which rows of `candidates` go.
    static let candidates = """
        state = 'dropped' AND NOT EXISTS (SELECT 1 FROM windows WHERE _candidate_id = candidates.id)
        """
}

/// How large a store is, and how much of it is free.
package struct StoreSize: Hashable, Sendable {
    /// Of the file, without its log.
    package var bytes: Int
    /// Free inside the file, for what comes next.
    package var freeBytes: Int

    package init(bytes: Int, freeBytes: Int) {
        self.bytes = bytes
        self.freeBytes = freeBytes
    }
}
