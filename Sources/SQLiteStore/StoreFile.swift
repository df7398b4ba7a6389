internal import Articles
internal import Chronology
internal import SQLite

/// The writer's hold on an open store: what it does in SQL, without saying on which thread.
final class StoreFile {
    let connection: Connection
    private var stagings: [Int64: Staging] = [:]
    private let identity: ProcessIdentity
    /// Made when the first answer is kept or looked for.
    var kept: KeptAnswers?
    /// The most that pages of the store take in memory.
    private static let cacheKiB = 10_240

    init(_ connection: consuming Connection, identity: ProcessIdentity) {
        self.connection = connection
        self.identity = identity
    }

    /// What came of the wish to begin a run.
    enum Beginning {
        case begun(RunTicket)
        /// A run of the query is going, since then, in a process of this number.
        case going(since: Instant?, process: Int32?)
    }

    /// Opens the journal's line of a run, unless one of the query is going; lines that an ended process left open are
    /// closed.
    func begin(_ query: ArticleQuery, window: DayRange, at now: Instant) throws(SQLiteError) -> Beginning {
        try connection.transaction(.immediate) { () throws(SQLiteError) -> Beginning in
            try connection.run(
                "INSERT INTO queries (name, provider, fingerprint) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO NOTHING",
                .text(query.name), .text(query.provider), .text(query.fingerprint))
            let id = try queryID(query.name)
            if let line = try closeAbandonedLines(of: id, at: now) {
                return .going(since: line.since, process: line.owner?.pid)
            }
            try connection.run(
                """
                INSERT INTO runs (query_id, started_at, outcome, window_from, window_to, _owner)
                VALUES (?1, ?2, 'running', ?3, ?4, ?5)
                """, SQLiteValue(id), .text(now.description), .text(window.from.description),
                .text(window.to.description), .text(identity.description))
            let run = connection.lastInsertedID
            let current = try contents(of: id)
            return .begun(RunTicket(run: run, query: query, window: window, startedAt: now, current: current))
        }
    }

    /// Sets a page aside for an open run.
    ///
    /// - Returns: how many distinct articles there are now; nil where the run is not open.
    func stage(_ page: ArticlePage, for run: Int64) throws(SQLiteError) -> Int? {
        guard let staging = try staging(of: run) else { return nil }
        try staging.stage(page, in: connection)
        return staging.count
    }

    /// Replaces a query's contents in one transaction; nil where the run is not open.
    func replace(_ ticket: RunTicket, ending: RunEnding, at now: Instant) throws(SQLiteError) -> Run? {
        guard let staging = try staging(of: ticket.run) else { return nil }
        // Pages beyond this bound spill into the log while the replacement goes on.
        try connection.limitCache(kiB: min(max(staging.count / 2, 512), Self.cacheKiB))
        let run = try connection.transaction(.immediate) { () throws(SQLiteError) -> Run? in
            guard try isOpen(ticket.run), try generation(of: ticket.query) == ticket.current.generation else {
                return nil
            }
            let replacement = Replacement(
                tables: staging.tables, watermark: staging.watermark, ticket: ticket,
                query: try queryID(ticket.query.name), now: now)
            var ending = ending
            try replacement.perform(&ending, in: connection)
            return try close(ticket.run, ending, at: now)
        }
        forget(ticket.run)
        return run
    }

    /// Closes the journal's line of a run and leaves the contents; nil where the run is not open.
    func finish(_ ticket: RunTicket, ending: RunEnding, at now: Instant) throws(SQLiteError) -> Run? {
        defer { forget(ticket.run) }
        return try connection.transaction(.immediate) { () throws(SQLiteError) -> Run? in
            guard try isOpen(ticket.run) else { return nil }
            var ending = ending
            ending.counts.stored = try memberCount(of: try queryID(ticket.query.name))
            (ending.counts.added, ending.counts.changed, ending.counts.removed) = (0, 0, 0)
            return try close(ticket.run, ending, at: now)
        }
    }

    private func staging(of run: Int64) throws(SQLiteError) -> Staging? {
        if let staging = stagings[run] { return staging }
        guard try isOpen(run) else { return nil }
        try connection.limitCache(kiB: Self.cacheKiB)
        let staging = try Staging(run: run, in: connection)
        stagings[run] = staging
        return staging
    }

    /// Drops what a run has set aside.
    private func forget(_ run: Int64) {
        guard let tables = stagings.removeValue(forKey: run)?.tables else { return }
        connection.forgetStatements()
        // The run has ended whatever comes of this; tables that stay are gone with the connection.
        try? connection.execute(tables.removal)
    }

