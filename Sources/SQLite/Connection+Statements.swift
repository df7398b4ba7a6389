internal import CSQLite

extension Connection {
    /// Prepares one statement for the caller to own.
    ///
    /// - Throws: what cannot be read, and text after the first statement.
    package borrowing func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        var sql = sql
        var statement: OpaquePointer?
        var rest = 0
        let code = sql.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return SQLITE_OK }
            return unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { text in
                var tail: UnsafePointer<CChar>?
                let code = unsafe sqlite3_prepare_v2(handle, text, Int32(bytes.count), &statement, &tail)
                if let tail = unsafe tail { rest = unsafe bytes[(tail - text)...].count { $0 > 0x20 } }
                return code
            }
        }
        guard code == SQLITE_OK else { throw unsafe SQLiteError(code, of: handle, sql: sql) }
        guard let statement = unsafe statement, rest == 0 else {
            unsafe sqlite3_finalize(statement)
            throw SQLiteError(code: SQLITE_ERROR, message: "not one statement", sql: sql)
        }
        return unsafe Statement(statement)
    }

    /// Runs statements that take no values, one after the other.
    package borrowing func execute(_ script: String) throws(SQLiteError) {
        let code = unsafe sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe SQLiteError(code, of: handle, sql: script) }
    }

    /// Runs one statement to its end.
    ///
    /// - Returns: how many rows it changed.
    @discardableResult
    package borrowing func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> Int {
        try withStatement(sql) { statement throws(SQLiteError) in
            statement.bind(values)
            try statement.run()
        }
        return changes
    }

    /// Reads the first row, or nil where there is none.
    package borrowing func first<Row>(
        _ sql: String, _ values: SQLiteValue..., read: (borrowing Statement) -> Row
    ) throws(SQLiteError) -> Row? {
        try withStatement(sql) { statement throws(SQLiteError) in
            statement.bind(values)
            return try statement.step() ? read(statement) : nil
        }
    }

    /// Reads every row.
    package borrowing func all<Row>(
        _ sql: String, _ values: SQLiteValue..., read: (borrowing Statement) -> Row
    ) throws(SQLiteError) -> [Row] {
        try withStatement(sql) { statement throws(SQLiteError) in
            statement.bind(values)
            var rows: [Row] = []
            while try statement.step() { rows.append(read(statement)) }
            return rows
        }
    }

    /// Lends a statement that stays prepared for the next time; for SQL of a fixed text.
    ///
    /// It comes without values bound, and is reset whatever `body` does.
    package borrowing func withStatement<Result: ~Copyable>(
        _ sql: String, _ body: (inout Statement) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        let kept = if let kept = cache.take(sql) { kept } else { StatementCache.Kept(try prepare(sql)) }
        defer {
            kept.statement.reset()
            kept.statement.clearBindings()
            cache.giveBack(kept, sql)
        }
        return try body(&kept.statement)
    }

    /// Lets `body` run without firing triggers; foreign keys act all the same.
    package borrowing func withoutTriggers<Result>(
        _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        unsafe _ = csqlite_db_config_flag(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        defer { unsafe _ = csqlite_db_config_flag(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1) }
        return try body()
    }

    /// Forgets the statements that stay prepared, where their tables are going to be dropped.
    package borrowing func forgetStatements() { cache.empty() }
}

/// Statements that stay prepared, by their text.
final class StatementCache {
    /// A statement that is either at rest in the cache or in one caller's hands.
    final class Kept {
        var statement: Statement
        init(_ statement: consuming Statement) { self.statement = statement }
    }

    private var kept: [String: Kept] = [:]
    /// More than the store's fixed statements; SQL made at run time does not belong here.
    private let limit = 256

    /// A statement at rest; one that is out is not lent twice.
    func take(_ sql: String) -> Kept? { kept.removeValue(forKey: sql) }

    func giveBack(_ statement: Kept, _ sql: String) { if kept.count < limit { kept[sql] = statement } }

    func empty() { kept = [:] }
}
