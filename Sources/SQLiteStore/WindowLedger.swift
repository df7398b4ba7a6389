internal import Articles
internal import Chronology
internal import SQLite

/// Writes the rows of `windows` and what they were before, inside the caller's transaction.
struct WindowLedger {
    let query: Int64
    let run: Int64
    /// That the replacement makes.
    let generation: Int

    /// The windows of the query.
    func present(_ connection: borrowing Connection) throws(SQLiteError) -> [WindowChanges.Present] {
        try connection.all(
            """
            SELECT id, window_from, window_to, stored, _kept FROM windows WHERE query_id = ?1 ORDER BY rank, window_from
            """, SQLiteValue(query)
        ) { row -> WindowChanges.Present? in
            guard let days = RunColumns.window(row.text(1), row.text(2)) else { return nil }
            return WindowChanges.Present(
                id: row.int64(0) ?? 0, days: days, stored: row.int(3) ?? 0, kept: row.int(4) ?? 0)
        }.compactMap { $0 }
    }

    /// Makes a window for members to belong to; what it was read as comes later.
    func open(_ reading: WindowReading, _ connection: borrowing Connection) throws(SQLiteError) -> Int64 {
        try connection.run(
            """
            INSERT INTO windows (query_id, window_from, window_to, fetched, status, covered_at, _since_generation)
            VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6)
            """, SQLiteValue(query), .text(reading.days.from.description), .text(reading.days.to.description),
            .text(reading.status.rawValue), .text(reading.readAt.description), SQLiteValue(generation))
        return connection.lastInsertedID
    }

    /// Keeps what a window was read as, for as long as its answers are kept.
    func archive(_ window: Int64, _ connection: borrowing Connection) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO _readings (\(WindowColumns.list()), query_id, candidate_id, run_id, pass, since_generation,
                until_generation)
            SELECT \(WindowColumns.list()), query_id, _candidate_id, run_id, _pass, _since_generation, ?2
            FROM windows WHERE id = ?1 AND _candidate_id IS NOT NULL AND _since_generation < ?2
            """, SQLiteValue(window), SQLiteValue(generation))
    }

    /// Says what a window was read as, with what it holds.
    ///
    /// - Parameter candidate: whose answers it was read from.
    func write(
        _ reading: WindowReading, to window: Int64, kept: Int, candidate: Int64?, _ connection: borrowing Connection
    ) throws(SQLiteError) {
        let names = WindowColumns.names
        let columns = names.indices.map { "\(names[$0]) = ?\($0 + 6)" }.joined(separator: ", ")
        try connection.withStatement(
            """
            UPDATE windows SET \(columns), run_id = ?2, _kept = ?3, _pass = ?\(names.count + 6),
                _candidate_id = (SELECT id FROM candidates WHERE id = ?4), _since_generation = ?5
            WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            statement.bind(
                [
                    SQLiteValue(window), SQLiteValue(run), SQLiteValue(kept), SQLiteValue(candidate),
                    SQLiteValue(generation),
                ] + WindowColumns.values(reading) + [SQLiteValue(reading.pass)])
            try statement.run()
        }
    }

    /// Ends a window that no member belongs to any more.
    func close(_ window: Int64, _ connection: borrowing Connection) throws(SQLiteError) {
        try connection.run("DELETE FROM windows WHERE id = ?1", SQLiteValue(window))
    }
}
