internal import Articles
internal import Chronology
internal import Records
internal import SQLite

/// Puts what a run set aside in place of its query's contents, inside the caller's transaction.
///
/// Windows that were not read cost nothing, and every step writes differences only, so that an unchanged result writes no
/// row of `articles` or `query_articles`.
struct Replacement {
    let staging: Staging
    let answers: RunAnswers
    let ticket: RunTicket
    /// The query's row.
    let query: Int64
    let now: Instant

    private var tables: StagingTables { staging.tables }
    private var generation: Int { ticket.current.generation + 1 }

    /// - Parameter ending: gets the counts of what was stored, added, changed and removed.
    func perform(
        _ readings: [WindowReading], _ ending: inout RunEnding, in connection: borrowing Connection
    ) throws(SQLiteError) {
        try step { () throws(SQLiteError) in try forgetOthers(than: readings, connection) }
        try step { () throws(SQLiteError) in try recogniseNewcomers(connection) }
        let newest = try step { () throws(SQLiteError) in try insertNewcomers(readings, connection) }
        let changes = ArticleChanges(tables: tables, run: ticket.run, now: now)
        try step { () throws(SQLiteError) in try changes.merge(connection) }
        ending.counts.changed = try step { () throws(SQLiteError) in try changes.update(connection) }
        try step { () throws(SQLiteError) in try changes.rememberAliases(connection) }
        try step { () throws(SQLiteError) in try replaceWindows(readings, newest, &ending.counts, connection) }
        try step { () throws(SQLiteError) in try record(ending, connection) }
        try step { () throws(SQLiteError) in
            try CandidateRetention(query: query, generation: generation).apply(connection)
        }
    }

    /// Where what was set aside of readings stands, in order.
    private static func places(of readings: [WindowReading]) -> [ClosedRange<Int64>] {
        readings.map { StagedPlace.places(of: $0.days) }.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Leaves out what was set aside of windows that do not count.
    private func forgetOthers(
        than readings: [WindowReading], _ connection: borrowing Connection
    ) throws(SQLiteError) {
        var first = Int64.min
        for places in Self.places(of: readings) {
            try connection.run(
                "DELETE FROM \(tables.members) WHERE position BETWEEN ?1 AND ?2", SQLiteValue(first),
                SQLiteValue(places.lowerBound - 1))
            first = places.upperBound + 1
        }
        try connection.run("DELETE FROM \(tables.members) WHERE position >= ?1", SQLiteValue(first))
    }

    /// Replaces the windows that were read and their members, and counts.
    private func replaceWindows(
        _ readings: [WindowReading], _ newest: Int64, _ counts: inout RunCounts, _ connection: borrowing Connection
    ) throws(SQLiteError) {
        let ledger = WindowLedger(query: query, run: ticket.run, generation: generation)
        let present = try ledger.present(connection)
        let changes = WindowChanges(
            present, readings: readings, window: ticket.window, keep: ticket.query.keep)
        var windows: [Int64] = []
        for reading in changes.readings {
            if let row = changes.reread[reading.days] {
                windows.append(row.id)
            } else {
                windows.append(try ledger.open(reading, connection))
            }
        }
        let members = Membership(
            staging: staging, query: query, generation: generation, keep: ticket.query.keep, newest: newest, now: now)
        let (holdings, removed) = try members.replace(changes, windows: windows, connection)

        for row in changes.reread.values { try ledger.archive(row.id, connection) }
        for row in changes.superseded.map({ $0.present }) + changes.ended {
            try ledger.archive(row.id, connection)
            try ledger.close(row.id, connection)
        }
        for (reading, holding) in zip(changes.readings, holdings) {
            var reading = reading
            reading.stored = holding.stored
            try ledger.write(
                reading, to: holding.window, kept: holding.kept, candidate: answers.candidate(holding: reading.days),
                connection)
        }
        counts.stored = try ledger.present(connection).reduce(0) { $0 + $1.stored }
        counts.removed = removed
        counts.added = counts.stored - present.reduce(0) { $0 + $1.stored } + removed
    }

    /// Runs one step, unless the task was cancelled meanwhile; an interrupt reaches only statements that run already.
    private func step<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        guard !Task.isCancelled else { throw SQLiteError.cancelled }
        return try body()
    }

