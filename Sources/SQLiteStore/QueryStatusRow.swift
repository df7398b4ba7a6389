internal import Articles
internal import Chronology
internal import SQLite

/// The statuses of queries, read in one snapshot.
enum QueryStatusRow {
    static func statuses(
        staleAfter limits: [String: Duration], at now: Instant, in connection: borrowing Connection
    ) throws(SQLiteError) -> [QueryStatus] {
        let rows = try connection.all(
            """
            SELECT id, name, provider, fingerprint, generation, window_from, window_to, coverage, contents_at,
                (SELECT count(*) FROM query_articles WHERE query_id = queries.id)
            FROM queries ORDER BY name
            """
        ) { row in
            (
                id: row.int64(0) ?? 0,
                status: QueryStatus(
                    name: row.text(1) ?? "", provider: row.text(2) ?? "", fingerprint: row.text(3) ?? "",
                    window: RunColumns.window(row.text(5), row.text(6)), articles: row.int(9) ?? 0,
                    generation: row.int(4) ?? 0, contentsAt: RunColumns.instant(row.text(8)),
                    coverage: row.text(7).flatMap { Coverage(rawValue: $0) })
            )
        }
        var statuses: [QueryStatus] = []
        for (id, row) in rows {
            var status = row
            status.lastRun = try newest(of: id, "", in: connection)
            // The run that put the contents in place says nothing against them, though it may say that they are not all.
            let ended = try newest(
                of: id,
                """
                 AND outcome NOT IN ('running', 'skipped') AND runs.id > coalesce((SELECT max(run_id) FROM generations
                    WHERE query_id = ?1 AND generation = (SELECT generation FROM queries WHERE id = ?1)), 0)
                """, in: connection)
            status.freshness = Freshness(
                contentsAt: status.contentsAt, lastRun: ended, limit: limits[status.name], now: now)
            statuses.append(status)
        }
        return statuses
    }

    private static func newest(
        of query: Int64, _ condition: String, in connection: borrowing Connection
    ) throws(SQLiteError) -> Run? {
        try connection.first(
            RunColumns.select + " WHERE runs.query_id = ?1\(condition) ORDER BY runs.id DESC LIMIT 1",
            SQLiteValue(query)
        ) { RunColumns.run($0) } ?? nil
    }
}
