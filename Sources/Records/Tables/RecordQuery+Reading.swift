package import SQLite

/// Reads in whatever transaction the connection is in.
///
/// A filter with an option or a regular expression needs `ScalarFunction.all` on the connection.
extension RecordQuery {
    /// Hands over every record, or why it cannot be read; one bad row stops nothing.
    package func forEach(
        in connection: borrowing Connection, _ body: (Result<Model, ColumnFailure>) throws(RecordError) -> Void
    ) throws(RecordError) {
        let table = Model.table
        var rows = try statement(table.selection, in: connection)
        while try RecordError.sqlite("read \(table.name)", { () throws(SQLiteError) in try rows.step() }) {
            let record: Result<Model, ColumnFailure>
            do throws(ColumnFailure) { record = .success(try table.read(rows)) } catch { record = .failure(error) }
            try body(record)
        }
    }

    /// Every record.
    ///
    /// - Throws: also for the first that cannot be read.
    package func all(in connection: borrowing Connection) throws(RecordError) -> [Model] {
        let table = Model.table
        var rows = try statement(table.selection, in: connection)
        var records: [Model] = []
        do {
            while try rows.step() { records.append(try table.read(rows)) }
        } catch let failure as ColumnFailure {
            throw .unreadable(failure)
        } catch let failure as SQLiteError {
            throw RecordError(failure, tried: "read \(table.name)")
        } catch {
            preconditionFailure("nothing else is thrown there: \(error)")
        }
        return records
    }

    /// The first record; nil where there is none.
    package func first(in connection: borrowing Connection) throws(RecordError) -> Model? {
        try limited(to: min(limit ?? 1, 1), after: offset).all(in: connection).first
    }

    /// How many there are.
    package func count(in connection: borrowing Connection) throws(RecordError) -> Int {
        let isWhole = limit == nil && offset == 0
        // Neither order nor columns change a count.
        let sql = isWhole ? "SELECT count(*) FROM \(Model.table.source)" : "SELECT 1 FROM \(Model.table.source)"
        var rows = try sorted(by: SortTerms([])).statement(sql, in: connection)
        return try RecordError.sqlite("count \(Model.table.name)") { () throws(SQLiteError) in
            if isWhole { return try rows.step() ? rows.int(0) ?? 0 : 0 }
            var count = 0
            while try rows.step() { count += 1 }
            return count
        }
    }

    /// Whether there is one.
    package func exists(in connection: borrowing Connection) throws(RecordError) -> Bool {
        try limited(to: min(limit ?? 1, 1), after: offset).count(in: connection) > 0
    }

    /// Keys alone, in order.
    package func ids(in connection: borrowing Connection) throws(RecordError) -> [RecordID<Model>] {
        let table = Model.table
        var rows = try statement("SELECT \(table.keyAttribute.sql) FROM \(table.source)", in: connection)
        return try RecordError.sqlite("read keys of \(table.name)") { () throws(SQLiteError) in
            var ids: [RecordID<Model>] = []
            while try rows.step() { ids.append(RecordID(rows.value(0))) }
            return ids
        }
    }

    /// The SQL that reads the records, with `?` where its values are bound.
    package func sql() throws(RecordError) -> SQLFragment { try fragment(Model.table.selection) }

    private func fragment(_ start: String) throws(RecordError) -> SQLFragment {
        let table = Model.table
        var fragment = SQLFragment(start)
        do throws(PredicateError) {
            if filter != .always {
                let condition = try table.columns.compile(filter).sql
                fragment.text += " WHERE \(condition.text)"
                fragment.values = condition.values
            }
            if let order = try order.sql(over: table.columns) { fragment.text += " ORDER BY \(order)" }
        } catch {
            throw .filter(error, table: table.name)
        }
        if limit != nil || offset > 0 {
            fragment.text += " LIMIT ? OFFSET ?"
            fragment.values += [.integer(Int64(limit ?? -1)), .integer(Int64(offset))]
        }
        return fragment
    }

    private func statement(_ start: String, in connection: borrowing Connection) throws(RecordError) -> Statement {
        let fragment = try fragment(start)
        do throws(SQLiteError) {
            var statement = try connection.prepare(fragment.text)
            statement.bind(fragment.values)
            return statement
        } catch {
            throw RecordError(error, tried: "read \(Model.table.name)")
        }
    }
}