    /// Looks again for articles that were new when they were set aside, where others have come to the store since.
    private func recogniseNewcomers(_ connection: borrowing Connection) throws(SQLiteError) {
        guard try IdentityWatermark(of: connection) != staging.watermark else { return }
        try staging.index(connection)
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
    ///
    /// - Returns: the newest article that there was before.
    private func insertNewcomers(
        _ readings: [WindowReading], _ connection: borrowing Connection
    ) throws(SQLiteError) -> Int64 {
        let newest =
            try connection.first("SELECT seq FROM sqlite_sequence WHERE name = 'articles'") { $0.int64(0) ?? 0 } ?? 0
        // A window at a time, as SQLite sets the numbers of one statement aside before it writes them.
        var last = newest
        for places in Self.places(of: readings) {
            last += Int64(
                try connection.run(
                    """
                    UPDATE \(tables.members) AS m SET article_id = ?1 + n.number
                    FROM (SELECT position, row_number() OVER (ORDER BY position) AS number FROM \(tables.members)
                        WHERE position BETWEEN ?2 AND ?3 AND article_id IS NULL) AS n
                    WHERE m.position = n.position
                    """, SQLiteValue(last), SQLiteValue(places.lowerBound), SQLiteValue(places.upperBound)))
        }
        guard last > newest else { return newest }
        guard try hasOwnTriggersOnly(connection) else {
            try insertNewcomers(above: newest, connection)
            return newest
        }
        // Words go into the index after all the rows: a row at a time, each would drive the other out of the
        // processor's caches, which costs a third more.
        try connection.withoutTriggers { () throws(SQLiteError) in
            try insertNewcomers(above: newest, connection)
        }
        try indexWords(above: newest, count: last - newest, connection)
        return newest
    }

    /// Puts the words of new articles into the full-text index.
    ///
    /// Those of many are gathered in more memory before they are written, which saves a part of the time.
    private func indexWords(above newest: Int64, count: Int64, _ connection: borrowing Connection) throws(SQLiteError) {
        let isLarge = StoreFile.isLarge(Int(count))
        if isLarge { try gatherWords(in: 7 << 20, connection) }
        let indexed = "headline, abstract, lead_paragraph, byline, keywords"
        try connection.execute(
            """
            INSERT INTO main.articles_fts (rowid, \(indexed))
            SELECT id, \(indexed) FROM main.articles WHERE id > \(newest) ORDER BY id
            """)
        if isLarge { try gatherWords(in: 3 << 20, connection) }
    }

    private func gatherWords(in bytes: Int, _ connection: borrowing Connection) throws(SQLiteError) {
        try connection.execute("INSERT INTO main.articles_fts (articles_fts, rank) VALUES ('hashsize', \(bytes))")
    }

    /// Whether inserting an article above all others does nothing but index its words; someone may have added a trigger.
    private func hasOwnTriggersOnly(_ connection: borrowing Connection) throws(SQLiteError) -> Bool {
        try connection.all(
            """
            SELECT 1 FROM (SELECT name, tbl_name, type FROM main.sqlite_schema
                UNION ALL SELECT name, tbl_name, type FROM temp.sqlite_schema)
            WHERE type = 'trigger' AND tbl_name IN ('articles', '_digests')
                AND name NOT IN ('articles_fts_insert', 'articles_fts_delete', 'articles_fts_update',
                    'articles_index_insert', 'articles_index_delete', 'articles_index_update')
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
            WHERE m.article_id > \(newest) ORDER BY m.position
            """)
        insert.bind(now.description, at: 1)
        try insert.run()
        try connection.execute(
            """
            INSERT INTO main._digests (article_id, digest)
            SELECT article_id, digest FROM \(tables.members) WHERE article_id > \(newest) ORDER BY position
            """)
    }

    /// Writes the rows of the query, of its generation and of the candidate that it was.
    private func record(_ ending: RunEnding, _ connection: borrowing Connection) throws(SQLiteError) {
        let reached = ending.coverage ?? Self.coverage(of: ending)
        let coverage = SQLiteValue.text(reached.rawValue)
        let (from, to) = (
            SQLiteValue.text(ticket.window.from.description), SQLiteValue.text(ticket.window.to.description)
        )
        let (fingerprint, instant) = (SQLiteValue.text(ticket.query.fingerprint), SQLiteValue.text(now.description))
        // What is read from kept answers is as old as they are, whenever it is put in place.
        let readAt = answers.readings.map(\.readAt).max() ?? now
        try connection.run(
            """
            UPDATE queries SET provider = ?2, fingerprint = ?3, generation = ?8, window_from = ?4, window_to = ?5,
                coverage = ?6, contents_at = ?7
            WHERE id = ?1
            """, SQLiteValue(query), .text(ticket.query.provider), fingerprint, from, to, coverage,
            .text(readAt.description), SQLiteValue(generation))
        try connection.run(
            """
            INSERT INTO generations (query_id, generation, run_id, stored_at, fingerprint, window_from, window_to,
                coverage, articles)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """, SQLiteValue(query), SQLiteValue(generation), SQLiteValue(ticket.run), instant, fingerprint, from, to,
            coverage, SQLiteValue(ending.counts.stored))
        guard let candidate = answers.candidate else {
            // The same answers, read otherwise: they are those of the present generation still, however many candidates
            // they are of.
            try connection.run(
                "UPDATE candidates SET generation = ?2 WHERE query_id = ?1 AND state = 'stored' AND generation = ?3",
                SQLiteValue(query), SQLiteValue(generation), SQLiteValue(ticket.current.generation))
            return
        }
        try connection.records { (connection) throws(RecordError) in
            guard var stored = try StoredCandidate.table.find(RecordID(candidate), in: connection) else { return }
            stored.store(ending, coverage: reached, articles: staging.count, generation: generation, run: ticket.run)
            _ = try StoredCandidate.table.update(&stored, in: connection)
        }
        // The guard measured all that it holds against contents that are gone now.
        try connection.run(
            "DELETE FROM candidates WHERE query_id = ?1 AND state = 'held' AND id < ?2", SQLiteValue(query),
            SQLiteValue(candidate))
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
