internal import Articles
internal import Chronology
internal import JSONText
internal import SQLite

/// What one reading of a window came to, as a row of `windows` or of `_readings`.
enum WindowColumns {
    /// The columns that both tables have.
    static let names = [
        "window_from", "window_to", "rank", "announced", "announced_at_least", "fetched", "unique_articles", "dropped",
        "stored", "pages", "cap", "status", "holes", "reason", "covered_at",
    ]

    /// The names as SQL, each behind a prefix such as `w.`.
    static func list(_ prefix: String = "") -> String { names.map { prefix + $0 }.joined(separator: ", ") }

    /// Columns for `reading`, from a table in a query under some name.
    ///
    /// - Parameter pass: the name of the column with the first pass that counts.
    static func selection(_ table: String, pass: String) -> String {
        let holes = """
            (SELECT json_group_array(part.value) FROM json_each(iif(json_valid(\(table).holes), \(table).holes, '[]')) AS hole,
                json_each(json_array(coalesce(hole.value ->> 'from', ''), coalesce(hole.value ->> 'to', ''),
                    CAST(coalesce(hole.value ->> 'missing', 0) AS TEXT), coalesce(hole.value ->> 'reason', ''))) AS part)
            """
        return (names.map { $0 == "holes" ? holes : "\(table).\($0)" } + ["\(table).\(pass)"]).joined(separator: ", ")
    }

    /// Reads a row of `selection` from a column on; nil where another program wrote what is no reading.
    static func reading(_ row: borrowing Statement, from first: Int = 0) -> WindowReading? {
        guard let days = RunColumns.window(row.text(first), row.text(first + 1)),
            let status = row.text(first + 11).flatMap({ Coverage(rawValue: $0) })
        else { return nil }
        var reading = WindowReading(
            days: days, status: status,
            announced: RunColumns.total(row.int(first + 3), isMinimum: row.int(first + 4) == 1),
            readAt: RunColumns.instant(row.text(first + 14)) ?? Instant(secondsSince1970: 0))
        reading.rank = row.int(first + 2) ?? 0
        reading.fetched = row.int(first + 5) ?? 0
        reading.unique = row.int(first + 6) ?? 0
        reading.dropped = row.int(first + 7) ?? 0
        reading.stored = row.int(first + 8) ?? 0
        reading.pages = row.int(first + 9) ?? 0
        reading.cap = row.int(first + 10)
        reading.holes = holes(row.text(first + 12))
        reading.reason = row.text(first + 13)
        reading.pass = row.int(first + 15) ?? 0
        return reading
    }

    /// The values of `names`.
    static func values(_ reading: WindowReading) -> [SQLiteValue] {
        [
            .text(reading.days.from.description), .text(reading.days.to.description), SQLiteValue(reading.rank),
            SQLiteValue(reading.announced?.count), .integer(reading.announced?.isMinimum == true ? 1 : 0),
            SQLiteValue(reading.fetched), SQLiteValue(reading.unique), SQLiteValue(reading.dropped),
            SQLiteValue(reading.stored), SQLiteValue(reading.pages), SQLiteValue(reading.cap),
            .text(reading.status.rawValue), .text(text(reading.holes)), SQLiteValue(reading.reason),
            .text(reading.readAt.description),
        ]
    }

    private static func text(_ holes: [CoverageHole]) -> String {
        var writer = JSONWriter()
        writer.array { array in
            for hole in holes {
                array.object { object in
                    object.member("from", hole.days.from.description)
                    object.member("to", hole.days.to.description)
                    object.member("missing", hole.missing)
                    object.member("reason", hole.reason)
                }
            }
        }
        return writer.text
    }

    /// Holes from the list that `selection` makes of them: four texts each.
    private static func holes(_ list: String?) -> [CoverageHole] {
        let parts = JSONStrings.values(list)
        return stride(from: 0, to: parts.count - 3, by: 4).compactMap { index in
            RunColumns.window(parts[index], parts[index + 1]).map {
                CoverageHole(days: $0, missing: Int(parts[index + 2]) ?? 0, reason: parts[index + 3])
            }
        }
    }
}
