internal import Articles
internal import Chronology
internal import SQLite

/// Where contents come from, read in the transaction that the connection is in.
enum ContentsOriginRow {
    /// - Parameter asOf: nil is the present contents.
    /// - Returns: nil where the query has no contents, or had none then.
    static func origin(
        of query: String, asOf instant: Instant?, in connection: borrowing Connection
    ) throws(SQLiteError) -> ContentsOrigin? {
        // Without the Z, texts with and without a fraction of a second are in order.
        let row = try connection.first(
            """
            SELECT q.id, q.provider, g.fingerprint, g.window_from, g.window_to, g.generation, g.stored_at, g.coverage,
                g.articles, g.run_id, q.contents_at,
                (SELECT count(*) FROM query_articles AS m
                    WHERE m.query_id = q.id AND m._since_generation <= g.generation)
                + (SELECT count(*) FROM _former_members AS m WHERE m.query_id = q.id
                    AND m.since_generation <= g.generation AND g.generation < m.until_generation)
            FROM main.queries AS q JOIN main.generations AS g ON g.query_id = q.id
            WHERE q.name = ?1 AND iif(?2 IS NULL, g.generation = q.generation, rtrim(g.stored_at, 'Z') <= ?2)
            ORDER BY g.generation DESC LIMIT 1
            """, .text(query), SQLiteValue(instant.map { String($0.description.dropLast()) })
        ) { row in
            var origin = ContentsOrigin(
                query: query, provider: row.text(1) ?? "", fingerprint: row.text(2) ?? "",
                window: RunColumns.window(row.text(3), row.text(4)), generation: row.int(5) ?? 0,
                storedAt: RunColumns.instant(row.text(6)) ?? Instant(secondsSince1970: 0),
                coverage: row.text(7).flatMap { Coverage(rawValue: $0) }, articles: row.int(8) ?? 0)
            origin.pruned = max(origin.articles - (row.int(11) ?? 0), 0)
            if instant == nil { origin.contentsAt = RunColumns.instant(row.text(10)) }
            return (id: row.int64(0) ?? 0, run: row.int64(9), origin: origin)
        }
        guard let (id, run, found) = row else { return nil }
        var origin = found
        if instant == nil { origin.windows = try StoredContents.contents(of: id, in: connection).windows }
        if let run {
            origin.run =
                try connection.first(RunColumns.select + " WHERE runs.id = ?1", .integer(run)) { RunColumns.run($0) }
                ?? nil
        }
        return origin
    }
}
