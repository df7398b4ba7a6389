internal import CSQLite

extension Connection {
    /// Turns the file to a write-ahead log, in which readers and the writer do not wait for each other.
    ///
    /// Commits survive a crash of the process; the last ones may be lost, whole, when the machine loses power, as the
    /// log is made durable at checkpoints. The log and its index stay beside the file when the last connection closes:
    /// without them a user who may not write in the folder could not open the file at all.
    ///
    /// - Parameter limit: bytes to which the log shrinks again after a large transaction.
    package borrowing func useWriteAheadLog(limit: Int = 16 << 20) throws(SQLiteError) {
        try enterWriteAheadLog()
        try execute(
            "PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = \(limit)")
        var persist: Int32 = 1
        unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &persist)
    }

    /// Changes the mode of a new file, which several processes may want at once.
    ///
    /// SQLite does not wait for its lock here as it does elsewhere, so that we wait for the writer that holds it, by asking
    /// for its turn, and try again.
    private borrowing func enterWriteAheadLog() throws(SQLiteError) {
        for _ in 0..<50 {
            do throws(SQLiteError) {
                return try execute("PRAGMA journal_mode = WAL")
            } catch {
                guard error.kind == .busy else { throw error }
                try execute("BEGIN IMMEDIATE; COMMIT")
            }
        }
        try execute("PRAGMA journal_mode = WAL")
    }
}
