internal import Articles
internal import Records
internal import SQLite

/// The row of one article, for listings, which read one after the other with one statement.
enum StoredArticleRow {
    /// One article by its store id.
    static let select = ArticleRecord.table.selection + " WHERE articles.id = ?1"

    /// Reads one article with a statement of `select`, or of `FormerContents.select`; nil where there is none.
    ///
    /// - Throws: also for a row that says not even who the article is, which the schema does not allow.
    static func article(_ id: Int64, _ row: inout Statement) throws(SQLiteError) -> StoredArticle? {
        row.bind(id, at: 1)
        guard try row.step() else { return nil }
        defer { row.reset() }
        do throws(ColumnFailure) { return try ArticleRecord.table.record(of: row).article() } catch {
            throw SQLiteError(code: SQLiteError.Kind.corrupt.rawValue, message: "cannot read \(error)")
        }
    }
}

/// How a person names an article.
enum ArticleReference {
    /// The store id of what is meant, the newest of several; nil where there is none.
    ///
    /// It may be a provider's id, present or older, `provider:id`, a store id, or a URL, and is looked for in this order.
    static func id(_ reference: String, in connection: borrowing Connection) throws(SQLiteError) -> Int64? {
        let parts = reference.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        for (sql, values) in [
            ("SELECT max(id) FROM articles WHERE provider_id = ?1", [reference]),
            ("SELECT max(article_id) FROM _aliases WHERE provider_id = ?1", [reference]),
            ("SELECT id FROM articles WHERE provider = ?1 AND provider_id = ?2", parts),
            ("SELECT article_id FROM _aliases WHERE provider = ?1 AND provider_id = ?2", parts),
            ("SELECT id FROM articles WHERE id = CAST(?1 AS INTEGER)", Int64(reference) == nil ? [] : [reference]),
            ("SELECT max(id) FROM articles WHERE url = ?1", [reference]),
        ] {
            let found = try connection.withStatement(sql) { statement throws(SQLiteError) -> Int64? in
                guard values.count == statement.parameterCount else { return nil }
                statement.bind(values.map { .text($0) })
                return try statement.step() ? statement.int64(0) : nil
            }
            if let found { return found }
        }
        return nil
    }
}
