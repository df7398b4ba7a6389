package import Chronology

/// Reads what the writer keeps; never blocked by it, and never able to write.
///
/// Every call reads one snapshot: whole generations only.
package protocol ArticleReader: Sendable {
    /// Hands the articles that match to `body`, one at a time, in order.
    ///
    /// - Returns: how many there were.
    /// - Throws: `usage` for a predicate, search or sort text that cannot be read; or what `body` threw, as it is.
    func articles(_ listing: ArticleListing, _ body: (StoredArticle) throws -> Void) throws -> Int

    /// What a person should know about how a listing is read, a sentence each; empty where it is read as written.
    func notices(on listing: ArticleListing) -> [String]

    /// One article by provider id, store id or URL; nil where there is none.
    func article(_ reference: String) throws(StoreFailure) -> StoredArticle?

    /// One status a query that the store knows, in name order.
    ///
    /// - Parameter limits: how old each query's contents may be, by name.
    func statuses(staleAfter limits: [String: Duration], at now: Instant) throws(StoreFailure) -> [QueryStatus]

    /// The journal, newest first; of one query or of all.
    func runs(query: String?, limit: Int) throws(StoreFailure) -> [Run]

    /// What is known of an article's past; nil where there is no such article.
    func history(of reference: String) throws(StoreFailure) -> ArticleHistory?

    /// The coverage ledger of a query's present contents, oldest days first.
    func windows(of query: String) throws(StoreFailure) -> [WindowReading]

    /// The candidates of a query that are gathered or held, and the generations that can be gone back to; newest first.
    func candidates(of query: String) throws(StoreFailure) -> [Candidate]

    /// What a query holds, as a run would be measured against it; never opens a run.
    func contents(of query: String) throws(StoreFailure) -> RunTicket.Contents

    /// What a run begun now would find kept of the candidate that is being gathered; nil where it would begin anew.
    func gathered(for query: ArticleQuery) throws(StoreFailure) -> GatheredAnswers?

    /// The newest answers of a query that were not understood, without their bodies.
    func oddAnswers(of query: String) throws(StoreFailure) -> [OddAnswer]
}

extension ArticleReader {
    /// Nothing: every listing is read as it is written, or refused.
    package func notices(on listing: ArticleListing) -> [String] { [] }
}

/// An answer that was not understood and is kept for `explain`.
package struct OddAnswer: Hashable, Sendable {
    package var run: Int64
    package var at: Instant
    package var reason: String
    /// Its size in bytes.
    package var bytes: Int
    /// How it begins, on one line, cut.
    package var beginning: String

    package init(run: Int64, at: Instant, reason: String, bytes: Int, beginning: String) {
        self.run = run
        self.at = at
        self.reason = reason
        self.bytes = bytes
        self.beginning = beginning
    }
}

/// Which articles, in which order.
package struct ArticleListing: Hashable, Sendable {
    /// Names of queries whose contents are meant; empty is every article that some query holds.
    package var queries: [String] = []
    /// A predicate in the format language: `headline CONTAINS[cd] "knicks" AND word_count > 500`.
    package var predicate: String?
    /// Full-text search; what is found comes with its hit.
    package var search: String?
    /// `-published_at,headline` or `published_at:NO,headline`; nil is the best first where there is a search, else the
    /// provider's own order.
    package var sort: String?
    package var limit: Int?
    package var offset = 0
    /// The store as it was at an instant; nil is as it is.
    package var asOf: Instant?

    package init() {}
}

/// An article with what the store knows about it.
package struct StoredArticle: Hashable, Sendable {
    package var id: Int64
    package var article: Article
    package var firstSeenAt: Instant
    package var changedAt: Instant
    package var lastSeenAt: Instant
    /// Since when no query holds it; nil where one does.
    package var vanishedAt: Instant?
    /// Names of the queries that hold it.
    package var queries: [String]
    /// Why a search found it; nil where none was made.
    package var hit: SearchHit?

    package init(
        id: Int64, article: Article, firstSeenAt: Instant, changedAt: Instant, lastSeenAt: Instant,
        vanishedAt: Instant? = nil, queries: [String] = []
    ) {
        self.id = id
        self.article = article
        self.firstSeenAt = firstSeenAt
        self.changedAt = changedAt
        self.lastSeenAt = lastSeenAt
        self.vanishedAt = vanishedAt
        self.queries = queries
    }
}
