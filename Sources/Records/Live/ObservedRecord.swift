package import SQLite

/// A record as whoever observes a query is told of it.
package struct ObservedRecord<Model: Record>: Sendable {
    /// Which record it is, whether or not it can be read.
    package let id: RecordID<Model>
    /// The record, or which of its columns cannot be read, and why.
    package let reading: Result<Model, ColumnFailure>
    /// Covers what the row holds, readable or not.
    let digest: Int
}

/// Records as they are, and then what becomes of them.
package typealias LiveRecords<Model: Record> = LiveRows<RecordID<Model>, ObservedRecord<Model>>

extension LiveSelection {
    /// The records of a query; by key where it has no order, as places mean nothing where there is none.
    ///
    /// - Parameter file: that they are in, which need not be there yet.
    /// - Throws: for a filter or an order that cannot be read.
    package convenience init<Model: Record>(
        _ query: RecordQuery<Model>, in file: any LiveFile
    ) throws(RecordError) where Row == ObservedRecord<Model> {
        let key = SortTerms([.init(Field(Model.table.keyAttribute.name))])
        let query = query.order.isEmpty ? query.sorted(by: key) : query
        _ = try query.sql()
        self.init(file) { connection, limit, body in
            try query.forEachObserved(in: connection, atMost: limit, body)
        }
    }
}

extension LiveRows {
    /// What becomes of records.
    ///
    /// - Parameters:
    ///   - watch: of the file that they are in.
    ///   - limit: the most records that are looked at.
    package convenience init<Model: Record>(
        _ selection: LiveSelection<ObservedRecord<Model>>, watch: DatabaseWatch, limit: Int
    ) where Key == RecordID<Model>, Row == ObservedRecord<Model> {
        self.init(selection, watch: watch, limit: limit, key: { $0.id }, digest: { $0.digest })
    }
}

extension RecordQuery {
    fileprivate func forEachObserved(
        in connection: borrowing Connection, atMost most: Int, _ body: (ObservedRecord<Model>) throws -> Void
    ) throws {
        let table = Model.table
        let tried = "observe \(table.name)"
        let fragment = try limited(to: min(limit ?? most, most), after: offset).sql()
        let keyIndex = table.attributes.firstIndex { $0.name == table.keyAttribute.name } ?? 0
        var rows = try RecordError.prepared(fragment, tried, in: connection)
        while try RecordError.sqlite(tried, { () throws(SQLiteError) in try rows.step() }) {
            let reading: Result<Model, ColumnFailure>
            do throws(ColumnFailure) { reading = .success(try table.record(of: rows)) } catch {
                reading = .failure(error)
            }
            let digest = rows.values.hashValue
            try body(ObservedRecord(id: RecordID(rows.value(keyIndex)), reading: reading, digest: digest))
        }
    }
}

extension RecordError {
    fileprivate static func prepared(
        _ fragment: SQLFragment, _ tried: String, in connection: borrowing Connection
    ) throws(RecordError) -> Statement {
        do throws(SQLiteError) {
            var statement = try connection.prepare(fragment.text)
            statement.bind(fragment.values)
            return statement
        } catch {
            throw RecordError(error, tried: tried)
        }
    }
}
