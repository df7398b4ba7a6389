internal import CSQLite

/// The current row. Text and blobs are copied out, so that nothing points into SQLite's memory.
extension Statement {
    package var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

    package func columnName(_ index: Int) -> String {
        unsafe sqlite3_column_name(handle, checked(index)).map { unsafe String(cString: $0) } ?? ""
    }

    package func isNull(_ index: Int) -> Bool { unsafe sqlite3_column_type(handle, checked(index)) == SQLITE_NULL }

    /// A text, or nil for NULL; a number is written out.
    package func text(_ index: Int) -> String? {
        text(at: checked(index))
    }

    /// A text, or nil for what is none: nothing is converted.
    package func exactText(_ index: Int) -> String? {
        holds(SQLITE_TEXT, index) ? text(at: Int32(index)) : nil
    }

    /// An integer, or nil for what is none: nothing is converted.
    package func exactInt64(_ index: Int) -> Int64? {
        holds(SQLITE_INTEGER, index) ? unsafe sqlite3_column_int64(handle, Int32(index)) : nil
    }

    /// An integer, or nil for NULL.
    package func int64(_ index: Int) -> Int64? {
        isNull(index) ? nil : unsafe sqlite3_column_int64(handle, Int32(index))
    }

    package func int(_ index: Int) -> Int? { int64(index).map { Int($0) } }

    package func double(_ index: Int) -> Double? {
        isNull(index) ? nil : unsafe sqlite3_column_double(handle, Int32(index))
    }

    /// The bytes of a blob, or nil for NULL.
    package func blob(_ index: Int) -> [UInt8]? {
        guard !isNull(index) else { return nil }
        guard let start = unsafe sqlite3_column_blob(handle, Int32(index)) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(handle, Int32(index)))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    package func value(_ index: Int) -> SQLiteValue {
        switch unsafe sqlite3_column_type(handle, checked(index)) {
        case SQLITE_INTEGER: .integer(unsafe sqlite3_column_int64(handle, Int32(index)))
        case SQLITE_FLOAT: .real(unsafe sqlite3_column_double(handle, Int32(index)))
        case SQLITE_TEXT: .text(text(index) ?? "")
        case SQLITE_BLOB: .blob(blob(index) ?? [])
        default: .null
        }
    }

    /// All values of the row, in order.
    package var values: [SQLiteValue] { (0..<columnCount).map { value($0) } }

    /// What is no UTF-8, which SQLite never looks at, is repaired.
    private func text(at index: Int32) -> String? {
        guard let start = unsafe sqlite3_column_text(handle, index) else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(handle, index))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Only a column that there is holds a type other than NULL, so that its place needs no other look.
    private func holds(_ type: Int32, _ index: Int) -> Bool {
        let held = unsafe sqlite3_column_type(handle, Int32(index))
        if held == SQLITE_NULL { _ = checked(index) }
        return held == type
    }

    private func checked(_ index: Int) -> Int32 {
        precondition(index >= 0 && index < columnCount, "statement has no column \(index): \(sql)")
        return Int32(index)
    }
}
