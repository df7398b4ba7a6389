internal import Articles
internal import Chronology
internal import SQLite

/// An article with what the store knows about it, as one row.
enum StoredArticleRow {
    /// One article by its store id.
    static let select = """
        SELECT \(ArticleColumns.list()), id, first_seen_at, changed_at, last_seen_at, vanished_at,
            (SELECT json_group_array(provider_id) FROM (SELECT provider_id FROM _aliases WHERE article_id = articles.id
                ORDER BY rowid)),
            (SELECT json_group_array(name) FROM (SELECT name FROM query_articles JOIN queries ON queries.id = query_id
                WHERE article_id = articles.id ORDER BY name)),
            (SELECT max(rtrim(coalesce(query_articles.last_seen_at, covered_at), 'Z')) || 'Z'
                FROM query_articles JOIN windows ON windows.id = window_id WHERE article_id = articles.id)
        FROM articles WHERE id = ?1
        """

    /// Reads one article with a statement of `select`; nil where there is none.
    static func article(_ id: Int64, _ row: inout Statement) throws(SQLiteError) -> StoredArticle? {
        row.bind(id, at: 1)
        guard try row.step() else { return nil }
        defer { row.reset() }
        let after = ArticleColumns.names.count
        var article = ArticleColumns.article(row, from: 0)
        article.aliases = JSONList.values(row.text(after + 5))
        let first = RunColumns.instant(row.text(after + 1)) ?? Instant(secondsSince1970: 0)
        let written = RunColumns.instant(row.text(after + 3)) ?? first
        return StoredArticle(
            id: row.int64(after) ?? id, article: article, firstSeenAt: first,
            changedAt: RunColumns.instant(row.text(after + 2)) ?? first,
            lastSeenAt: max(written, RunColumns.instant(row.text(after + 7)) ?? written),
            vanishedAt: RunColumns.instant(row.text(after + 4)), queries: JSONList.values(row.text(after + 6)))
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
