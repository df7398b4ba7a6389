internal import SQLite

/// A table as it is declared, to make it or to hold it against the one that a file has.
struct TableDeclaration: Sendable {
    struct Item: Sendable {
        let name: String
        let storage: ColumnStorage
        let isKey: Bool
        let isVersion: Bool
    }

    let name: String
    let isKeyGenerated: Bool
    let items: [Item]

    init<Model: Record>(_ model: Model.Type) {
        let table = model.table
        name = table.name
        isKeyGenerated = table.isKeyGenerated
        items = table.attributes.filter(\.isWritten).map {
            Item(
                name: $0.name, storage: $0.storage, isKey: $0.name == table.keyAttribute.name,
                isVersion: $0.name == table.versionName)
        }
    }

    /// What a table that is not there is.
    enum Absence: Sendable {
        case fine, made, difference
    }

    /// Says how the table that there is differs from what is declared.
    ///
    /// - Returns: one line a difference; nothing is changed then.
    func settle(in connection: borrowing Connection, absence: Absence) throws(SQLiteError) -> [String] {
        let present = try connection.all(
            "SELECT name, type, \"notnull\", dflt_value IS NOT NULL, pk FROM pragma_table_info(?1)", .text(name)
        ) {
            Present(
                name: $0.text(0) ?? "", type: ($0.text(1) ?? "").uppercased(), isRequired: $0.int(2) == 1,
                hasDefault: $0.int(3) == 1, isKey: ($0.int(4) ?? 0) > 0)
        }
        guard !present.isEmpty else {
            if absence == .made { try connection.execute(sql) }
            return absence == .difference ? ["there is no table \(name)"] : []
        }
        return differences(from: present)
    }

    private struct Present {
        let name: String
        let type: String
        let isRequired: Bool
        let hasDefault: Bool
        let isKey: Bool
    }

    private func differences(from present: [Present]) -> [String] {
        var differences: [String] = []
        for item in items {
            let name = "\(self.name).\(item.name)"
            guard let column = present.first(where: { $0.name == item.name }) else {
                differences.append("there is no column \(name)")
                continue
            }
            if column.type != item.storage.sql {
                differences.append(
                    "\(name) is \(column.type.isEmpty ? "untyped" : column.type), not \(item.storage.sql)")
            }
            if column.isKey != item.isKey {
                differences.append("\(name) is \(column.isKey ? "part of the key" : "not the key")")
            }
            // A rowid is never missing, whatever the schema says of it.
            if column.isRequired == item.storage.isNullable, !item.isKey {
                differences.append("\(name) \(column.isRequired ? "may not be missing" : "may be missing")")
            }
        }
        for column in present where column.isRequired && !column.hasDefault && !column.isKey {
            guard !items.contains(where: { $0.name == column.name }) else { continue }
            differences.append("\(name).\(column.name) must have a value, and is not declared")
        }
        return differences
    }

    private var sql: String {
        let columns = items.map { item in
            let start = "    \(Column.quoted(item.name)) \(item.storage.sql)"
            if item.isKey { return start + (isKeyGenerated ? " PRIMARY KEY AUTOINCREMENT" : " NOT NULL PRIMARY KEY") }
            return start + (item.storage.isNullable ? "" : " NOT NULL") + (item.isVersion ? " DEFAULT 1" : "")
        }
        return "CREATE TABLE \(Column.quoted(name)) (\n\(columns.joined(separator: ",\n"))\n) STRICT"
    }
}
