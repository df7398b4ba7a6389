package import SQLite

/// A piece of SQL with `?` where its values are bound, in order.
package struct SQLFragment: Hashable, Sendable {
    package var text: String
    package var values: [SQLiteValue]

    package init(_ text: String, _ values: [SQLiteValue] = []) {
        self.text = text
        self.values = values
    }
}
