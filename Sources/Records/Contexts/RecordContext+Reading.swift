internal import SQLite

/// What a context sees: the store, with the changes of the contexts above and its own over it. Every call looks anew.
extension RecordContext {
    /// Every record of a query; none is no error.
    package func all<Model>(
        _ query: RecordQuery<Model>, until deadline: ContinuousClock.Instant? = nil
    ) async throws(RecordError) -> [Model] {
        try await seen("find \(Model.table.name)", query, until: deadline) { (query, connection) throws(RecordError) in
            try query.all(in: connection)
        } over: {
            $0
        }
    }

    /// The first record of a query; nil where there is none.
    package func first<Model>(_ query: RecordQuery<Model>) async throws(RecordError) -> Model? {
        try await all(query.limited(to: min(query.limit ?? 1, 1), after: query.offset)).first
    }

    package func count<Model>(_ query: RecordQuery<Model>) async throws(RecordError) -> Int {
        try await seen("count \(Model.table.name)", query) { (query, connection) throws(RecordError) in
            try query.count(in: connection)
        } over: {
            $0.count
        }
    }

    /// Which records a query means, without reading them; to be handed to another context.
    ///
    /// - Parameter deadline: the reading is given up there.
    package func ids<Model>(
        _ query: RecordQuery<Model>, until deadline: ContinuousClock.Instant? = nil
    ) async throws(RecordError) -> [RecordID<Model>] {
        try await seen("find keys of \(Model.table.name)", query, until: deadline) {
            (query, connection) throws(RecordError) in
            try query.ids(in: connection)
        } over: {
            $0.map(\.recordID)
        }
    }

    /// What becomes of a key of which there is no record, or no more.
    package enum MissingRecords: Sendable {
        /// The others come, in their order.
        case skip
        case refuse
    }

    /// The records of keys, as many and in the same order; all are read in one snapshot.
    ///
    /// - Throws: `missing` with every key that has no record, where they are to be refused.
    package func records<Model>(
        _ ids: [RecordID<Model>], missing: MissingRecords = .refuse, until deadline: ContinuousClock.Instant? = nil
    ) async throws(RecordError) -> [Model] {
        let tried = "find \(ids.count) of \(Model.table.name) by their keys"
        var visible = await visibleChanges()
        while true {
            // Anew each time, as a save may have given numbers meanwhile.
            let keys = ids.map(numbered)
            let stored = try await reader.read(tried, until: deadline) { (connection) throws(RecordError) in
                try Model.table.records(of: keys.map(\.key), in: connection)
            }
            let stamp = visible.stamp
            visible = await visibleChanges()
            guard visible.stamp == stamp, ids.map(numbered) == keys else { continue }
            let (records, absent) = picked(keys, from: stored, visible.changes)
            guard !absent.isEmpty else { return records }
            let error = RecordError.missing(table: Model.table.name, keys: absent)
            reader.log.fail(error, tried: tried)
            if missing == .refuse { throw error }
            return records
        }
    }

    /// Reads a record again, with the number that it was given and what others made of it.
    ///
    /// - Throws: `missing` where it is there no more.
    package func refresh<Model: Record>(_ record: inout Model) async throws(RecordError) {
        let fresh = try await records([numbered(record).recordID])
        if let fresh = fresh.first { record = fresh }
    }

    private func numbered<Model>(_ id: RecordID<Model>) -> RecordID<Model> {
        numbers.number(of: RecordIdentity(table: Model.table.name, key: id.key)).map { RecordID($0) } ?? id
    }

    /// Records in the order of their keys, and the keys of which there is none.
    func picked<Model>(
        _ ids: [RecordID<Model>], from stored: [SQLiteValue: Model], _ changes: PendingChanges
    ) -> (records: [Model], absent: [String]) {
        var records: [Model] = []
        records.reserveCapacity(ids.count)
        var absent: [String] = []
        for id in ids {
            let identity = RecordIdentity(table: Model.table.name, key: id.key)
            let change = changes[identity]
            let record = change.map { $0.kind.isRemoval ? nil : $0.record as? Model } ?? stored[identity.key]
            if let record { records.append(record) } else { absent.append(id.description) }
        }
        return (records, absent)
    }

    /// Reads through SQL alone where no change touches the table, and lays the changes over the rows where one does.
    private func seen<Model, Value: Sendable>(
        _ tried: String, _ query: RecordQuery<Model>, until deadline: ContinuousClock.Instant? = nil,
        _ read: @Sendable (RecordQuery<Model>, borrowing Connection) throws(RecordError) -> Value,
        over: ([Model]) -> Value
    ) async throws(RecordError) -> Value {
        var visible = await visibleChanges()
        while true {
            let stamp = visible.stamp
            if visible.changes.touches(Model.table.name) {
                let count = visible.changes.count
                let wide = visible.changes.widened(query)
                let rows = try await reader.read(tried, until: deadline) { (connection) throws(RecordError) in
                    try wide.all(in: connection)
                }
                visible = await visibleChanges()
                // Changes that came while it was read may take away rows that nothing was read for.
                let isEnough = query.limit == nil || visible.changes.count <= count
                guard visible.stamp == stamp, isEnough else { continue }
                do throws(PredicateError) { return over(try visible.changes.overlay(rows, of: query)) } catch {
                    throw .filter(error, table: Model.table.name)
                }
            }
            let value = try await reader.read(tried, until: deadline) { (connection) throws(RecordError) in
                try read(query, connection)
            }
            visible = await visibleChanges()
            if visible.stamp == stamp, !visible.changes.touches(Model.table.name) { return value }
        }
    }
}

extension Table {
    /// Rows of keys, as far as there are such.
    func records(
        of keys: [SQLiteValue], in connection: borrowing Connection
    ) throws(RecordError) -> [SQLiteValue: Model] {
        var records: [SQLiteValue: Model] = [:]
        records.reserveCapacity(keys.count)
        var rest = keys[...]
        while !rest.isEmpty {
            let some = rest.prefix(Self.keysAtOnce)
            rest = rest.dropFirst(Self.keysAtOnce)
            let places = some.map { _ in "?" }.joined(separator: ", ")
            do {
                var rows = try connection.prepare("\(selection) WHERE \(keyAttribute.sql) IN (\(places))")
                rows.bind(some)
                while try rows.step() {
                    let record = try read(rows)
                    records[key(of: record)] = record
                }
            } catch let failure as ColumnFailure {
                throw .unreadable(failure)
            } catch let failure as SQLiteError {
                throw RecordError(failure, tried: "read \(name)")
            } catch {
                preconditionFailure("nothing else is thrown there: \(error)")
            }
        }
        return records
    }

    private static var keysAtOnce: Int { 500 }
}
