internal import Articles
internal import Chronology
internal import Records
internal import SQLite

/// The journal, and what the rows of a query say.
extension StoreFile {
    func isOpen(_ run: Int64) throws(SQLiteError) -> Bool {
        try connection.first("SELECT 1 FROM runs WHERE id = ?1 AND outcome = 'running'", SQLiteValue(run)) { _ in true }
            ?? false
    }

    /// Opens a line of the journal and gives its number.
    func openLine(
        of query: Int64, named name: String, window: DayRange, candidate: Int64?, at now: Instant
    ) throws(SQLiteError) -> Int64 {
        var line = StoredRun(
            of: query, named: name, window: window, candidate: candidate, owner: identity, at: now)
        try connection.records { (connection) throws(RecordError) in
            try StoredRun.table.insert(&line, in: connection)
        }
        return line.id
    }

    /// Closes a line of the journal and gives it back.
    func closeLine(_ run: Int64, _ ending: RunEnding, at now: Instant) throws(SQLiteError) -> Run? {
        try connection.records { (connection) throws(RecordError) in
            guard var line = try StoredRun.table.find(RecordID(run), in: connection) else { return nil }
            line.close(ending, at: now)
            _ = try StoredRun.table.update(&line, in: connection)
            return line.run
        }
    }

    /// An open line of the journal.
    typealias OpenLine = (id: Int64, owner: ProcessIdentity?, since: Instant?)

    /// Closes the open lines of processes that ended, and tells one whose process lives.
    func closeAbandonedLines(of query: Int64, at now: Instant) throws(SQLiteError) -> OpenLine? {
        var going: OpenLine?
        for var line in try openLines(of: query) {
            let owner = line.owner.flatMap { ProcessIdentity($0) }
            let since = try? line.startedAt.get()
            let isLost = lostRuns.contains(line.id)
            guard isLost || owner?.isAbandoned(since: since, at: now, seenFrom: identity) ?? true else {
                going = (line.id, owner, since)
                continue
            }
            line.abandon(
                since: isLost ? "the store did not take its end" : StoredRun.unclosed,
                stored: try memberCount(of: query), at: now)
            try connection.records { (connection) throws(RecordError) in
                _ = try StoredRun.table.update(&line, in: connection)
            }
            lostRuns.remove(line.id)
            if isLost { forget(line.id) }
        }
        return going
    }

    private func openLines(of query: Int64) throws(SQLiteError) -> [StoredRun] {
        let isOpen = Filter.equal("outcome", .text(RunOutcome.running.rawValue))
        return try connection.records { (connection) throws(RecordError) in
            try StoredRun.all.filtered(by: .all([.equal("query_id", .integer(query)), isOpen])).all(in: connection)
        }
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
