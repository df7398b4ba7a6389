package import SQLite

/// A table of the store, declared: its columns, and how a row becomes a record.
///
/// The attributes are read in the order in which they are given, and `make` is called with their values: the types of
/// both are held against each other by the compiler. Nothing is looked up by name while rows are read; to measure it,
/// time `Model.all.all(in: connection)` over a table of 100,000 rows in a release build.
package struct Table<Model: Record>: Sendable {
    package let name: String
    /// What filters and sort terms of the records may name.
    package let columns: Columns
    /// What stands behind FROM, trusted text of the program.
    let source: String
    let attributes: [StoredAttribute<Model>]
    let keyAttribute: StoredAttribute<Model>
    let version: TableVersion<Model>?
    let versionName: String?
    /// Makes a record of the current row, whose columns are those of `selection`.
    let read: @Sendable (borrowing Statement) throws(ColumnFailure) -> Model
    /// SELECT with every attribute, up to and with FROM; for SQL of a fixed text that is kept prepared.
    package let selection: String
    private let setKey: (@Sendable (inout Model, Int64) -> Void)?

    /// - Parameters:
    ///   - name: of the table that is written.
    ///   - source: what is read where it is more than the table, `notes LEFT JOIN articles ON …`; trusted text of the
    ///     program. One row for each of the table.
    ///   - key: one of the attributes.
    ///   - version: one of the attributes, a number that counts the row's changes from 1; nil keeps none, and the last
    ///     who writes wins.
    ///   - make: the record of the values of `attributes`, in their order.
    package init<each Form: AttributeForm>(
        _ name: String, from source: String? = nil, key: TableKey<Model>,
        version: TableVersion<Model>? = nil, _ attribute: repeat Attribute<Model, each Form>,
        make: @escaping @Sendable (repeat (each Form).Value) -> Model
    ) {
        var attributes: [StoredAttribute<Model>] = []
        var codecs: [(any Sendable)?] = []
        for attribute in repeat each attribute {
            attributes.append(StoredAttribute(attribute, of: name))
            codecs.append(attribute.codec)
        }
        func declared(_ path: AnyKeyPath) -> StoredAttribute<Model> {
            guard let found = attributes.first(where: { $0.path as AnyKeyPath == path }) else {
                preconditionFailure("the key and the version of \(name) must be among its attributes")
            }
            return found
        }
        let keyAttribute = declared(key.path)
        self.name = name
        self.source = source ?? Column.quoted(name)
        self.attributes = attributes
        self.keyAttribute = keyAttribute
        self.version = version
        versionName = version.map { declared($0.path).name }
        setKey = key.set
        columns = Columns(key: keyAttribute.name, attributes.compactMap { $0.column })
        // No key path literal in here: within a function of many types, making one crashes (Swift 6.3).
        let names = attributes.map { $0.name }
        selection = "SELECT \(attributes.map { $0.sql }.joined(separator: ", ")) FROM \(self.source)"
        let keyIndex = names.firstIndex(of: keyAttribute.name) ?? 0
        read = { [codecs] (row) throws(ColumnFailure) in
            var index = -1
            func next<Next: AttributeForm>(
                _ form: Next.Type, _ row: borrowing Statement
            ) throws(UnreadableValue) -> Next.Value {
                index += 1
                return try form.read(row, index, codecs)
            }
            do throws(UnreadableValue) {
                return make(repeat try next((each Form).self, row))
            } catch {
                throw ColumnFailure(
                    table: name, column: names[index],
                    key: index == keyIndex ? nil : row.value(keyIndex).written, value: error)
            }
        }
    }

    /// The record of the current row of a statement that begins with `selection`.
    package func record(of row: borrowing Statement) throws(ColumnFailure) -> Model { try read(row) }

    /// The column of a property, as filters and sort terms speak of it; nil where the property is no attribute.
    package func field(of path: PartialKeyPath<Model>) -> Field? {
        attributes.first { $0.path as AnyKeyPath == path }.map { Field($0.name) }
    }

    /// A value of a property's type as a filter knows it, encoded where the column is; nil where it is of another type.
    package func literal(_ value: Any, for field: Field) -> FilterValue? {
        attributes.first { $0.name == field.name }.flatMap { $0.literal(value) }
    }

    /// What a record holds in a column, to test a compiled filter with.
    package func value(of column: Column, in record: Model) -> FilterValue {
        attributes.first { $0.name == column.name }?.filterValue(record) ?? .null
    }

    func key(of record: Model) -> SQLiteValue {
        // A key that cannot be encoded is no key; writing the record tells why.
        (try? keyAttribute.stored(record)) ?? .null
    }

    /// Whether the store has yet to give the record its number.
    func isProvisional(_ key: SQLiteValue) -> Bool {
        guard setKey != nil, case .integer(let number) = key else { return false }
        return number <= 0
    }

    var isKeyGenerated: Bool { setKey != nil }

    func setKey(_ key: Int64, of record: inout Model) { setKey?(&record, key) }
}
