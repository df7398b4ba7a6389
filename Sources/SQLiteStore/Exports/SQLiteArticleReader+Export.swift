package import Articles
internal import Chronology
internal import SQLite

extension SQLiteArticleReader {
    /// Hands articles of one query's contents to `body`, one at a time, in order, and tells where the contents come from;
    /// all of one snapshot.
    ///
    /// - Parameters:
    ///   - listing: names the one query, and may filter, sort and ask for the past.
    ///   - withNotes: whether the notes about an article come with it, in the order of their ids.
    /// - Returns: nil, and hands on nothing, where the query has no contents, or had none then.
    /// - Throws: `usage` for a predicate, search or sort text that cannot be read; or what `body` threw, as it is.
    package func export(
        _ listing: ArticleListing, withNotes: Bool = false, _ body: (StoredArticle, [Note]) throws -> Void
    ) throws -> ContentsOrigin? {
        let query = listing.queries.first ?? ""
        let tried = "export \(query) of \(path)"
        return try pool.withConnection {
            $0 as any Error
        } _: { connection in
            try StoreOpening.attempt(tried) { () throws(SQLiteError) in try connection.execute("BEGIN") }
            let selection = try ArticleSelection(listing, in: connection, tried: tried)
            let origin = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
                try ContentsOriginRow.origin(of: query, asOf: listing.asOf, in: connection)
            }
            guard let origin else { return nil }
            var ids = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
                var ids = try connection.prepare(selection.sql)
                ids.bind(selection.values)
                return ids
            }
            var rows = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
                try connection.prepare(selection.row)
            }
            while let article = try StoreOpening.attempt(
                tried,
                { () throws(SQLiteError) -> StoredArticle? in
                    guard try ids.step(), let id = ids.int64(0) else { return nil }
                    return try StoredArticleRow.article(id, &rows)
                })
            {
                let notes = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
                    withNotes ? try Self.notes(about: article.id, in: connection) : []
                }
                try body(article, notes)
            }
            return origin
        }
    }

    private static func notes(
        about article: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) -> [Note] {
        try connection.all(
            NoteRow.select + " WHERE notes.article_id = ?1 ORDER BY notes.id", .integer(article)
        ) { NoteRow.note($0) }
    }
}
