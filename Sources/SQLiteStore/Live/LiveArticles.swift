package import Articles
internal import Records
internal import SQLite

/// The articles of a listing and then what becomes of them: the live half of `ArticleResults`.
///
/// Whoever writes the store is noticed, this program or another, whether it replaces contents, deletes a whole table, or
/// puts another file in the store's place; `DatabaseWatch` tells how. A store that is not there is waited for. That
/// articles were seen again is no change, so that a sync that finds everything as it was tells nothing. Reading blocks
/// the task that asks. For one task.
package final class LiveArticles {
    /// The most articles of a listing that are followed; what comes after them in its order is left out.
    package static let mostArticles = 5_000

    package typealias Piece = ListingPiece<ArticleKey, StoredArticle>

    private let source: LiveSelection<StoredArticle>
    private let rows: LiveRows<ArticleKey, StoredArticle>

    /// Watches the store from now on.
    ///
    /// - Parameters:
    ///   - path: of the store, which need not be there yet.
    ///   - listing: as it is; `asOf` is what was, and nothing becomes of that.
    ///   - descriptor: a pipe that is written to; the updates end when nobody reads it any more.
    /// - Throws: `usage` for a predicate or sort keys that cannot be read; or that the store cannot be watched.
    package init(path: String, _ listing: ArticleListing, endingWith descriptor: Int32? = nil) throws(StoreFailure) {
        let tried = "follow articles of \(path)"
        try Self.check(listing, tried: tried)
        let watch = try DatabaseWatch.store(path, endingWith: descriptor, tried: tried)
        let reader = SQLiteArticleReader(path: path)
        source = LiveSelection(AwaitedStore(path)) { connection, limit, body in
            var listing = listing
            listing.limit = min(listing.limit ?? limit, limit)
            // What a reading sets aside must not be in the way of the next in the same snapshot.
            try StoreOpening.attempt(tried) { () throws(SQLiteError) in try connection.execute("SAVEPOINT reading") }
            defer { try? connection.execute("ROLLBACK TO reading; RELEASE reading") }
            _ = try reader.articles(listing, in: connection, tried: tried, body)
        }
        rows = LiveRows(
            source, watch: watch, limit: Self.mostArticles, key: \.article.key, digest: { Self.digest($0) })
    }

    /// Makes it look: a writer of the same process calls it when it has committed, from any thread.
    package var onCommit: @Sendable () -> Void { rows.onCommit }

    /// Tells what is listed, or the next time what became of it, one article after the other while they are read.
    ///
    /// All is of one snapshot, which lasts as long as `tell` takes.
    ///
    /// - Returns: false when the reader of the output is gone or the task is cancelled; nothing is told then.
    /// - Throws: what `tell` throws; `StoreFailure` where the store is none that can ever be read, or a search cannot be.
    package func next(
        isolation actor: isolated (any Actor)? = #isolation, _ tell: (Piece) throws -> Void
    ) async throws -> Bool {
        try await rows.next(isolation: actor) { piece in
            try piece.tell(
                key: { $0 }, item: { ($0.article.key, $0) }, removed: { article($0) }, tell)
        }
    }

    /// What the store has of an article that is not listed any more; nil where it has nothing, or cannot say.
    private func article(_ key: ArticleKey) -> StoredArticle? {
        try? source.reading { connection throws(SQLiteError) in
            let id = try connection.first(Self.identity, .text(key.provider), .text(key.id)) { $0.int64(0) ?? 0 }
            guard let id else { return nil }
            return try connection.withStatement(StoredArticleRow.select) { row throws(SQLiteError) in
                try StoredArticleRow.article(id, &row)
            }
        } ?? nil
    }

    /// The store id of an article by its key, or by one that was its before.
    private static let identity = """
        SELECT id FROM articles WHERE provider = ?1 AND provider_id = ?2
        UNION ALL SELECT article_id FROM _aliases WHERE provider = ?1 AND provider_id = ?2 LIMIT 1
        """

    /// Covers all that is told of an article but when it was seen last.
    private static func digest(_ row: StoredArticle) -> Int {
        var row = row
        row.lastSeenAt = row.firstSeenAt
        return row.hashValue
    }

    /// Reads a listing's texts against an empty store, so that a mistake in them is told before there is one.
    private static func check(_ listing: ArticleListing, tried: String) throws(StoreFailure) {
        let store = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
            let store = try Connection(path: ":memory:", access: .create)
            _ = try StoreSchema.current.migrate(store)
            return store
        }
        _ = try ArticleSelection(listing, in: store, tried: tried)
    }
}

extension SQLiteArticleReader {
    /// The articles of a listing and then what becomes of them, from now on.
    ///
    /// - Parameter descriptor: a pipe that is written to; the updates end when nobody reads it any more.
    /// - Throws: `usage` for a predicate or sort keys that cannot be read; or that the store cannot be watched.
    package func observe(
        _ listing: ArticleListing, endingWith descriptor: Int32? = nil
    ) throws(StoreFailure) -> LiveArticles {
        try LiveArticles(path: path, listing, endingWith: descriptor)
    }
}
