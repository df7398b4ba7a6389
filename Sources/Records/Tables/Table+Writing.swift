package import SQLite

/// What came of the wish to write.
package enum SaveOutcome: Hashable, Sendable, CustomStringConvertible {
    /// So many records were made, changed or removed.
    case saved(Int)
    /// There was nothing to do.
    case unchanged

    package init(_ count: Int) { self = count > 0 ? .saved(count) : .unchanged }

    package var count: Int { if case .saved(let count) = self { count } else { 0 } }

    package var description: String {
        switch self {
        case .saved(let count): "saved \(count)"
        case .unchanged: "unchanged"
        }
    }
}

/// Writes in the caller's transaction.
extension Table {
    /// The record of a key; nil where there is none.
    ///
    /// The statement stays prepared, so that a record may be looked up, changed and put back as often as need be.
    package func find(
        _ id: RecordID<Model>, in connection: borrowing Connection
    ) throws(RecordError) -> Model? {
        let found = try RecordError.sqlite("look for \(name) \(id)") { () throws(SQLiteError) in
            try connection.first("\(selection) WHERE \(keyAttribute.sql) = ?1", id.key) {
                row -> Result<Model, ColumnFailure> in
                do throws(ColumnFailure) { return .success(try read(row)) } catch { return .failure(error) }
            }
        }
        do throws(ColumnFailure) { return try found?.get() } catch { throw .unreadable(error) }
    }

    /// Makes a row of a record, which gets its number and its version.
    ///
    /// - Throws: also where there is a row of that key.
    package func insert(_ record: inout Model, in connection: borrowing Connection) throws(RecordError) {
        try insert(&record, as: 1, in: connection)
    }

    func insert(
        _ record: inout Model, as version: Int64, in connection: borrowing Connection
    ) throws(RecordError) {
        self.version?.set(&record, version)
        let key = self.key(of: record)
        let isProvisional = isProvisional(key)
        let written = attributes.filter { $0.isWritten && !(isProvisional && $0.name == keyAttribute.name) }
        let values = try values(of: record, written)
        let names = written.map { Column.quoted($0.name) }.joined(separator: ", ")
        let places = written.map { _ in "?" }.joined(separator: ", ")
        let sql =
            written.isEmpty
            ? "INSERT INTO \(Column.quoted(name)) DEFAULT VALUES"
            : "INSERT INTO \(Column.quoted(name)) (\(names)) VALUES (\(places))"
        do throws(SQLiteError) { try run(sql, values, in: connection) } catch {
            if error.isKeyTaken, let row = try self.version(of: key, in: connection) {
                throw .conflict(Conflict(table: name, key: key.written, expected: nil, found: row.version ?? 0))
            }
            throw RecordError(error, tried: "add to \(name)")
        }
        if isProvisional { setKey(connection.lastInsertedID, of: &record) }
    }

    /// Puts a record in place of the row of its key, if it is another one.
    ///
    /// Only the columns that read otherwise than the record says are written: what another program wrote in a form of its
    /// own, or what no property holds of it, stays as it is where nobody changed it.
    ///
    /// - Returns: whether it was another one; its version is one more then.
    /// - Throws: `conflict` where the row is gone, or of another version than the record.
    package func update(_ record: inout Model, in connection: borrowing Connection) throws(RecordError) -> Bool {
        let key = self.key(of: record)
        let base = version?.get(record)
        try check(key, expecting: base, in: connection)
        let others = try others(of: record, key, in: connection)
        guard !others.isEmpty else { return false }
        var changed = record
        if let base { version?.set(&changed, base + 1) }
        try replace(changed, others, expecting: base, in: connection)
        record = changed
        return true
    }

    /// Removes the row of a key.
    ///
    /// - Parameter version: that it must be of; nil is any.
    /// - Throws: `conflict` where it is gone, or of another version.
    package func delete(
        _ id: RecordID<Model>, expecting version: Int64? = nil, in connection: borrowing Connection
    ) throws(RecordError) {
        try check(id.key, expecting: version, in: connection)
        _ = try RecordError.sqlite("remove from \(name)") { () throws(SQLiteError) in
            try connection.run("DELETE FROM \(Column.quoted(name)) WHERE \(ownKey) = ?1", id.key)
        }
    }

