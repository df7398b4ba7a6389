internal import Articles
internal import Chronology
internal import Compression
internal import SQLite

/// The newest answers of each query that were not understood, kept for a person to look at.
enum OddAnswers {
    /// Of one query.
    static let mostKept = 5
    /// Bytes of one answer.
    static let mostBytes = 1 << 20

    /// Keeps one in place of the oldest where there are too many.
    static func keep(
        _ answer: [UInt8], reason: String, run: Int64, at now: Instant, in connection: borrowing Connection
    ) throws(SQLiteError) {
        let isCut = answer.count > mostBytes
        let reason = isCut ? reason + " (its first \(mostBytes) bytes are kept)" : reason
        let body = try compressed(isCut ? Array(answer.prefix(mostBytes)) : answer)
        try connection.transaction(.immediate) { () throws(SQLiteError) in
            try connection.run(
                """
                INSERT INTO main._odd_answers (query_id, run_id, kept_at, reason, size, body)
                SELECT query_id, id, ?2, ?3, ?4, ?5 FROM runs WHERE id = ?1
                """, SQLiteValue(run), .text(now.description), .text(reason), SQLiteValue(answer.count), .blob(body))
            try connection.run(
                """
                DELETE FROM main._odd_answers
                WHERE query_id = (SELECT query_id FROM runs WHERE id = ?1) AND id NOT IN (
                    SELECT id FROM main._odd_answers WHERE query_id = (SELECT query_id FROM runs WHERE id = ?1)
                    ORDER BY id DESC LIMIT \(mostKept))
                """, SQLiteValue(run))
        }
    }

    /// Those of a query, newest first; one that cannot be read any more is without its beginning.
    static func newest(of query: String, in connection: borrowing Connection) throws(SQLiteError) -> [OddAnswer] {
        try rows(of: query, in: connection).map { row in
            OddAnswer(
                run: row.run, at: row.at, reason: row.reason, bytes: row.size,
                beginning: beginning(of: (try? decompressed(row)) ?? []))
        }
    }

    /// What is kept of one; nil where it is no more.
    static func body(
        of answer: OddAnswer, query: String, in connection: borrowing Connection
    ) throws(SQLiteError) -> [UInt8]? {
        guard let row = try rows(of: query, in: connection).first(where: { $0.run == answer.run && $0.at == answer.at })
        else { return nil }
        do throws(CompressionError) { return try decompressed(row) } catch {
            throw SQLiteError(code: SQLiteError.Kind.corrupt.rawValue, message: "the kept answer is damaged: \(error)")
        }
    }

    private typealias Row = (run: Int64, at: Instant, reason: String, size: Int, body: [UInt8])

    private static func rows(of query: String, in connection: borrowing Connection) throws(SQLiteError) -> [Row] {
        try connection.all(
            """
            SELECT run_id, kept_at, reason, size, body FROM _odd_answers
            WHERE query_id = (SELECT id FROM queries WHERE name = ?1) ORDER BY id DESC LIMIT \(mostKept)
            """, .text(query)
        ) { row -> Row in
            (
                row.int64(0) ?? 0, RunColumns.instant(row.text(1)) ?? Instant(secondsSince1970: 0), row.text(2) ?? "",
                row.int(3) ?? 0, row.blob(4) ?? []
            )
        }
    }

    private static func compressed(_ bytes: [UInt8]) throws(SQLiteError) -> [UInt8] {
        do throws(CompressionError) {
            var compressor = try Compressor()
            return try compressor.compress(bytes)
        } catch {
            throw SQLiteError(error)
        }
    }

    private static func decompressed(_ row: Row) throws(CompressionError) -> [UInt8] {
        var decompressor = try Decompressor()
        return try decompressor.decompress(row.body, size: min(row.size, mostBytes))
    }

    /// How bytes begin, on one line that can be shown on a terminal.
    static func beginning(of bytes: [UInt8]) -> String {
        let text = String(decoding: bytes.prefix(1_024), as: UTF8.self)
        var line = ""
        var isSpaced = true
        for scalar in text.unicodeScalars where line.unicodeScalars.count < 120 {
            if scalar.properties.isWhitespace {
                if !isSpaced { line.unicodeScalars.append(" ") }
                isSpaced = true
            } else if !isUnseen(scalar) {
                line.unicodeScalars.append(scalar)
                isSpaced = false
            }
        }
        return line
    }

    /// Controls, marks that turn the direction of writing, and what was no text.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .unassigned, .privateUse, .surrogate: true
        default: scalar == "\u{FFFD}"
        }
    }
}
