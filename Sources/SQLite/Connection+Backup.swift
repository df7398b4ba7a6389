internal import CSQLite

extension Connection {
    /// Copies a database, as it is in one snapshot, into a new file that needs no other file beside it.
    ///
    /// Writers go on meanwhile, and what they write is not in the copy. SQLite begins a copy anew when somebody writes
    /// between two of its steps, unless the source is held still; here one transaction holds it over all steps, so that
    /// nothing is ever begun anew: the one that is open, or one of its own. A log of the source cannot be cleared for that
    /// time.
    ///
    /// - Parameters:
    ///   - database: of this connection.
    ///   - path: of the file to make; what stands there is overwritten.
    ///   - pages: copied in one step.
    ///   - step: told after each step how many pages are copied, and how many there are; what it throws ends the copy,
    ///     and leaves a part of it behind.
    package borrowing func copy(
        _ database: String = "main", to path: String, pages: Int = 512,
        _ step: (_ done: Int, _ total: Int) throws -> Void
    ) throws {
        // Pages are passed on once, so that keeping them would be in vain.
        let target = try Connection(path: path, access: .create, cacheKiB: 512)
        // Whoever wants the copy to last makes it durable once, as a whole.
        try target.execute("PRAGMA synchronous = OFF")
        let hasTransaction = isInTransaction
        if !hasTransaction { try execute("BEGIN") }
        defer { if !hasTransaction { rollBack() } }
        // The snapshot is taken by the first read.
        _ = try first("SELECT count(*) FROM \(database).sqlite_schema") { $0.int(0) }
        unsafe try Self.copy(from: handle, database, to: target.handle, pages: Int32(clamping: pages), step)
        // The copy of a database with a log says that it has one, and could not be read where nothing can be written.
        let mode = try target.first("PRAGMA journal_mode = DELETE") { $0.text(0) ?? "" }
        guard mode == "delete" else {
            throw SQLiteError(code: SQLITE_ERROR, message: "the copy keeps its log (\(mode ?? "no answer"))")
        }
    }

    private static func copy(
        from source: OpaquePointer, _ database: String, to target: OpaquePointer, pages: Int32,
        _ step: (Int, Int) throws -> Void
    ) throws {
        guard let backup = unsafe sqlite3_backup_init(target, "main", source, database) else {
            throw unsafe SQLiteError(sqlite3_extended_errcode(target), of: target)
        }
        var isFinished = false
        defer { if !isFinished { unsafe sqlite3_backup_finish(backup) } }
        var code = SQLITE_OK
        while code == SQLITE_OK {
            code = unsafe sqlite3_backup_step(backup, pages)
            let total = Int(unsafe sqlite3_backup_pagecount(backup))
            if code == SQLITE_OK || code == SQLITE_DONE {
                try step(total - Int(unsafe sqlite3_backup_remaining(backup)), total)
            }
        }
        let end = unsafe sqlite3_backup_finish(backup)
        isFinished = true
        guard code == SQLITE_DONE, end == SQLITE_OK else {
            throw unsafe SQLiteError(code == SQLITE_DONE ? end : code, of: target)
        }
    }
}
