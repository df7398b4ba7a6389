package import Articles
internal import Chronology
internal import SQLite

extension SQLiteArticleReader {
    /// Tells where one query's contents come from, then hands their articles to `body`, one at a time, in order; all of one
    /// snapshot.
    ///
    /// - Parameters:
    ///   - listing: names the one query, and may filter, sort and ask for the past.
    ///   - withNotes: whether the notes about an article come with it, in the order of their ids.
    ///   - begin: told first, unless there is nothing.
    /// - Returns: what `begin` was told; nil where the query has no contents, or had none then.
    /// - Throws: `usage` for a predicate, search or sort text that cannot be read; or what `body` threw, as it is.
    package func export(
        _ listing: ArticleListing, withNotes: Bool = false, begin: (ContentsOrigin) throws -> Void = { _ in },
        _ body: (StoredArticle, [Note]) throws -> Void
    ) throws -> ContentsOrigin? {
        let query = listing.queries.first ?? ""
        let tried = "export \(query) of \(path)"
        return try pool.withConnection {
            $0 as any Error
        } _: { connection in
            try StoreOpening.attempt(tried) { () throws(SQLiteError) in try connection.execute("BEGIN") }
            let origin = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
                try ContentsOriginRow.origin(of: query, asOf: listing.asOf, in: connection)
            }
            guard let origin else { return nil }
            try begin(origin)
            _ = try articles(listing, in: connection, tried: tried) { article in
                try body(article, withNotes ? try ExportedNotes.about(article.id, in: connection, tried: tried) : [])
            }
            return origin
        }
    }
}
