package import SQLite

/// Each is one transaction that is in the file when the call returns.
extension RecordStore {
    /// Keeps a new record, which gets its number.
    @discardableResult
    package func insert<Model: Record>(_ record: inout Model) async throws(RecordError) -> SaveOutcome {
        let new = record
        record = try await connection.write("add to \(Model.table.name)") { (connection) throws(RecordError) in
            var record = new
            try Model.table.insert(&record, in: connection)
            return record
        }
        return .saved(1)
    }

    /// Keeps many new records.
    package func insert<Model: Record>(contentsOf records: [Model]) async throws(RecordError) -> SaveOutcome {
        try await connection.write("add to \(Model.table.name)") { (connection) throws(RecordError) in
            for record in records {
                var record = record
                try Model.table.insert(&record, in: connection)
            }
        }
        return SaveOutcome(records.count)
    }

    /// Puts a record in place of what is kept of it.
    ///
    /// - Throws: `conflict` where somebody else changed or removed it since it was read.
    @discardableResult
    package func update<Model: Record>(_ record: inout Model) async throws(RecordError) -> SaveOutcome {
        let new = record
        let (changed, isOther) = try await connection.write("change \(Model.table.name) \(new.recordID)") {
            (connection) throws(RecordError) in
            var record = new
            let isOther = try Model.table.update(&record, in: connection)
            return (record, isOther)
        }
        record = changed
        return isOther ? .saved(1) : .unchanged
    }

    /// Removes a record; the record says which.
    ///
    /// - Throws: `conflict` where somebody else changed or removed it since it was read.
    @discardableResult
    package func delete<Model: Record>(_ record: Model) async throws(RecordError) -> SaveOutcome {
        try await connection.write("remove \(Model.table.name) \(record.recordID)") {
            (connection) throws(RecordError) in
            try Model.table.delete(
                record.recordID, expecting: Model.table.version?.get(record), in: connection)
        }
        return .saved(1)
    }

    /// Removes every record of a query.
    @discardableResult
    package func delete<Model>(_ query: RecordQuery<Model>) async throws(RecordError) -> SaveOutcome {
        SaveOutcome(
            try await connection.write("remove from \(Model.table.name)") { (connection) throws(RecordError) in
                try Model.table.delete(query, in: connection)
            })
    }

    /// Empties a table.
    ///
    /// Numbers that were given are not given again.
    @discardableResult
    package func truncate<Model: Record>(_ model: Model.Type) async throws(RecordError) -> SaveOutcome {
        try await delete(model.all)
    }

    /// Whatever is to be written together: all of it, or nothing.
    package func write<Value: Sendable>(
        _ tried: String, _ body: @Sendable (borrowing Connection) throws(RecordError) -> Value
    ) async throws(RecordError) -> Value {
        try await connection.write(tried, body)
    }
}
