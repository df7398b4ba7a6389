internal import Articles
internal import SQLite

/// What a query holds, as a run is measured against it.
enum StoredContents {
    static func contents(of query: Int64, in connection: borrowing Connection) throws(SQLiteError) -> RunTicket.Contents
    {
        let (members, confirmed) =
            try connection.first(
                "SELECT count(*), count(*) - count(last_seen_at) FROM query_articles WHERE query_id = ?1",
                SQLiteValue(query)
            ) { ($0.int(0) ?? 0, $0.int(1) ?? 0) } ?? (0, 0)
        let windows = try WindowColumns.windows(of: query, in: connection)
        return try connection.first(
            "SELECT generation, coverage, fingerprint FROM queries WHERE id = ?1", SQLiteValue(query)
        ) { row in
            let generation = row.int(0) ?? 0
            return RunTicket.Contents(
                articles: members, confirmed: confirmed, generation: generation,
                coverage: row.text(1).flatMap { Coverage(rawValue: $0) },
                fingerprint: generation == 0 ? nil : row.text(2), windows: windows)
        } ?? RunTicket.Contents()
    }
}
