extension Connection {
    /// What a transaction takes at its start.
    package enum TransactionKind: String, Sendable {
        /// Reads; a snapshot from its first read on.
        case deferred = "DEFERRED"
        /// Writes; waits for the write lock at once, so that it cannot fail for it midway.
        case immediate = "IMMEDIATE"
    }

    /// Runs `body` in one transaction: committed when it returns, rolled back when it throws.
    ///
    /// One inside another is a mistake of the caller's code and traps.
    package borrowing func transaction<Result>(
        _ kind: TransactionKind, _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        precondition(!isInTransaction, "a transaction is open already")
        try runToItsEnd("BEGIN \(kind.rawValue)")
        do throws(SQLiteError) {
            let result = try body()
            try runToItsEnd("COMMIT")
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Ends a transaction without its changes, where one is open; SQLite ends it by itself on some errors.
    ///
    /// Neither an interrupt nor a refusal to continue stops it: an open transaction would fail all that comes after it.
    package borrowing func rollBack() {
        while isInTransaction {
            do throws(SQLiteError) { try runToItsEnd("ROLLBACK") } catch {
                // Any other failure is told by the next statement, which finds the transaction still open.
                guard error.kind == .interrupted else { return }
            }
        }
    }

    /// Runs a statement without asking whether to go on: SQLite asks once more when the statement has had its effect,
    /// and would call a commit interrupted that is done.
    private borrowing func runToItsEnd(_ sql: String) throws(SQLiteError) {
        questions.arePaused = true
        defer { questions.arePaused = false }
        try run(sql)
    }
}
