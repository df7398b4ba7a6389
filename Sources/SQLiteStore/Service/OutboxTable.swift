internal import Articles
internal import Chronology
internal import SQLite

/// The lines of the outbox as rows.
enum OutboxTable {
    static func add(_ line: OutboxLine, in connection: borrowing Connection) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO _outbox (notice, target, event, query, created_at, body, attempts, next_at, reason)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """, .text(line.notice), .text(line.target), .text(line.event.rawValue), SQLiteValue(line.query),
            .text(line.createdAt.description), .text(line.body), SQLiteValue(line.attempts),
            .text(line.nextAt.description), SQLiteValue(line.reason))
    }

    /// The first line of each target; lines that another program wrote and nobody understands are left out.
    static func heads(in connection: borrowing Connection) throws(SQLiteError) -> [OutboxLine] {
        try connection.all(
            """
            SELECT id, notice, target, event, query, created_at, body, attempts, next_at, reason FROM _outbox
            WHERE id IN (SELECT min(id) FROM _outbox GROUP BY target) ORDER BY id
            """
        ) { row -> OutboxLine? in
            guard let event = row.text(3).flatMap({ NoticeKind(rawValue: $0) }),
                let createdAt = RunColumns.instant(row.text(5)), let nextAt = RunColumns.instant(row.text(8))
            else { return nil }
            var line = OutboxLine(
                notice: row.text(1) ?? "", target: row.text(2) ?? "", event: event, query: row.text(4),
                createdAt: createdAt, body: row.text(6) ?? "")
            (line.id, line.attempts, line.nextAt, line.reason) = (
                row.int64(0) ?? 0, row.int(7) ?? 0, nextAt, row.text(9)
            )
            return line
        }.compactMap { $0 }
    }

    /// Removes lines by a condition; how many there were, by target.
    static func remove(
        where condition: String, _ values: [SQLiteValue] = [], in connection: borrowing Connection
    ) throws(SQLiteError) -> [String: Int] {
        try connection.withStatement(
            "DELETE FROM _outbox WHERE \(condition) RETURNING target"
        ) { statement throws(SQLiteError) in
            statement.bind(values)
            var counts: [String: Int] = [:]
            while try statement.step() { counts[statement.text(0) ?? "", default: 0] += 1 }
            return counts
        }
    }
}

/// What was told about queries, as rows.
enum NoticeTable {
    static func write(
        _ standing: NoticeStanding, of query: String, in connection: borrowing Connection
    ) throws(SQLiteError) {
        try connection.run(
            """
            INSERT OR REPLACE INTO _notices
                (query, failing_since, failure_told_at, stale_told_of, is_held, drift_told, is_troubled)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """, .text(query), SQLiteValue(standing.failingSince?.description),
            SQLiteValue(standing.failureToldAt?.description), SQLiteValue(standing.staleToldOf?.description),
            .integer(standing.isHeld ? 1 : 0), SQLiteValue(standing.driftTold),
            .integer(standing.isTroubled ? 1 : 0))
    }

    static func all(in connection: borrowing Connection) throws(SQLiteError) -> [String: NoticeStanding] {
        let rows = try connection.all(
            """
            SELECT query, failing_since, failure_told_at, stale_told_of, is_held, drift_told, is_troubled FROM _notices
            """
        ) { row in
            var standing = NoticeStanding()
            standing.failingSince = RunColumns.instant(row.text(1))
            standing.failureToldAt = RunColumns.instant(row.text(2))
            standing.staleToldOf = RunColumns.instant(row.text(3))
            standing.isHeld = row.int(4) == 1
            standing.driftTold = row.text(5)
            standing.isTroubled = row.int(6) == 1
            return (row.text(0) ?? "", standing)
        }
        return Dictionary(rows) { $1 }
    }
}
