internal import SQLite

/// A property of a record and the column that it stands in.
package struct Attribute<Model: Record, Value: Sendable>: Sendable {
    let name: String
    let sql: String?
    let isWritten: Bool
    let storage: ColumnStorage
    let path: any KeyPath<Model, Value> & Sendable
    let read: @Sendable (borrowing Statement, Int) throws(UnreadableValue) -> Value
    let store: @Sendable (Value) throws(UnreadableValue) -> SQLiteValue
    let filterValue: @Sendable (Value) -> FilterValue

    /// A property that its column holds as it is.
    ///
    /// - Parameters:
    ///   - sql: the expression that yields it, trusted text of the program; nil for the column itself.
    ///   - isWritten: false for what is only read, such as a column of another table.
    package init(
        _ name: String, _ path: any KeyPath<Model, Value> & Sendable, sql: String? = nil, isWritten: Bool = true
    ) where Value: ColumnValue {
        self.init(
            name, path, sql, isWritten, Value.storage,
            { (row, index) throws(UnreadableValue) in try Value.read(row, index) },
            { $0.stored }, { $0.filterValue })
    }

    /// A property that a codec turns into what its column holds.
    package init<Codec: ReversibleTransformer>(
        _ name: String, _ path: any KeyPath<Model, Value> & Sendable, sql: String? = nil, isWritten: Bool = true,
        codec: Codec
    ) where Codec.Input == Value, Codec.Output: ColumnValue {
        self.init(
            name, path, sql, isWritten, Codec.Output.storage,
            { (row, index) throws(UnreadableValue) in try Self.decoded(row, index, codec) },
            { (value) throws(UnreadableValue) in try codec.encode(value).stored },
            { (value) in (try? codec.encode(value).filterValue) ?? .null })
    }

    private init(
        _ name: String, _ path: any KeyPath<Model, Value> & Sendable, _ sql: String?, _ isWritten: Bool,
        _ storage: ColumnStorage,
        _ read: @escaping @Sendable (borrowing Statement, Int) throws(UnreadableValue) -> Value,
        _ store: @escaping @Sendable (Value) throws(UnreadableValue) -> SQLiteValue,
        _ filterValue: @escaping @Sendable (Value) -> FilterValue
    ) {
        self.name = name
        self.path = path
        self.sql = sql
        self.isWritten = isWritten
        self.storage = storage
        self.read = read
        self.store = store
        self.filterValue = filterValue
    }

    /// Whatever fails on the way, the failure has what the column holds.
    private static func decoded<Codec: ReversibleTransformer>(
        _ row: borrowing Statement, _ index: Int, _ codec: Codec
    ) throws(UnreadableValue) -> Codec.Input where Codec.Output: ColumnValue {
        do throws(UnreadableValue) { return try codec.decode(try Codec.Output.read(row, index)) } catch {
            throw UnreadableValue(error.reason, stored: row.value(index))
        }
    }
}

/// An attribute of whatever type, as a table keeps it.
struct StoredAttribute<Model: Record>: Sendable {
    let name: String
    let column: Column?
    let sql: String
    let isWritten: Bool
    let storage: ColumnStorage
    let path: any AnyKeyPath & Sendable
    let stored: @Sendable (Model) throws(UnreadableValue) -> SQLiteValue
    let filterValue: @Sendable (Model) -> FilterValue
    /// The same of a value of the property's type; nil for one of another type.
    let literal: @Sendable (Any) -> FilterValue?

    init<Value>(_ attribute: Attribute<Model, Value>, of table: String) {
        let path = attribute.path
        let (store, filterValue) = (attribute.store, attribute.filterValue)
        name = attribute.name
        sql = attribute.sql ?? Column.quoted(table) + "." + Column.quoted(attribute.name)
        isWritten = attribute.isWritten
        storage = attribute.storage
        column = storage.type.map { [name, sql] in
            Column(name, $0, sql: sql, isNullable: attribute.storage.isNullable)
        }
        self.path = path
        stored = { (model) throws(UnreadableValue) in try store(model[keyPath: path]) }
        self.filterValue = { model in filterValue(model[keyPath: path]) }
        literal = { value in (value as? Value).map(filterValue) }
    }
}
