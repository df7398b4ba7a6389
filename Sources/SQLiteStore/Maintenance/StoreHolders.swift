package import Chronology
internal import SQLite

/// Who works on a store now, as far as the store knows.
package struct StoreHolder: Hashable, Sendable {
    /// The query that is synced; nil is the service that waits for its next run.
    package var query: String?
    package var process: Int32?
    package var since: Instant?

    /// `a run of climate in process 4711`.
    package var words: String {
        let what = query.map { "a run of \($0)" } ?? "the service"
        return what + (process.map { " in process \($0)" } ?? "")
    }
}

enum StoreHolders {
    /// Runs whose process lives; they write again and again until they end.
    static func runs(at now: Instant, in connection: borrowing Connection) throws(SQLiteError) -> [StoreHolder] {
        let lines = try connection.all(
            """
            SELECT queries.name, runs._owner, runs.started_at FROM runs JOIN queries ON queries.id = runs.query_id
            WHERE runs.outcome = 'running' ORDER BY runs.id
            """
        ) { ($0.text(0), $0.text(1).flatMap { ProcessIdentity($0) }, RunColumns.instant($0.text(2))) }
        return lines.compactMap { query, owner, since in
            guard let owner, !owner.isAbandoned(since: since, at: now, seenFrom: .current) else { return nil }
            return StoreHolder(query: query, process: owner.pid, since: since)
        }
    }

    /// The service, where its process lives.
    static func service(in connection: borrowing Connection) throws(SQLiteError) -> StoreHolder? {
        try connection.first("SELECT owner, started_at FROM _service WHERE stopped_at IS NULL") { row in
            guard let owner = row.text(0).flatMap({ ProcessIdentity($0) }), !owner.hasEnded(seenFrom: .current) else {
                return nil
            }
            return StoreHolder(query: nil, process: owner.pid, since: RunColumns.instant(row.text(1)))
        } ?? nil
    }
}
