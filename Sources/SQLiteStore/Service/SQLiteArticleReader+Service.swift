package import Articles
internal import SQLite

/// What decides, and tells, when queries run.
extension SQLiteArticleReader {
    /// What the journal says about the last runs of every query that ever ran, by name.
    package func records() throws(StoreFailure) -> [String: RunRecord] {
        try snapshot("read the last runs of \(path)") { connection throws(SQLiteError) in
            let queries = try connection.all("SELECT id, name FROM queries") { ($0.int64(0) ?? 0, $0.text(1) ?? "") }
            var records: [String: RunRecord] = [:]
            for (id, name) in queries {
                var record = RunRecord()
                try connection.withStatement(
                    RunColumns.select + " WHERE runs.query_id = ?1 ORDER BY runs.id DESC LIMIT \(Self.runsLookedAt)"
                ) { statement throws(SQLiteError) in
                    statement.bind(id, at: 1)
                    while try statement.step() {
                        guard let run = RunColumns.run(statement), record.add(older: run) else { break }
                    }
                }
                records[name] = record
            }
            return records
        }
    }

    /// Runs that were skipped or stopped may lie between those that count.
    private static let runsLookedAt = 100

    /// What the service that runs on the store, or ran last, said of itself; nil where none ever did.
    package func service() throws(StoreFailure) -> ServiceTrace? {
        try snapshot("see what the service on \(path) does") { connection throws(SQLiteError) in
            try ServiceRow.read(seenFrom: .current, in: connection)
        }
    }
}