    private func isOpen(_ run: Int64) throws(SQLiteError) -> Bool {
        try connection.first("SELECT 1 FROM runs WHERE id = ?1 AND outcome = 'running'", SQLiteValue(run)) { _ in true }
            ?? false
    }

    private func close(_ run: Int64, _ ending: RunEnding, at now: Instant) throws(SQLiteError) -> Run? {
        let counts = ending.counts
        try connection.run(
            """
            UPDATE runs SET finished_at = ?2, outcome = ?3, announced = ?4, announced_at_least = ?5, fetched = ?6,
                unique_articles = ?7, stored = ?8, added = ?9, changed = ?10, removed = ?11, dropped = ?12, pages = ?13,
                requests = ?14, bytes = ?15, reason = ?16, failure = ?17
            WHERE id = ?1
            """, SQLiteValue(run), .text(now.description), .text(ending.outcome.rawValue),
            SQLiteValue(counts.announced?.count), .integer(counts.announced?.isMinimum == true ? 1 : 0),
            SQLiteValue(counts.fetched), SQLiteValue(counts.unique), SQLiteValue(counts.stored),
            SQLiteValue(counts.added), SQLiteValue(counts.changed), SQLiteValue(counts.removed),
            SQLiteValue(counts.dropped), SQLiteValue(counts.pages), SQLiteValue(counts.requests),
            SQLiteValue(counts.bytes), SQLiteValue(ending.reason), SQLiteValue(ending.failure?.rawValue))
        return try connection.first(RunColumns.select + " WHERE runs.id = ?1", SQLiteValue(run)) { RunColumns.run($0) }
            ?? nil
    }

    /// An open line of the journal.
    private typealias OpenLine = (id: Int64, owner: ProcessIdentity?, since: Instant?)

    /// Closes the open lines of processes that ended, and tells one whose process lives.
    private func closeAbandonedLines(of query: Int64, at now: Instant) throws(SQLiteError) -> OpenLine? {
        let open = try connection.all(
            "SELECT id, _owner, started_at FROM runs WHERE query_id = ?1 AND outcome = 'running'", SQLiteValue(query)
        ) { row -> OpenLine in
            (row.int64(0) ?? 0, row.text(1).flatMap { ProcessIdentity($0) }, RunColumns.instant(row.text(2)))
        }
        var going: OpenLine?
        for line in open {
            guard line.owner?.isAbandoned(since: line.since, at: now, seenFrom: identity) ?? true else {
                going = line
                continue
            }
            try connection.run(
                """
                UPDATE runs SET outcome = 'interrupted', finished_at = ?2, reason = 'the process ended without a word',
                    stored = (SELECT count(*) FROM query_articles WHERE query_id = ?3)
                WHERE id = ?1
                """, SQLiteValue(line.id), .text(now.description), SQLiteValue(query))
        }
        return going
    }

    private func queryID(_ name: String) throws(SQLiteError) -> Int64 {
        try connection.first("SELECT id FROM queries WHERE name = ?1", .text(name)) { $0.int64(0) ?? 0 } ?? 0
    }

    private func generation(of query: ArticleQuery) throws(SQLiteError) -> Int? {
        try connection.first("SELECT generation FROM queries WHERE name = ?1", .text(query.name)) { $0.int(0) } ?? nil
    }

    private func memberCount(of query: Int64) throws(SQLiteError) -> Int {
        try connection.first("SELECT count(*) FROM query_articles WHERE query_id = ?1", SQLiteValue(query)) {
            $0.int(0) ?? 0
        } ?? 0
    }

    private func contents(of query: Int64) throws(SQLiteError) -> RunTicket.Contents {
        let count = try memberCount(of: query)
        let confirmed = try connection.first(
            "SELECT count(*) FROM query_articles WHERE query_id = ?1 AND last_seen_at IS NULL", SQLiteValue(query)
        ) { $0.int(0) ?? 0 }
        return try connection.first(
            "SELECT generation, coverage, fingerprint FROM queries WHERE id = ?1", SQLiteValue(query)
        ) { row in
            let generation = row.int(0) ?? 0
            return RunTicket.Contents(
                articles: count, confirmed: confirmed, generation: generation,
                coverage: row.text(1).flatMap { Coverage(rawValue: $0) },
                fingerprint: generation == 0 ? nil : row.text(2))
        } ?? RunTicket.Contents()
    }
}
