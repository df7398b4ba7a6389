internal import Records
internal import SQLite

extension SQLiteError {
    /// Why records could not be read or written, for those who speak of SQLite: what it refused comes out as it was.
    init(_ error: RecordError) {
        let kind: Kind
        switch error {
        case .refused(let refusal, _):
            self = refusal
            return
        case .conflict: kind = .constraint
        case .unreadable: kind = .corrupt
        default: kind = .error
        }
        self.init(code: kind.rawValue, message: "\(error)")
    }
}

extension Connection {
    /// Reads and writes records in whatever transaction the caller is in.
    borrowing func records<Value>(
        _ work: (borrowing Connection) throws(RecordError) -> Value
    ) throws(SQLiteError) -> Value {
        do throws(RecordError) { return try work(self) } catch { throw SQLiteError(error) }
    }
}
