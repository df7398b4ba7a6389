package import Articles
package import Chronology
internal import SQLite

extension SQLiteArticleWriter: NoticeOutbox {
    package func noticeStandings() async throws(StoreFailure) -> [String: NoticeStanding] {
        try perform("read what was told") { file throws(SQLiteError) in try NoticeTable.all(in: file.connection) }
    }

    package func post(
        _ lines: [OutboxLine], standing: NoticeStanding, of query: String
    ) async throws(StoreFailure) -> [String: Int] {
        try perform("keep what is to be told of \(query)") { file throws(SQLiteError) in
            try file.connection.transaction(.immediate) { () throws(SQLiteError) in
                for line in lines { try OutboxTable.add(line, in: file.connection) }
                try NoticeTable.write(standing, of: query, in: file.connection)
                guard !lines.isEmpty else { return [:] }
                let oldest = "id IN (SELECT id FROM _outbox ORDER BY id DESC LIMIT -1 OFFSET ?1)"
                return try OutboxTable.remove(where: oldest, [SQLiteValue(OutboxLine.limit)], in: file.connection)
            }
        }
    }

    package func heads() async throws(StoreFailure) -> [OutboxLine] {
        try perform("read the outbox") { file throws(SQLiteError) in try OutboxTable.heads(in: file.connection) }
    }

    package func remove(_ id: Int64) async throws(StoreFailure) {
        try perform("take a line out of the outbox") { file throws(SQLiteError) in
            _ = try OutboxTable.remove(where: "id = ?1", [.integer(id)], in: file.connection)
        }
    }

    package func postpone(
        _ id: Int64, attempts: Int, until next: Instant, reason: String
    ) async throws(StoreFailure) {
        _ = try perform("postpone a line of the outbox") { file throws(SQLiteError) in
            try file.connection.run(
                "UPDATE _outbox SET attempts = ?2, next_at = ?3, reason = ?4 WHERE id = ?1", .integer(id),
                SQLiteValue(attempts), .text(next.description), .text(reason))
        }
    }

    package func keepLines(of targets: Set<String>) async throws(StoreFailure) -> [String: Int] {
        try perform("take lines of former targets out of the outbox") { file throws(SQLiteError) in
            let places = (0..<targets.count).map { "?\($0 + 1)" }.joined(separator: ", ")
            return try OutboxTable.remove(
                where: "target NOT IN (\(places))", targets.sorted().map { .text($0) }, in: file.connection)
        }
    }
}

extension SQLiteArticleReader {
    /// When the contents of a query, or of every query that has some, were put in place or last found unchanged.
    package func contentsAt(of query: String?) throws(StoreFailure) -> [String: Instant] {
        try snapshot("read how old contents of \(path) are") { connection throws(SQLiteError) in
            let rows = try connection.all(
                "SELECT name, contents_at FROM queries WHERE ?1 IS NULL OR name = ?1", SQLiteValue(query)
            ) { ($0.text(0) ?? "", RunColumns.instant($0.text(1))) }
            return Dictionary(rows.compactMap { name, at in at.map { (name, $0) } }) { $1 }
        }
    }
}
