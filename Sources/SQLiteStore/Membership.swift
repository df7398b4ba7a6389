internal import Articles
internal import Chronology
internal import SQLite

/// Which articles a query holds, in which windows, and in which order.
///
/// Only windows that are replaced are looked at, and members that were set aside: neither the rest of the query nor the
/// store costs anything. `articles.last_seen_at` is written where membership ends and not before: while a query holds an
/// article, it was last seen when its window was read. Writing it in every run would rewrite every article in every run.
struct Membership {
    let staging: Staging
    let query: Int64
    /// That the replacement makes.
    let generation: Int
    let keep: ArticleQuery.Keep
    /// The newest article that the store had before.
    let newest: Int64
    let now: Instant
    private var tables: StagingTables { staging.tables }

    init(
        staging: Staging, query: Int64, generation: Int, keep: ArticleQuery.Keep, newest: Int64, now: Instant
    ) {
        self.staging = staging
        self.query = query
        self.generation = generation
        self.keep = keep
        self.newest = newest
        self.now = now
    }

    /// What a window that was read holds afterwards.
    struct Holding {
        let window: Int64
        var stored: Int
        /// Of those, the ones that are kept although they left.
        var kept = 0
        /// Whether it held just that before.
        var stands = false
    }

    /// Replaces the members of windows by what is set aside of them.
    ///
    /// - Parameter windows: the ids of those that were read, in the order of `changes.readings`.
    /// - Returns: what each holds now, and how many articles have left the query.
    func replace(
        _ changes: WindowChanges, windows: [Int64], _ connection: borrowing Connection
    ) throws(SQLiteError) -> (holdings: [Holding], removed: Int) {
        var holdings: [Holding] = []
        for (reading, window) in zip(changes.readings, windows) {
            holdings.append(try holding(reading, window, changes.reread[reading.days], connection))
        }
        let differing = zip(changes.readings, holdings).filter { !$0.1.stands }
        let leaving =
            changes.superseded.map { $0.present } + changes.ended
            + differing.compactMap { changes.reread[$0.0.days] }
        guard !differing.isEmpty || !leaving.isEmpty else { return (holdings, 0) }

        let holdsNone = changes.untouched.isEmpty && leaving.allSatisfy { $0.stored == 0 }
        if !holdsNone { try staging.index(connection) }
        try mark(leaving, connection)
        for (reading, _) in differing { try findJoining(reading, connection) }
        let removed = keep == .window ? try removeLeavers(connection) : 0
        for (reading, holding) in differing {
            try writeMembers(of: reading, holding.window, isFirst: holdsNone, connection)
        }
        if keep == .everything {
            for index in holdings.indices where !holdings[index].stands {
                let former = changes.superseded.filter { $0.heir == index }.map { $0.present }
                try moveLeavers(
                    from: former + [changes.reread[changes.readings[index].days]].compactMap { $0 },
                    to: &holdings[index],
                    connection)
            }
        }
        try welcome(connection)
        return (holdings, removed)
    }

    /// What is set aside of a window, and whether the window holds it already.
    private func holding(
        _ reading: WindowReading, _ window: Int64, _ present: WindowChanges.Present?, _ connection: borrowing Connection
    ) throws(SQLiteError) -> Holding {
        if let present, let kept = try keptBehindStaged(reading, window, connection) {
            return Holding(window: window, stored: present.stored, kept: kept, stands: true)
        }
        let places = StagedPlace.places(of: reading.days)
        let count = try connection.first(
            "SELECT count(*) FROM \(tables.members) WHERE position BETWEEN ?1 AND ?2", SQLiteValue(places.lowerBound),
            SQLiteValue(places.upperBound)
        ) { $0.int(0) ?? 0 }
        return Holding(window: window, stored: count ?? 0)
    }

