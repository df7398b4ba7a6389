internal import Articles
internal import Records
internal import SQLite

extension StoreFailure {
    /// Why records could not be read or written, as a person is told it.
    init(_ error: RecordError, tried: String) {
        switch error {
        case .refused(let refusal, _): self.init(refusal, tried: tried)
        case .filter(let mistake, _):
            self.init(.usage, tried: tried, reason: mistake.message, column: mistake.column)
        case .conflict(let conflict):
            let reason =
                conflict.found == nil
                ? "somebody removed it meanwhile"
                : "somebody else changed it meanwhile (it was version \(conflict.expected ?? 0), and is \(conflict.found ?? 0) now)"
            self.init(.refused, tried: tried, reason: reason, hint: "look at it as it is now, and repeat the change")
        case .unreadable(let failure): self.init(.unusable, tried: tried, reason: "cannot read \(failure)")
        default: self.init(.other, tried: tried, reason: "\(error)")
        }
    }
}

extension SQLiteArticleReader {
    /// Reads records in one snapshot.
    func records<Value>(
        _ tried: String, _ work: (borrowing Connection) throws(RecordError) -> Value
    ) throws(StoreFailure) -> Value {
        let result = try snapshot(tried) { connection throws(SQLiteError) -> Result<Value, RecordError> in
            do throws(RecordError) { return .success(try work(connection)) } catch { return .failure(error) }
        }
        do throws(RecordError) { return try result.get() } catch { throw StoreFailure(error, tried: tried) }
    }
}

extension SQLiteArticleWriter {
    /// Writes records in one transaction: all of it, or nothing.
    func writeRecords<Value>(
        _ tried: String, _ work: (StoreFile) throws(RecordError) -> Value
    ) throws(StoreFailure) -> Value {
        let result = try perform(tried) { file throws(SQLiteError) -> Result<Value, RecordError> in
            do throws(RecordError) {
                return .success(
                    try file.connection.recordTransaction(.immediate, tried) { () throws(RecordError) in
                        try work(file)
                    })
            } catch {
                if case .refused(let refusal, _) = error { throw refusal }
                return .failure(error)
            }
        }
        do throws(RecordError) { return try result.get() } catch { throw StoreFailure(error, tried: tried) }
    }
}
