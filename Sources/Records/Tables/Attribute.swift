internal import SQLite

/// A property of a record and the column that it stands in.
package struct Attribute<Model: Record, Form: AttributeForm>: Sendable {
    let name: String
    let sql: String?
    let isWritten: Bool
    let storage: ColumnStorage
    let path: any KeyPath<Model, Form.Value> & Sendable
    let codec: (any Sendable)?
    let store: @Sendable (Form.Value) throws(UnreadableValue) -> SQLiteValue
    let filterValue: @Sendable (Form.Value) -> FilterValue

    /// A property that its column holds as it is.
    ///
    /// - Parameters:
    ///   - sql: the expression that yields it, trusted text of the program; nil for the column itself.
    ///   - isWritten: false for what is only read, such as a column of another table.
    package init<Value: ColumnValue>(
        _ name: String, _ path: any KeyPath<Model, Value> & Sendable, sql: String? = nil, isWritten: Bool = true
    ) where Form == PlainForm<Value> {
        self.name = name
        self.path = path
        self.sql = sql
        self.isWritten = isWritten
        storage = Value.storage
        codec = nil
        store = { $0.stored }
        filterValue = { $0.filterValue }
    }

    /// A property that a codec turns into what its column holds.
    package init<Codec: ReversibleTransformer>(
        _ name: String, _ path: any KeyPath<Model, Codec.Input> & Sendable, sql: String? = nil, isWritten: Bool = true,
        codec: Codec
    ) where Form == CodedForm<Codec> {
        self.name = name
        self.path = path
        self.sql = sql
        self.isWritten = isWritten
        storage = Codec.Output.storage
        self.codec = codec
        store = { (value) throws(UnreadableValue) in try codec.encode(value).stored }
        filterValue = { (value) in (try? codec.encode(value).filterValue) ?? .null }
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

    init<Form: AttributeForm>(_ attribute: Attribute<Model, Form>, of table: String) {
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
        literal = { value in (value as? Form.Value).map(filterValue) }
    }
}
