internal import Articles
internal import SQLite

/// What a query holds, told by its windows, without a look at its members.
enum StoredContents {
    static func contents(
        of query: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) -> RunTicket.Contents {
        let rows = try connection.all(
            """
            SELECT \(WindowColumns.selection("windows", pass: "_pass")), windows._kept FROM windows
            WHERE query_id = ?1 ORDER BY window_from
            """, SQLiteValue(query)
        ) { (reading: WindowColumns.reading($0), stored: $0.int(8) ?? 0, kept: $0.int(16) ?? 0) }
        let count = rows.reduce(0) { $0 + $1.stored }
        return try connection.first(
            "SELECT generation, coverage, fingerprint FROM queries WHERE id = ?1", SQLiteValue(query)
        ) { row in
            let generation = row.int(0) ?? 0
            return RunTicket.Contents(
                articles: count, confirmed: count - rows.reduce(0) { $0 + $1.kept }, generation: generation,
                coverage: row.text(1).flatMap { Coverage(rawValue: $0) },
                fingerprint: generation == 0 ? nil : row.text(2), windows: rows.compactMap { $0.reading })
        } ?? RunTicket.Contents()
    }
}
