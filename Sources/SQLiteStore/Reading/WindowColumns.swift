internal import Articles
internal import Chronology
internal import SQLite

/// A line of the coverage ledger as a row of `windows` or `_readings`.
enum WindowColumns {
    /// The columns, as one text.
    ///
    /// - Parameter pass: the name of the column that tells it, which is private in one of the tables.
    static func list(pass: String) -> String {
        """
        window_from, window_to, rank, status, announced, announced_at_least, fetched, unique_articles, dropped, stored,
            pages, cap, covered_at, reason, \(holes), \(pass)
        """
    }

    /// The holes as a flat list of texts, four for each.
    private static let holes = """
        CASE WHEN holes <> '[]' AND json_valid(holes) THEN (SELECT json_group_array(CAST(part.value AS TEXT))
            FROM json_each(holes) AS hole, json_each(json_array(hole.value ->> 'from', hole.value ->> 'to',
                coalesce(hole.value ->> 'missing', 0), coalesce(hole.value ->> 'reason', ''))) AS part) END
        """

    /// Reads such a row; nil where another program wrote what is no window.
    static func reading(_ row: borrowing Statement, from first: Int = 0) -> WindowReading? {
        guard let days = RunColumns.window(row.text(first), row.text(first + 1)),
            let status = row.text(first + 3).flatMap({ Coverage(rawValue: $0) })
        else { return nil }
        var reading = WindowReading(
            days: days, status: status,
            announced: RunColumns.total(row.int(first + 4), isMinimum: row.int(first + 5) == 1),
            readAt: RunColumns.instant(row.text(first + 12)) ?? Instant(startOf: days.to))
        reading.rank = row.int(first + 2) ?? 0
        reading.fetched = row.int(first + 6) ?? 0
        reading.unique = row.int(first + 7) ?? 0
        reading.dropped = row.int(first + 8) ?? 0
        reading.stored = row.int(first + 9) ?? 0
        reading.pages = row.int(first + 10) ?? 0
        reading.cap = row.int(first + 11)
        reading.reason = row.text(first + 13)
        reading.holes = holes(JSONList.values(row.text(first + 14)))
        reading.pass = row.int(first + 15) ?? 0
        return reading
    }

    private static func holes(_ texts: [String]) -> [CoverageHole] {
        stride(from: 0, through: texts.count - 4, by: 4).compactMap { index in
            guard let days = RunColumns.window(texts[index], texts[index + 1]) else { return nil }
            return CoverageHole(days: days, missing: Int(texts[index + 2]) ?? 0, reason: texts[index + 3])
        }
    }

    /// What a query's present contents were read as, oldest days first.
    static func windows(of query: Int64, in connection: borrowing Connection) throws(SQLiteError) -> [WindowReading] {
        try connection.all(
            "SELECT \(list(pass: "_pass")) FROM windows WHERE query_id = ?1 ORDER BY window_from", SQLiteValue(query)
        ) { reading($0) }.compactMap { $0 }
    }
}
