internal import Articles
internal import Chronology
internal import JSONText
internal import SQLite

/// The journal, and what the rows of a query say.
extension StoreFile {
    func isOpen(_ run: Int64) throws(SQLiteError) -> Bool {
        try connection.first("SELECT 1 FROM runs WHERE id = ?1 AND outcome = 'running'", SQLiteValue(run)) { _ in true }
            ?? false
    }

    /// Opens a line of the journal and gives its number.
    func openLine(
        of query: Int64, window: DayRange, candidate: Int64?, at now: Instant
    ) throws(SQLiteError) -> Int64 {
        try connection.run(
            """
            INSERT INTO runs (query_id, started_at, outcome, window_from, window_to, _owner, candidate_id)
            VALUES (?1, ?2, 'running', ?3, ?4, ?5, ?6)
            """, SQLiteValue(query), .text(now.description), .text(window.from.description),
            .text(window.to.description), .text(identity.description), SQLiteValue(candidate))
        return connection.lastInsertedID
    }

    /// Closes a line of the journal and gives it back.
    func closeLine(_ run: Int64, _ ending: RunEnding, at now: Instant) throws(SQLiteError) -> Run? {
        let counts = ending.counts
        try connection.run(
            """
            UPDATE runs SET finished_at = ?2, outcome = ?3, announced = ?4, announced_at_least = ?5, fetched = ?6,
                unique_articles = ?7, stored = ?8, added = ?9, changed = ?10, removed = ?11, dropped = ?12, pages = ?13,
                requests = ?14, bytes = ?15, reason = ?16, failure = ?17, notices = ?18
            WHERE id = ?1
            """, SQLiteValue(run), .text(now.description), .text(ending.outcome.rawValue),
            SQLiteValue(counts.announced?.count), .integer(counts.announced?.isMinimum == true ? 1 : 0),
            SQLiteValue(counts.fetched), SQLiteValue(counts.unique), SQLiteValue(counts.stored),
            SQLiteValue(counts.added), SQLiteValue(counts.changed), SQLiteValue(counts.removed),
            SQLiteValue(counts.dropped), SQLiteValue(counts.pages), SQLiteValue(counts.requests),
            SQLiteValue(counts.bytes), SQLiteValue(ending.reason), SQLiteValue(ending.failure?.rawValue),
            .text(JSONStrings.text(ending.notices)))
        return try connection.first(RunColumns.select + " WHERE runs.id = ?1", SQLiteValue(run)) { RunColumns.run($0) }
            ?? nil
    }

    /// An open line of the journal.
    typealias OpenLine = (id: Int64, owner: ProcessIdentity?, since: Instant?)

    /// Closes the open lines of processes that ended, and tells one whose process lives.
    func closeAbandonedLines(of query: Int64, at now: Instant) throws(SQLiteError) -> OpenLine? {
        let open = try connection.all(
            "SELECT id, _owner, started_at FROM runs WHERE query_id = ?1 AND outcome = 'running'", SQLiteValue(query)
        ) { row -> OpenLine in
            (row.int64(0) ?? 0, row.text(1).flatMap { ProcessIdentity($0) }, RunColumns.instant(row.text(2)))
        }
        var going: OpenLine?
        for line in open {
            let isLost = lostRuns.contains(line.id)
            guard isLost || line.owner?.isAbandoned(since: line.since, at: now, seenFrom: identity) ?? true else {
                going = line
                continue
            }
            try connection.run(
                """
                UPDATE runs SET outcome = 'interrupted', finished_at = ?2, reason = ?4, stored = ?3 WHERE id = ?1
                """, SQLiteValue(line.id), .text(now.description), SQLiteValue(try memberCount(of: query)),
                .text(isLost ? "the store did not take its end" : "the process ended without a word"))
            lostRuns.remove(line.id)
            if isLost { forget(line.id) }
        }
        return going
    }

    func queryID(_ name: String) throws(SQLiteError) -> Int64 {
        try connection.first("SELECT id FROM queries WHERE name = ?1", .text(name)) { $0.int64(0) ?? 0 } ?? 0
    }

    func generation(of query: ArticleQuery) throws(SQLiteError) -> Int? {
        try connection.first("SELECT generation FROM queries WHERE name = ?1", .text(query.name)) { $0.int(0) } ?? nil
    }

    func memberCount(of query: Int64) throws(SQLiteError) -> Int {
        try connection.first("SELECT total(stored) FROM windows WHERE query_id = ?1", SQLiteValue(query)) {
            $0.int(0) ?? 0
        } ?? 0
    }

    func contents(of query: Int64) throws(SQLiteError) -> RunTicket.Contents {
        try StoredContents.contents(of: query, in: connection)
    }
}
