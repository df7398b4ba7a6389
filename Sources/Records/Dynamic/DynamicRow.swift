internal import SQLite

/// A row as values by key, whatever entity it is of.
package struct DynamicRow: Hashable, Sendable, CustomStringConvertible {
    /// The name of its entity.
    package let entity: String
    package let columns: [Column]
    /// A value a column: a date is its ISO 8601 text, a list one of texts.
    package let values: [FilterValue]

    /// What it has under a key, as `Columns.column(forKey:)` takes keys; nil where no column was read that it means.
    package subscript(_ key: String) -> FilterValue? {
        let index = columns.firstIndex { $0.name == key } ?? columns.firstIndex { $0.name == Columns.snakeCase(key) }
        return index.map { values[$0] }
    }

    /// `users(name: "Zhang San", age: 20)`.
    package var description: String {
        let members = zip(columns, values).map { "\($0.name): \($1.written)" }
        return "\(entity)(\(members.joined(separator: ", ")))"
    }
}

extension FilterValue {
    /// What a row has in a column.
    init(
        _ row: borrowing Statement, _ index: Int, of column: Column, in connection: borrowing Connection
    ) throws(SQLiteError) {
        switch (column.type, row.value(index)) {
        case (_, .null): self = .null
        case (.list, .text(let text)): self = .list(try ListText.values(text, in: connection))
        case (.bool, .integer(let number)): self = .bool(number != 0)
        case (.real, .integer(let number)): self = .real(Double(number))
        case (_, .integer(let number)): self = .integer(number)
        case (_, .real(let number)): self = .real(number)
        case (_, .text(let text)): self = .text(text)
        // No column of ours holds bytes; another program's are shown as what text they are.
        case (_, .blob(let bytes)): self = .text(String(decoding: bytes, as: UTF8.self))
        }
    }
}
