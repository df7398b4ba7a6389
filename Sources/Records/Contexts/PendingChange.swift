internal import SQLite

/// Which row of which table.
struct RecordIdentity: Hashable, Sendable {
    let table: String
    let key: SQLiteValue
}

/// A record that a context wants made, changed or removed.
struct PendingChange: Sendable {
    enum Kind: Hashable, Sendable {
        case inserted
        /// On a row that was of this version; nil where its table counts none.
        case changed(from: Int64?)
        case removed(from: Int64?)

        var isRemoval: Bool { if case .removed = self { true } else { false } }
    }

    var kind: Kind
    var record: any Record
    /// When the record was first touched, among those of its context.
    var place = 0

    var identity: RecordIdentity { Self.identity(of: record) }
    var version: Int64? { Self.version(of: record) }

    /// What the change comes to after an earlier one of the same record; nil where nothing is left to be done.
    ///
    /// - Throws: where the later one was made on another version than the earlier one left.
    func following(_ earlier: PendingChange) throws(Conflict) -> PendingChange? {
        var outcome = self
        outcome.place = earlier.place
        switch (earlier.kind, kind) {
        case (.removed(let base), .inserted):
            outcome.kind = .changed(from: base)
            // The row goes on counting, so that who holds an old version of it is told.
            if let base, let version, version <= base { outcome.record = Self.versioned(base + 1, record) }
        case (_, .inserted), (.removed, _): throw conflict(with: earlier)
        case (_, .changed(let base)):
            guard base == earlier.version else { throw conflict(with: earlier) }
            outcome.kind = earlier.kind
        case (_, .removed(let base)):
            guard base == earlier.version else { throw conflict(with: earlier) }
            guard case .changed(let first) = earlier.kind else { return nil }
            outcome.kind = .removed(from: first)
        }
        return outcome
    }

    private func conflict(with earlier: PendingChange) -> Conflict {
        let expected: Int64? =
            switch kind {
            case .inserted: nil
            case .changed(let base), .removed(let base): base
            }
        return Conflict(
            table: identity.table, key: identity.key.written, expected: expected,
            found: earlier.kind.isRemoval ? nil : earlier.version ?? 0)
    }

    /// Does it in the store.
    ///
    /// - Returns: the number that a new record was given, where it had a provisional one.
    func apply(in connection: borrowing Connection) throws(RecordError) -> Int64? {
        try Self.apply(kind, record, in: connection)
    }

    private static func apply<Model: Record>(
        _ kind: Kind, _ record: Model, in connection: borrowing Connection
    ) throws(RecordError) -> Int64? {
        let table = Model.table
        switch kind {
        case .inserted:
            var new = record
            let isProvisional = table.isProvisional(table.key(of: record))
            try table.insert(&new, as: table.version?.get(record) ?? 1, in: connection)
            guard isProvisional, case .integer(let number) = table.key(of: new) else { return nil }
            return number
        case .changed(let base): try table.replace(record, expecting: base, in: connection)
        case .removed(let base): try table.delete(record.recordID, expecting: base, in: connection)
        }
        return nil
    }

    /// The same of a record that has its number now.
    func numbered(_ number: Int64) -> PendingChange {
        var change = self
        change.record = Self.numbered(number, record)
        return change
    }

    private static func numbered<Model: Record>(_ number: Int64, _ record: Model) -> any Record {
        var record = record
        Model.table.setKey(number, of: &record)
        return record
    }

    private static func versioned<Model: Record>(_ version: Int64, _ record: Model) -> any Record {
        var record = record
        Model.table.version?.set(&record, version)
        return record
    }

    private static func identity<Model: Record>(of record: Model) -> RecordIdentity {
        RecordIdentity(table: Model.table.name, key: Model.table.key(of: record))
    }

    private static func version<Model: Record>(of record: Model) -> Int64? { Model.table.version?.get(record) }
}
