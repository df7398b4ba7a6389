internal import Articles
internal import Chronology
internal import Records
internal import SQLite

/// The store as it was at an instant, laid out in temporary tables of a reader's connection.
///
/// What a query held then is told by its generation of then and by the generations between which articles were members.
/// What an article said then is what it says now, with the revisions undone that came later; an article that has none
/// needs no table. Articles that turned out later to be one stay one.
///
/// The order in which the provider gave them is not kept of what was, and neither is it asked for the present here, so
/// that one instant always gives one order.
enum FormerContents {
    /// Lays the tables in the transaction that the connection is in; with its end they are gone.
    ///
    /// - Parameter search: whether words are going to be searched.
    static func lay(asOf instant: Instant, search: Bool, in connection: borrowing Connection) throws(SQLiteError) {
        // Without the Z, texts with and without a fraction of a second are in order.
        let then = SQLiteValue.text(String(instant.description.dropLast()))
        try connection.execute(
            """
            CREATE TEMP TABLE generations_then (query_id INTEGER PRIMARY KEY, generation, stored_at);
            CREATE TEMP TABLE articles_then (id INTEGER PRIMARY KEY, \(definitions), changed_at TEXT)
            """)
        try connection.run(
            """
            INSERT INTO temp.generations_then
            SELECT query_id, max(generation), stored_at FROM main.generations WHERE rtrim(stored_at, 'Z') <= ?1
            GROUP BY query_id
            """, then)
        try connection.run(undoing, then)
        guard search else { return }
        try connection.execute(
            """
            CREATE VIRTUAL TABLE temp.articles_then_fts USING fts5(
                \(indexed), content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2');
            INSERT INTO temp.articles_then_fts (rowid, \(indexed)) SELECT id, \(indexed) FROM temp.articles_then
            """)
    }

    /// The index of the articles that said something else then.
    static let index = "articles_then_fts"

    private static let indexed = "headline, abstract, lead_paragraph, byline, keywords"

    private static let definitions = ArticleColumns.names.map { $0 + ($0 == "word_count" ? " INTEGER" : " TEXT") }
        .joined(separator: ", ")

    /// Fills `articles_then`: of each field that changed since, what it said before the first of these changes.
    private static let undoing = """
        INSERT INTO temp.articles_then
        SELECT a.id, \(ArticleColumns.names.map { name in
            "CASE WHEN max(r.field = '\(name)') THEN max(CASE WHEN r.field = '\(name)' THEN r.old END) ELSE a.\(name) END"
        }.joined(separator: ", ")),
            coalesce((SELECT seen_at FROM main.revisions AS o
                WHERE o.article_id = a.id AND rtrim(o.seen_at, 'Z') <= ?1 ORDER BY id DESC LIMIT 1), a.first_seen_at)
        FROM (SELECT article_id, field, old, min(id) FROM main.revisions WHERE rtrim(seen_at, 'Z') > ?1
            GROUP BY article_id, field) AS r
        JOIN main.articles AS a ON a.id = r.article_id GROUP BY a.id
        """

    /// Memberships of then, as rows of `query_id`, `article_id` and when it was `seen`, without the Z.
    ///
    /// A member that still is one was seen when its window was read, if that was before; of others it is not kept when theirs
    /// was, and the generation's instant is the latest that it can have been.
    ///
    /// - Parameter condition: on the columns `query_id` and `article_id`, which both halves have.
    private static func members(where condition: String) -> String {
        """
        SELECT g.query_id, m.article_id, min(rtrim(coalesce(m.last_seen_at, w.covered_at), 'Z'), rtrim(g.stored_at, 'Z')) AS seen
            FROM main.query_articles AS m JOIN main.windows AS w ON w.id = m.window_id
            JOIN temp.generations_then AS g ON g.query_id = m.query_id
            WHERE m._since_generation <= g.generation AND \(condition)
        UNION ALL SELECT g.query_id, m.article_id, rtrim(g.stored_at, 'Z') FROM main._former_members AS m
            JOIN temp.generations_then AS g ON g.query_id = m.query_id
            WHERE m.since_generation <= g.generation AND g.generation < m.until_generation AND \(condition)
        """
    }

    /// The articles `a`, with what they said then as `t`, that some query of these names held; of all where there is no
    /// name.
    static func selection(of queries: [String]) -> SQLFragment {
        let places = queries.map { _ in "?" }.joined(separator: ", ")
        let named = "m.query_id IN (SELECT id FROM main.queries WHERE name IN (\(places)))"
        let names: [SQLiteValue] = queries.map { .text($0) }
        return SQLFragment(
            """
             FROM (SELECT DISTINCT article_id FROM (\(members(where: queries.isEmpty ? "true" : named)))) AS m
            JOIN main.articles AS a ON a.id = m.article_id LEFT JOIN temp.articles_then AS t ON t.id = a.id
            """, names + names)
    }

    /// Whether an article is found by a search in its words of then.
    static func match(_ search: String) -> SQLFragment {
        SQLFragment(
            """
            (t.id IS NULL AND a.id IN (SELECT rowid FROM main.articles_fts WHERE articles_fts MATCH ?)
                OR t.id IN (SELECT rowid FROM temp.articles_then_fts WHERE articles_then_fts MATCH ?))
            """, [.text(search), .text(search)])
    }

    /// The newest first, as the provider's order of then is not kept.
    static let order = "\(column("published_at")) DESC, a.id"

    /// What a column said then.
    static func column(_ name: String) -> String { "iif(t.id IS NULL, a.\(name), t.\(name))" }

    /// When a query that held the article then had last seen it, at the latest.
    static let lastSeen = "(SELECT max(seen) || 'Z' FROM (\(members(where: "m.article_id = a.id"))))"

    /// One article by its store id, in the columns of `StoredArticleRow.select`.
    static let select = """
        SELECT \(ArticleColumns.names.map(column).joined(separator: ", ")), a.id, a.first_seen_at,
            \(column("changed_at")), a.first_seen_at, NULL,
            (SELECT json_group_array(provider_id) FROM (SELECT provider_id FROM _aliases WHERE article_id = a.id
                ORDER BY rowid)),
            (SELECT json_group_array(name) FROM (SELECT name FROM (\(members(where: "m.article_id = a.id")))
                JOIN queries ON queries.id = query_id ORDER BY name)),
            \(lastSeen)
        FROM main.articles AS a LEFT JOIN temp.articles_then AS t ON t.id = a.id WHERE a.id = ?1
        """
}