    /// Where a window holds just what was set aside, in its order, how many are kept behind that; nil where it does not.
    ///
    /// Walking along both is a quarter of the work of looking for differences, and most results are what they were.
    private func keptBehindStaged(
        _ reading: WindowReading, _ window: Int64, _ connection: borrowing Connection
    ) throws(SQLiteError) -> Int? {
        let places = StagedPlace.places(of: reading.days)
        var members = try connection.prepare(
            "SELECT article_id, last_seen_at FROM main.query_articles WHERE window_id = ?1 ORDER BY rank")
        var aside = try connection.prepare(
            "SELECT article_id FROM \(tables.members) WHERE position BETWEEN ?1 AND ?2 ORDER BY position")
        members.bind(window, at: 1)
        aside.bind([SQLiteValue(places.lowerBound), SQLiteValue(places.upperBound)])
        while try aside.step() {
            guard try members.step(), members.int64(0) == aside.int64(0), members.isNull(1) else { return nil }
        }
        var kept = 0
        while try members.step() {
            guard keep == .everything, !members.isNull(1) else { return nil }
            kept += 1
        }
        return kept
    }

    /// Writes down which windows lose what was not set aside.
    private func mark(_ windows: [WindowChanges.Present], _ connection: borrowing Connection) throws(SQLiteError) {
        for window in windows {
            try connection.run("INSERT INTO \(tables.replaced) (window_id) VALUES (?1)", SQLiteValue(window.id))
        }
    }

    /// Finds articles of a reading that the store knew and that come to the query, or from a window that is not replaced,
    /// which then holds one less.
    private func findJoining(_ reading: WindowReading, _ connection: borrowing Connection) throws(SQLiteError) {
        let places = StagedPlace.places(of: reading.days)
        try connection.run(
            """
            INSERT INTO \(tables.joined) (article_id, window_id, is_kept)
            SELECT m.article_id, q.window_id, q.last_seen_at IS NOT NULL
            FROM \(tables.members) AS m
            LEFT JOIN main.query_articles AS q ON q.query_id = ?1 AND q.article_id = m.article_id
            WHERE m.position BETWEEN ?2 AND ?3 AND m.article_id <= ?4
                AND (q.window_id IS NULL OR NOT EXISTS (SELECT 1 FROM \(tables.replaced) AS r WHERE r.window_id = q.window_id))
            """, SQLiteValue(query), SQLiteValue(places.lowerBound), SQLiteValue(places.upperBound), SQLiteValue(newest)
        )
    }

    /// Ends memberships that were not set aside; an article that nobody holds any more has vanished.
    private func removeLeavers(_ connection: borrowing Connection) throws(SQLiteError) -> Int {
        try connection.execute(
            """
            INSERT INTO \(tables.removed)
            SELECT q.article_id FROM \(tables.replaced) AS r CROSS JOIN main.query_articles AS q ON q.window_id = r.window_id
            WHERE NOT EXISTS (SELECT 1 FROM \(tables.members) AS m WHERE m.article_id = q.article_id)
            """)
        let count = try connection.first("SELECT count(*) FROM \(tables.removed)") { $0.int(0) ?? 0 } ?? 0
        guard count > 0 else { return 0 }
        // Without the Z, texts with and without a fraction of a second are in order.
        try connection.execute(
            """
            UPDATE main.articles SET last_seen_at = max(rtrim(last_seen_at, 'Z'), coalesce(
                (SELECT rtrim(coalesce(q.last_seen_at, windows.covered_at), 'Z')
                    FROM main.query_articles AS q JOIN main.windows ON windows.id = q.window_id
                    WHERE q.query_id = \(query) AND q.article_id = articles.id), '')) || 'Z'
            WHERE id IN (SELECT article_id FROM \(tables.removed));
            INSERT OR REPLACE INTO main._former_members (query_id, article_id, since_generation, until_generation)
            SELECT q.query_id, q.article_id, q._since_generation, \(generation)
            FROM \(tables.removed) AS r CROSS JOIN main.query_articles AS q
                ON q.query_id = \(query) AND q.article_id = r.article_id;
            DELETE FROM main.query_articles
            WHERE query_id = \(query) AND article_id IN (SELECT article_id FROM \(tables.removed));
            UPDATE main.articles SET vanished_at = '\(now)'
            WHERE id IN (SELECT article_id FROM \(tables.removed))
                AND NOT EXISTS (SELECT 1 FROM main.query_articles AS q WHERE q.article_id = articles.id)
            """)
        return count
    }

