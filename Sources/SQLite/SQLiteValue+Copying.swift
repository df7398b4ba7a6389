internal import CSQLite

extension SQLiteValue {
    /// What a value of SQLite's own holds, copied out.
    @unsafe init(copying value: OpaquePointer?) {
        let count = { Int(unsafe sqlite3_value_bytes(value)) }
        switch unsafe sqlite3_value_type(value) {
        case SQLITE_INTEGER: self = .integer(unsafe sqlite3_value_int64(value))
        case SQLITE_FLOAT: self = .real(unsafe sqlite3_value_double(value))
        case SQLITE_TEXT:
            guard let start = unsafe sqlite3_value_text(value) else {
                self = .null
                return
            }
            self = .text(unsafe String(decoding: UnsafeBufferPointer(start: start, count: count()), as: UTF8.self))
        case SQLITE_BLOB:
            guard let start = unsafe sqlite3_value_blob(value) else {
                self = .blob([])
                return
            }
            self = .blob(unsafe Array(UnsafeRawBufferPointer(start: start, count: count())))
        default: self = .null
        }
    }
}
