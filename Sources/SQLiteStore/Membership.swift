internal import Articles
internal import Chronology
internal import SQLite

/// Which articles a query holds, and in which order.
///
/// `articles.last_seen_at` is written where membership ends and not before: while a query holds an article, it was last
/// seen when the query was last confirmed. Writing it in every run would rewrite every article in every run.
struct Membership {
    let tables: StagingTables
    let query: Int64
    let keep: ArticleQuery.Keep
    let now: Instant

    /// Replaces the members of the query by what is set aside, and counts.
    func replace(_ counts: inout RunCounts, _ connection: borrowing Connection) throws(SQLiteError) {
        let before = try count(connection)
        if try standsAsSetAside(connection) {
            counts.stored = before
            return
        }
        switch keep {
        case .window: counts.removed = try removeLeavers(connection)
        case .everything: counts.removed = 0
        }
        try writeMembers(connection, isEmpty: before == 0)
        if keep == .everything { try moveLeaversBehind(connection) }
        counts.stored = try count(connection)
        counts.added = counts.stored - before + counts.removed
        try connection.execute(
            """
            UPDATE main.articles INDEXED BY articles_vanished SET vanished_at = NULL
            WHERE vanished_at IS NOT NULL AND id IN (SELECT article_id FROM \(tables.members))
            """)
    }

    /// Whether the members are those that were set aside, in their order.
    ///
    /// Walking along both is a quarter of the work of looking for differences, and most results are what they were.
    private func standsAsSetAside(_ connection: borrowing Connection) throws(SQLiteError) -> Bool {
        var members = try connection.prepare(
            "SELECT article_id, last_seen_at FROM main.query_articles WHERE query_id = \(query) ORDER BY rank")
        var aside = try connection.prepare("SELECT article_id FROM \(tables.members) ORDER BY position")
        while try members.step() {
            guard try aside.step(), members.int64(0) == aside.int64(0), members.isNull(1) else { return false }
        }
        return try !aside.step()
    }

    private func count(_ connection: borrowing Connection) throws(SQLiteError) -> Int {
        try connection.first("SELECT count(*) FROM query_articles WHERE query_id = ?1", SQLiteValue(query)) {
            $0.int(0) ?? 0
        } ?? 0
    }

    /// Ranks follow places; a member that stands where it stood is not written.
    private func writeMembers(_ connection: borrowing Connection, isEmpty: Bool) throws(SQLiteError) {
        let members = """
            INSERT INTO main.query_articles (query_id, article_id, rank)
            SELECT \(query), article_id, row_number() OVER (ORDER BY position) FROM \(tables.members)
            """
        guard !isEmpty else { return try connection.execute(members) }
        try connection.execute(
            """
            \(members) WHERE true
            ON CONFLICT (query_id, article_id) DO UPDATE SET rank = excluded.rank, last_seen_at = NULL
            WHERE rank <> excluded.rank OR last_seen_at IS NOT NULL
            """)
    }

    /// Ends memberships that were not set aside; an article that nobody holds any more has vanished.
    private func removeLeavers(_ connection: borrowing Connection) throws(SQLiteError) -> Int {
        try connection.execute(
            """
            INSERT INTO \(tables.removed) SELECT article_id FROM main.query_articles AS q
            WHERE query_id = \(query)
                AND NOT EXISTS (SELECT 1 FROM \(tables.members) AS m WHERE m.article_id = q.article_id)
            """)
        let count = try connection.first("SELECT count(*) FROM \(tables.removed)") { $0.int(0) ?? 0 } ?? 0
        guard count > 0 else { return 0 }
        // Without the Z, texts with and without a fraction of a second are in order.
        try connection.execute(
            """
            UPDATE main.articles SET last_seen_at = max(rtrim(last_seen_at, 'Z'), coalesce(
                (SELECT rtrim(coalesce(q.last_seen_at, queries.contents_at), 'Z')
                    FROM main.query_articles AS q JOIN main.queries ON queries.id = q.query_id
                    WHERE q.query_id = \(query) AND q.article_id = articles.id), '')) || 'Z'
            WHERE id IN (SELECT article_id FROM \(tables.removed));
            DELETE FROM main.query_articles
            WHERE query_id = \(query) AND article_id IN (SELECT article_id FROM \(tables.removed));
            UPDATE main.articles SET vanished_at = '\(now)'
            WHERE id IN (SELECT article_id FROM \(tables.removed))
                AND NOT EXISTS (SELECT 1 FROM main.query_articles AS q WHERE q.article_id = articles.id)
            """)
        return count
    }

    /// Ranks members that were not set aside after those that were, in the order they had.
    private func moveLeaversBehind(_ connection: borrowing Connection) throws(SQLiteError) {
        try connection.execute(
            """
            UPDATE main.query_articles AS q SET rank = l.rank,
                last_seen_at = coalesce(last_seen_at, (SELECT contents_at FROM main.queries WHERE id = \(query)))
            FROM (SELECT article_id, (SELECT count(*) FROM \(tables.members))
                    + row_number() OVER (ORDER BY rank) AS rank
                FROM main.query_articles AS o WHERE query_id = \(query)
                    AND NOT EXISTS (SELECT 1 FROM \(tables.members) AS m WHERE m.article_id = o.article_id)) AS l
            WHERE q.query_id = \(query) AND q.article_id = l.article_id
                AND (q.rank <> l.rank OR q.last_seen_at IS NULL)
            """)
    }
}
