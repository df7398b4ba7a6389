internal import CSQLite

extension Connection {
    /// Puts a change set into the main database, inside the transaction that is open.
    ///
    /// Triggers fire, and references act, as for any statement; that all references lead somewhere is looked at in the
    /// end alone, whatever the order of the rows. Rows that a constraint forbids are tried again when the others of their
    /// table are in place.
    ///
    /// - Parameters:
    ///   - read: gives the next bytes of the change set, at most so many; none at the end.
    ///   - resolve: says what becomes of a row that is in conflict.
    /// - Returns: how many references lead nowhere afterwards.
    package borrowing func apply(
        _ read: @escaping (Int) throws -> [UInt8],
        resolve: @escaping (RowChange, ChangeConflict) -> ConflictResolution
    ) throws -> Int {
        precondition(isInTransaction, "a change set is applied in a transaction")
        let source = ChangeSetSource(read)
        let judge = ChangeJudge(resolve)
        return try withExtendedLifetime((source, judge)) {
            let code = unsafe sqlite3changeset_apply_v2_strm(
                handle, ChangeSetSource.input, Unmanaged.passUnretained(source).toOpaque(), nil,
                { context, kind, iterator in
                    guard let context = unsafe context, let iterator = unsafe iterator else {
                        return SQLITE_CHANGESET_ABORT
                    }
                    return unsafe Unmanaged<ChangeJudge>.fromOpaque(context).takeUnretainedValue().judge(kind, iterator)
                }, Unmanaged.passUnretained(judge).toOpaque(), nil, nil, 0)
            if let failure = source.failure { throw failure }
            guard code == SQLITE_OK else { throw unsafe SQLiteError(code, of: handle) }
            return judge.danglingReferences
        }
    }
}

/// Who is asked about conflicts.
private final class ChangeJudge {
    private let resolve: (RowChange, ChangeConflict) -> ConflictResolution
    private(set) var danglingReferences = 0

    init(_ resolve: @escaping (RowChange, ChangeConflict) -> ConflictResolution) { self.resolve = resolve }

    @unsafe func judge(_ kind: Int32, _ iterator: OpaquePointer) -> Int32 {
        if kind == SQLITE_CHANGESET_FOREIGN_KEY {
            var count: Int32 = 0
            unsafe sqlite3changeset_fk_conflicts(iterator, &count)
            danglingReferences = Int(count)
            return SQLITE_CHANGESET_OMIT
        }
        guard let change = unsafe RowChange(at: iterator) else { return SQLITE_CHANGESET_ABORT }
        let conflict: ChangeConflict
        switch kind {
        case SQLITE_CHANGESET_DATA: conflict = .differs(current: unsafe current(change, iterator))
        case SQLITE_CHANGESET_CONFLICT: conflict = .occupied(current: unsafe current(change, iterator))
        case SQLITE_CHANGESET_NOTFOUND: conflict = .missing
        default: conflict = .constraint
        }
        let mayReplace = kind == SQLITE_CHANGESET_DATA || kind == SQLITE_CHANGESET_CONFLICT
        return resolve(change, conflict) == .replace && mayReplace
            ? SQLITE_CHANGESET_REPLACE : SQLITE_CHANGESET_OMIT
    }

    @unsafe private func current(_ change: RowChange, _ iterator: OpaquePointer) -> [SQLiteValue] {
        unsafe RowChange.values(Int32(change.isKey.count), iterator, sqlite3changeset_conflict).map { $0 ?? .null }
    }
}