    /// Ranks follow places; a member that stands where it stood is not written.
    private func writeMembers(
        of reading: WindowReading, _ window: Int64, isFirst: Bool, _ connection: borrowing Connection
    ) throws(SQLiteError) {
        let places = StagedPlace.places(of: reading.days)
        let members = """
            INSERT INTO main.query_articles (query_id, article_id, window_id, rank, _since_generation)
            SELECT ?1, article_id, ?2, row_number() OVER (ORDER BY position), ?3 FROM \(tables.members)
            WHERE position BETWEEN ?4 AND ?5
            """
        let conflict = """
            \nON CONFLICT (query_id, article_id) DO UPDATE
            SET window_id = excluded.window_id, rank = excluded.rank, last_seen_at = NULL
            WHERE rank <> excluded.rank OR window_id <> excluded.window_id OR last_seen_at IS NOT NULL
            """
        try connection.run(
            isFirst ? members : members + conflict, SQLiteValue(query), SQLiteValue(window), SQLiteValue(generation),
            SQLiteValue(places.lowerBound), SQLiteValue(places.upperBound))
    }

    /// Ranks members that were not set aside after those that were, in the order they had.
    private func moveLeavers(
        from former: [WindowChanges.Present], to holding: inout Holding, _ connection: borrowing Connection
    ) throws(SQLiteError) {
        let leavers = """
            FROM main.query_articles AS o WHERE window_id = ?1
                AND NOT EXISTS (SELECT 1 FROM \(tables.members) AS m WHERE m.article_id = o.article_id)
            """
        for window in former {
            let count =
                try connection.first("SELECT count(*) \(leavers)", SQLiteValue(window.id)) { $0.int(0) ?? 0 } ?? 0
            try connection.run(
                """
                UPDATE main.query_articles AS q SET window_id = ?3, rank = l.rank,
                    last_seen_at = coalesce(q.last_seen_at, (SELECT covered_at FROM main.windows WHERE id = ?1))
                FROM (SELECT article_id, ?4 + row_number() OVER (ORDER BY rank) AS rank \(leavers)) AS l
                WHERE q.query_id = ?2 AND q.article_id = l.article_id
                    AND (q.rank <> l.rank OR q.window_id <> ?3 OR q.last_seen_at IS NULL)
                """, SQLiteValue(window.id), SQLiteValue(query), SQLiteValue(holding.window),
                SQLiteValue(holding.stored))
            holding.kept += count
            holding.stored += count
        }
    }

    /// Takes in the articles that come: those that had vanished are back, and windows that are not replaced hold less.
    ///
    /// The index of articles learns of them here alone.
    private func welcome(_ connection: borrowing Connection) throws(SQLiteError) {
        try connection.execute(
            """
            UPDATE main.articles SET vanished_at = NULL
            WHERE id IN (SELECT article_id FROM \(tables.joined) WHERE window_id IS NULL) AND +vanished_at IS NOT NULL;
            INSERT OR IGNORE INTO main._unindexed SELECT article_id FROM \(tables.joined)
            WHERE window_id IS NULL AND article_id <= (SELECT article FROM main._index);
            UPDATE main.windows SET stored = stored - j.count, _kept = _kept - j.kept
            FROM (SELECT window_id, count(*) AS count, sum(is_kept) AS kept FROM \(tables.joined)
                WHERE window_id IS NOT NULL GROUP BY window_id) AS j
            WHERE windows.id = j.window_id
            """)
    }
}
