internal import Articles
internal import Chronology
internal import SQLite

/// Puts what a run set aside in place of its query's contents, inside the caller's transaction.
///
/// Every step writes differences only, so that an unchanged result writes no row of `articles` or `query_articles`.
struct Replacement {
    let tables: StagingTables
    /// What the newest identities were when staging began.
    let watermark: IdentityWatermark
    let ticket: RunTicket
    /// The query's row.
    let query: Int64
    let now: Instant

    /// - Parameter ending: gets the counts of what was stored, added, changed and removed.
    func perform(_ ending: inout RunEnding, in connection: borrowing Connection) throws(SQLiteError) {
        try step { () throws(SQLiteError) in try recogniseNewcomers(connection) }
        try step { () throws(SQLiteError) in try insertNewcomers(connection) }
        let changes = ArticleChanges(tables: tables, run: ticket.run, now: now)
        try step { () throws(SQLiteError) in try changes.merge(connection) }
        ending.counts.changed = try step { () throws(SQLiteError) in try changes.update(connection) }
        try step { () throws(SQLiteError) in try changes.rememberAliases(connection) }

        let members = Membership(tables: tables, query: query, keep: ticket.query.keep, now: now)
        try step { () throws(SQLiteError) in try members.replace(&ending.counts, connection) }
        try record(ending, connection)
    }

    /// Runs one step, unless the task was cancelled meanwhile; an interrupt reaches only statements that run already.
    private func step<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        guard !Task.isCancelled else { throw SQLiteError.cancelled }
        return try body()
    }

    /// Looks again for articles that were new when they were set aside, where others have come to the store since.
    private func recogniseNewcomers(_ connection: borrowing Connection) throws(SQLiteError) {
        guard try IdentityWatermark(of: connection) != watermark else { return }
        try connection.execute(
            """
            UPDATE \(tables.members) AS m SET article_id = coalesce(
                (SELECT a.id FROM \(tables.contents) AS c JOIN main.articles AS a
                    ON a.provider = c.provider AND a.provider_id = c.provider_id WHERE c.position = m.position),
                (SELECT o.article_id FROM \(tables.contents) AS c JOIN main._aliases AS o
                    ON o.provider = c.provider AND o.provider_id = c.provider_id WHERE c.position = m.position))
            WHERE article_id IS NULL;
            INSERT OR IGNORE INTO \(tables.suspects)
            SELECT position FROM \(tables.members) JOIN \(tables.contents) USING (position)
            WHERE article_id IS NOT NULL
            """)
    }

    /// Inserts the articles that are new, in the provider's order.
    private func insertNewcomers(_ connection: borrowing Connection) throws(SQLiteError) {
        let newest =
            try connection.first("SELECT seq FROM sqlite_sequence WHERE name = 'articles'") { $0.int64(0) ?? 0 } ?? 0
        try connection.execute(
            """
            UPDATE \(tables.members) AS m SET article_id = \(newest) + n.number
            FROM (SELECT position, row_number() OVER (ORDER BY position) AS number FROM \(tables.members)
                WHERE article_id IS NULL) AS n
            WHERE m.position = n.position
            """)
        guard connection.changes > 0 else { return }
        guard try hasOwnTriggersOnly(connection) else { return try insertNewcomers(above: newest, connection) }
        // Words go into the index after all the rows: a row at a time, each would drive the other out of the
        // processor's caches, which costs a third more.
        try connection.withoutTriggers { () throws(SQLiteError) in
            try insertNewcomers(above: newest, connection)
        }
        let indexed = "headline, abstract, lead_paragraph, byline, keywords"
        try connection.execute(
            """
            INSERT INTO main.articles_fts (rowid, \(indexed))
            SELECT id, \(indexed) FROM main.articles WHERE id > \(newest) ORDER BY id
            """)
    }

    /// Whether inserting an article does nothing but index its words; someone may have added a trigger.
    private func hasOwnTriggersOnly(_ connection: borrowing Connection) throws(SQLiteError) -> Bool {
        try connection.all(
            """
            SELECT 1 FROM (SELECT name, tbl_name, type FROM main.sqlite_schema
                UNION ALL SELECT name, tbl_name, type FROM temp.sqlite_schema)
            WHERE type = 'trigger' AND tbl_name IN ('articles', '_digests')
                AND name NOT IN ('articles_fts_insert', 'articles_fts_delete', 'articles_fts_update')
            """
        ) { _ in true }.isEmpty
    }

    /// Inserts the articles whose ids are greater than any that was given before, with their digests.
    private func insertNewcomers(above newest: Int64, _ connection: borrowing Connection) throws(SQLiteError) {
        var insert = try connection.prepare(
            """
            INSERT INTO main.articles (id, \(ArticleColumns.list()), first_seen_at, changed_at, last_seen_at)
            SELECT m.article_id, \(ArticleColumns.list("c.")), ?1, ?1, ?1
            FROM \(tables.members) AS m CROSS JOIN \(tables.contents) AS c ON c.position = m.position
            WHERE m.article_id > \(newest) ORDER BY m.article_id
            """)
        insert.bind(now.description, at: 1)
        try insert.run()
        try connection.execute(
            """
            INSERT INTO main._digests (article_id, digest)
            SELECT article_id, digest FROM \(tables.members) WHERE article_id > \(newest) ORDER BY article_id
            """)
    }

    /// Writes the rows of the query and of its window.
    private func record(_ ending: RunEnding, _ connection: borrowing Connection) throws(SQLiteError) {
        let counts = ending.counts
        let coverage = ending.coverage ?? Self.coverage(of: ending)
        let (from, to) = (ticket.window.from.description, ticket.window.to.description)
        try connection.run(
            """
            UPDATE queries SET provider = ?2, fingerprint = ?3, generation = generation + 1, window_from = ?4,
                window_to = ?5, coverage = ?6, contents_at = ?7
            WHERE id = ?1
            """, SQLiteValue(query), .text(ticket.query.provider), .text(ticket.query.fingerprint), .text(from),
            .text(to), .text(coverage.rawValue), .text(now.description))
        if ticket.query.keep == .window {
            try connection.run(
                "DELETE FROM windows WHERE query_id = ?1 AND (window_from, window_to) <> (?2, ?3)", SQLiteValue(query),
                .text(from), .text(to))
        }
        try connection.run(
            """
            INSERT OR REPLACE INTO windows (query_id, window_from, window_to, announced, announced_at_least, fetched,
                status, run_id, covered_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """, SQLiteValue(query), .text(from), .text(to), SQLiteValue(counts.announced?.count),
            .integer(counts.announced?.isMinimum == true ? 1 : 0), SQLiteValue(counts.fetched),
            .text(coverage.rawValue), SQLiteValue(ticket.run), .text(now.description))
    }

    private static func coverage(of ending: RunEnding) -> Coverage {
        switch ending.outcome {
        case .complete: ending.counts.stored == 0 ? .empty : .complete
        case .capped: .capped
        case .partial: .partial
        default: .unverified
        }
    }
}

extension SQLiteError {
    /// What an interrupt makes of a statement, for the moments between two of them.
    static var cancelled: SQLiteError { SQLiteError(code: Kind.interrupted.rawValue, message: "cancelled") }
}
