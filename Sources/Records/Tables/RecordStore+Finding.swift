package import SQLite

extension RecordStore {
    /// Every record of a query; none is no error.
    package func all<Model>(_ query: RecordQuery<Model>) async throws(RecordError) -> [Model] {
        try await connection.read("find \(Model.table.name)") { (connection) throws(RecordError) in
            try query.all(in: connection)
        }
    }

    /// Every record of a query, each as far as it can be read.
    package func readings<Model>(
        _ query: RecordQuery<Model>
    ) async throws(RecordError) -> [Result<Model, ColumnFailure>] {
        try await connection.read("find \(Model.table.name)") { (connection) throws(RecordError) in
            var readings: [Result<Model, ColumnFailure>] = []
            try query.forEach(in: connection) { readings.append($0) }
            return readings
        }
    }

    /// The first record of a query; nil where there is none.
    package func first<Model>(_ query: RecordQuery<Model>) async throws(RecordError) -> Model? {
        try await connection.read("find the first \(Model.table.name)") { (connection) throws(RecordError) in
            try query.first(in: connection)
        }
    }

    package func count<Model>(_ query: RecordQuery<Model>) async throws(RecordError) -> Int {
        try await connection.read("count \(Model.table.name)") { (connection) throws(RecordError) in
            try query.count(in: connection)
        }
    }

    package func exists<Model>(_ query: RecordQuery<Model>) async throws(RecordError) -> Bool {
        try await connection.read("look for \(Model.table.name)") { (connection) throws(RecordError) in
            try query.exists(in: connection)
        }
    }

    /// Figures for each group of records.
    package func aggregates<Model>(
        _ query: RecordQuery<Model>, _ aggregates: [Aggregate], groupedBy fields: [Field] = []
    ) async throws(RecordError) -> [AggregateRow] {
        try await connection.read("reckon over \(Model.table.name)") { (connection) throws(RecordError) in
            try query.aggregates(aggregates, groupedBy: fields, in: connection)
        }
    }

    /// The layer below: whatever SQL reads, in one snapshot.
    package func read<Value: Sendable>(
        _ tried: String, _ body: @Sendable (borrowing Connection) throws(RecordError) -> Value
    ) async throws(RecordError) -> Value {
        try await connection.read(tried, body)
    }
}
