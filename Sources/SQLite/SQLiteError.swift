internal import CSQLite

/// What SQLite refused, with its words at the moment of refusal.
///
/// The statement is told, the values bound to it never are.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The extended result code.
    package let code: Int32
    /// SQLite's own message, copied before the next call could change it.
    package let message: String
    /// The statement, as it was prepared; nil where there was none.
    package let sql: String?
    /// Where in the statement the mistake is, in UTF-8 bytes; nil where SQLite does not say.
    package let offset: Int?

    package init(code: Int32, message: String, sql: String? = nil, offset: Int? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
        self.offset = offset
    }

    /// The class of the failure, without the details that the extended code adds.
    package var kind: Kind { Kind(rawValue: code & 0xff) ?? .error }

    /// The primary result codes.
    package enum Kind: Int32, Sendable {
        case error = 1
        case `internal`, permission, abort, busy, locked, memory, readOnly, interrupted, input, corrupt
        case notFound, full, cannotOpen, `protocol`, empty, schema, tooBig, constraint, mismatch, misuse
        case largeFile, authorization, format, range, notADatabase
    }

    package var description: String {
        sql.map { "\(message) (code \(code)), in: \($0)" } ?? "\(message) (code \(code))"
    }
}

extension SQLiteError {
    /// The error that a connection tells now.
    ///
    /// - Parameter code: what the call returned, for a handle that could not even be made.
    @unsafe init(_ code: Int32, of handle: OpaquePointer?, sql: String? = nil) {
        guard let handle = unsafe handle else {
            let text = unsafe sqlite3_errstr(code)
            self.init(code: code, message: unsafe text.map { unsafe String(cString: $0) } ?? "unknown", sql: sql)
            return
        }
        let told = unsafe sqlite3_extended_errcode(handle)
        let offset = unsafe sqlite3_error_offset(handle)
        self.init(
            code: told & 0xff == code & 0xff ? told : code, message: unsafe String(cString: sqlite3_errmsg(handle)),
            sql: sql, offset: offset < 0 ? nil : Int(offset))
    }
}
