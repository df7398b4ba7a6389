internal import CSQLite

/// A prepared statement: bound, stepped, read.
///
/// It belongs to the connection that made it and is finalised when it goes out of scope; that may be after the
/// connection's end, which SQLite then puts off. Parameters count from 1, columns from 0, as in SQLite. A place out of
/// range is a mistake of the caller's code and traps.
@safe package struct Statement: ~Copyable {
    let handle: OpaquePointer

    @unsafe init(_ handle: OpaquePointer) { unsafe self.handle = handle }

    deinit { unsafe sqlite3_finalize(handle) }

    /// The text it was prepared from.
    package var sql: String { unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) } ?? "" }

    /// Whether running it leaves the file as it is.
    package var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

    package var parameterCount: Int { Int(unsafe sqlite3_bind_parameter_count(handle)) }

    /// Goes to the next row, or says that there is none.
    ///
    /// - Throws: what SQLite refused; the statement is reset and can be run again.
    package mutating func step() throws(SQLiteError) -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            // Also ends the read transaction that an unfinished statement would hold open.
            unsafe sqlite3_reset(handle)
            return false
        case let code:
            let error = unsafe SQLiteError(code, of: sqlite3_db_handle(handle), sql: sql)
            unsafe sqlite3_reset(handle)
            throw error
        }
    }

    /// Runs it to its end, over any rows.
    package mutating func run() throws(SQLiteError) { while try step() {} }

    /// Makes it ready to be run again, with the values bound as they are.
    package mutating func reset() { unsafe sqlite3_reset(handle) }
}

extension Statement {
    package mutating func bind(_ value: String?, at index: Int) {
        guard var value else { return bindNull(at: index) }
        check(
            value.withUTF8 { bytes in
                // An empty buffer may have no address, which SQLite would take for NULL.
                guard let start = bytes.baseAddress, !bytes.isEmpty else {
                    return unsafe sqlite3_bind_text(handle, Int32(index), "", 0, csqlite_transient())
                }
                return unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { text in
                    unsafe sqlite3_bind_text(handle, Int32(index), text, Int32(bytes.count), csqlite_transient())
                }
            }, index)
    }

    package mutating func bind(_ value: Int64?, at index: Int) {
        guard let value else { return bindNull(at: index) }
        check(unsafe sqlite3_bind_int64(handle, Int32(index), value), index)
    }

    package mutating func bind(_ value: Int?, at index: Int) { bind(value.map { Int64($0) }, at: index) }

    package mutating func bind(_ value: Double?, at index: Int) {
        guard let value else { return bindNull(at: index) }
        check(unsafe sqlite3_bind_double(handle, Int32(index), value), index)
    }

    package mutating func bind(_ value: [UInt8], at index: Int) {
        guard !value.isEmpty else { return check(unsafe sqlite3_bind_zeroblob(handle, Int32(index), 0), index) }
        check(unsafe sqlite3_bind_blob(handle, Int32(index), value, Int32(value.count), csqlite_transient()), index)
    }

    package mutating func bind(_ value: SQLiteValue, at index: Int) {
        switch value {
        case .null: bindNull(at: index)
        case .integer(let value): bind(value, at: index)
        case .real(let value): bind(value, at: index)
        case .text(let value): bind(value, at: index)
        case .blob(let value): bind(value, at: index)
        }
    }

    /// Binds from the first parameter on.
    package mutating func bind(_ values: some Sequence<SQLiteValue>) {
        for (index, value) in values.enumerated() { bind(value, at: index + 1) }
    }

    package mutating func bindNull(at index: Int) { check(unsafe sqlite3_bind_null(handle, Int32(index)), index) }

    /// Forgets the values bound, so that no large one is kept.
    package mutating func clearBindings() { unsafe sqlite3_clear_bindings(handle) }

    private func check(_ code: Int32, _ index: Int) {
        precondition(code != SQLITE_RANGE, "statement has no parameter \(index): \(sql)")
        precondition(code != SQLITE_MISUSE, "bound while running, reset it first: \(sql)")
        precondition(code == SQLITE_OK, "value \(index) is larger than SQLite holds, or memory is spent")
    }
}