    /// Removes every row of a query; all of the table where the query is `all`.
    ///
    /// - Returns: how many.
    package func delete(
        _ query: RecordQuery<Model>, in connection: borrowing Connection
    ) throws(RecordError) -> Int {
        let isWhole = query.filter == .always && query.limit == nil && query.offset == 0
        if isWhole {
            return try RecordError.sqlite("remove from \(name)") { () throws(SQLiteError) in
                try connection.run("DELETE FROM \(Column.quoted(name))")
            }
        }
        let keys = try query.ids(in: connection)
        return try RecordError.sqlite("remove from \(name)") { () throws(SQLiteError) in
            var count = 0
            for id in keys {
                count += try connection.run("DELETE FROM \(Column.quoted(name)) WHERE \(ownKey) = ?1", id.key)
            }
            return count
        }
    }

    /// Puts a record, with the version that it has, in place of the row of its key.
    ///
    /// - Parameter some: the attributes that are written, and the version; nil is all.
    func replace(
        _ record: Model, _ some: Set<String>? = nil, expecting base: Int64?, in connection: borrowing Connection
    ) throws(RecordError) {
        let key = self.key(of: record)
        try check(key, expecting: base, in: connection)
        let written = attributes.filter { attribute in
            let isMeant = attribute.name == versionName || some?.contains(attribute.name) ?? true
            return attribute.isWritten && attribute.name != keyAttribute.name && isMeant
        }
        guard !written.isEmpty else { return }
        let values = try values(of: record, written)
        let places = written.map { "\(Column.quoted($0.name)) = ?" }.joined(separator: ", ")
        try RecordError.sqlite("change \(name) \(key.written)") { () throws(SQLiteError) in
            let sql = "UPDATE \(Column.quoted(name)) SET \(places) WHERE \(ownKey) = ?"
            guard some != nil else { return try run(sql, values + [key], in: connection) }
            // Another choice of columns is another text, and there are too many of them to keep each prepared.
            var statement = try connection.prepare(sql)
            statement.bind(values + [key])
            try statement.run()
        }
    }

    private var ownKey: String { Column.quoted(keyAttribute.name) }

    private func check(
        _ key: SQLiteValue, expecting version: Int64?, in connection: borrowing Connection
    ) throws(RecordError) {
        guard let row = try self.version(of: key, in: connection) else {
            throw .conflict(Conflict(table: name, key: key.written, expected: version, found: nil))
        }
        if let version, let found = row.version, found != version {
            throw .conflict(Conflict(table: name, key: key.written, expected: version, found: found))
        }
    }

    /// The version of a row; nil where there is no such row.
    private func version(
        of key: SQLiteValue, in connection: borrowing Connection
    ) throws(RecordError) -> (version: Int64?, Void)? {
        let column = versionName.map { Column.quoted($0) } ?? "NULL"
        return try RecordError.sqlite("look for \(name) \(key.written)") { () throws(SQLiteError) in
            try connection.first("SELECT \(column) FROM \(Column.quoted(name)) WHERE \(ownKey) = ?1", key) {
                ($0.int64(0), ())
            }
        }
    }

    /// The attributes in which a record is another than its row reads; all where the row cannot be read.
    private func others(
        of record: Model, _ key: SQLiteValue, in connection: borrowing Connection
    ) throws(RecordError) -> Set<String> {
        let written = attributes.filter { $0.isWritten && $0.name != versionName && $0.name != keyAttribute.name }
        let wanted = try values(of: record, written)
        let present: Model?
        do throws(RecordError) { present = try find(RecordID(key), in: connection) } catch {
            guard case .unreadable = error else { throw error }
            present = nil
        }
        guard let present else { return Set(written.map(\.name)) }
        let held = try values(of: present, written)
        return Set(zip(written, zip(wanted, held)).filter { $1.0 != $1.1 }.map(\.0.name))
    }

    private func values(
        of record: Model, _ attributes: [StoredAttribute<Model>]
    ) throws(RecordError) -> [SQLiteValue] {
        var values: [SQLiteValue] = []
        values.reserveCapacity(attributes.count)
        for attribute in attributes {
            do throws(UnreadableValue) { values.append(try attribute.stored(record)) } catch {
                throw .unwritable(
                    ColumnFailure(table: name, column: attribute.name, key: key(of: record).written, value: error))
            }
        }
        return values
    }

    private func run(
        _ sql: String, _ values: [SQLiteValue], in connection: borrowing Connection
    ) throws(SQLiteError) {
        try connection.withStatement(sql) { statement throws(SQLiteError) in
            statement.bind(values)
            try statement.run()
        }
    }
}

extension SQLiteError {
    /// SQLITE_CONSTRAINT_PRIMARYKEY or _ROWID.
    fileprivate var isKeyTaken: Bool { code == 1555 || code == 2579 }
}
