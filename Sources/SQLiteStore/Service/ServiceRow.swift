internal import Articles
internal import Chronology
internal import SQLite

/// The row in which the service says what it does.
enum ServiceRow {
    static func write(
        _ trace: ServiceTrace, of process: ProcessIdentity, in connection: borrowing Connection
    ) throws(SQLiteError) {
        try connection.run(
            """
            INSERT OR REPLACE INTO _service (id, owner, version, configuration, started_at, reloaded_at, refusal, stopped_at)
            VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """, .text(process.description), .text(trace.version), .text(trace.configuration),
            .text(trace.startedAt.description), .text(trace.reload.at.description), SQLiteValue(trace.reload.refusal),
            SQLiteValue(trace.stoppedAt?.description))
    }

    /// What the service said last; nil where none ever ran here.
    static func read(
        seenFrom observer: ProcessIdentity, in connection: borrowing Connection
    ) throws(SQLiteError) -> ServiceTrace? {
        try connection.first(
            "SELECT owner, version, configuration, started_at, reloaded_at, refusal, stopped_at FROM _service"
        ) { row in
            guard let startedAt = RunColumns.instant(row.text(3)), let readAt = RunColumns.instant(row.text(4)) else {
                return nil
            }
            let owner = row.text(0).flatMap { ProcessIdentity($0) }
            return ServiceTrace(
                version: row.text(1) ?? "", configuration: row.text(2) ?? "", startedAt: startedAt,
                reload: ServiceStanding.Reload(at: readAt, refusal: row.text(5)),
                stoppedAt: RunColumns.instant(row.text(6)), hasDied: owner?.hasEnded(seenFrom: observer) ?? true)
        } ?? nil
    }
}
