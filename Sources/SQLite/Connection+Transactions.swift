extension Connection {
    /// What a transaction takes at its start.
    package enum TransactionKind: String, Sendable {
        /// Reads; a snapshot from its first read on.
        case deferred = "DEFERRED"
        /// Writes; waits for the write lock at once, so that it cannot fail for it midway.
        case immediate = "IMMEDIATE"
    }

    /// Runs `body` in one transaction: committed when it returns, rolled back when it throws.
    package borrowing func transaction<Result>(
        _ kind: TransactionKind, _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try run("BEGIN \(kind.rawValue)")
        do throws(SQLiteError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Ends a transaction without its changes, where one is open; SQLite ends it by itself on some errors.
    package borrowing func rollBack() {
        guard isInTransaction else { return }
        // A rollback that fails leaves the file to the journal, which undoes it at the next opening.
        do { try run("ROLLBACK") } catch { interrupter.disarm() }
    }
}
