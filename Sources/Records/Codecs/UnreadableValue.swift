package import SQLite

/// Why a value cannot be read from what a column holds, or cannot be put into it.
package struct UnreadableValue: Error, Hashable, Sendable, CustomStringConvertible {
    package let reason: String
    /// What the column holds, so that it is written back as it was; never printed.
    package let stored: SQLiteValue

    package init(_ reason: String, stored: SQLiteValue = .null) {
        self.reason = reason
        self.stored = stored
    }

    /// What a place of the current row holds in place of its type.
    package static func unexpected(
        _ row: borrowing Statement, _ index: Int, _ expected: String
    ) -> UnreadableValue {
        let value = row.value(index)
        return UnreadableValue("found \(value.kind), expected \(expected)", stored: value)
    }

    package var description: String { reason }
}

/// A column of a row that cannot be read; the other columns can.
package struct ColumnFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let table: String
    package let column: String
    /// Key of the row, as text; nil for a row that has none yet.
    package let key: String?
    package let value: UnreadableValue

    package init(table: String, column: String, key: String?, value: UnreadableValue) {
        self.table = table
        self.column = column
        self.key = key
        self.value = value
    }

    package var description: String {
        "\(column) of \(table)" + (key.map { " \($0)" } ?? "") + ": \(value.reason)"
    }
}

extension SQLiteValue {
    /// The kind of value, in words for a message; the value itself may be private.
    var kind: String {
        switch self {
        case .null: "nothing"
        case .integer: "a whole number"
        case .real: "a number"
        case .text: "a text"
        case .blob(let bytes): "\(bytes.count) bytes"
        }
    }
}
