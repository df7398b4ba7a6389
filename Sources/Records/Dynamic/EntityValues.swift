internal import SQLite

/// Keys with the values that they are to have, in the order in which they were given.
///
/// Written as a dictionary: `["name": "Zhang San", "age": 20]`.
package struct EntityValues: Sendable, ExpressibleByDictionaryLiteral {
    package let pairs: [(key: String, value: FilterValue)]

    package init(_ pairs: some Sequence<(key: String, value: FilterValue)>) { self.pairs = Array(pairs) }

    package init(dictionaryLiteral elements: (String, FilterValue)...) {
        pairs = elements.map { (key: $0.0, value: $0.1) }
    }
}

/// What becomes of keys that name no column, or none that a caller may set.
package enum UnknownKeys: Hashable, Sendable {
    /// The rest counts, and they are told of.
    case ignored
    /// Nothing is done.
    case refused
}

/// Columns that are to be set, with values as the columns keep them.
struct Assignments {
    private(set) var columns: [Column] = []
    private(set) var values: [AssignedValue] = []
    private(set) var ignored: [KeyComplaint] = []

    /// Takes each key for the column that it means, and each value for one of that column's type.
    ///
    /// - Throws: `keys` with all that is wrong; `nothingToSet` where keys were given and none can be set.
    init(
        _ given: EntityValues, of entity: Entity, _ writing: Entity.Writing, _ unknownKeys: UnknownKeys
    ) throws(DynamicError) {
        var mistakes: [KeyComplaint] = []
        var keys: [String: String] = [:]
        for (key, value) in given.pairs {
            guard !key.unicodeScalars.allSatisfy(\.properties.isWhitespace) else {
                mistakes.append(KeyComplaint(key, .empty))
                continue
            }
            guard let column = entity.columns.column(forKey: key) else {
                let settable = Columns.nearest(to: Columns.snakeCase(key), among: writing.settable)
                mistakes.append(KeyComplaint(key, .unknown(nearest: settable)))
                continue
            }
            guard writing.settable.contains(column.name) else {
                mistakes.append(KeyComplaint(key, .kept))
                continue
            }
            if let other = keys.updateValue(key, forKey: column.name) {
                mistakes.append(KeyComplaint(key, .again(other: other)))
                continue
            }
            do throws(Misfit) {
                let value = writing.forms[column.name].map { form in form(value) } ?? value
                values.append(try AssignedValue(value, for: column))
                columns.append(column)
            } catch {
                mistakes.append(KeyComplaint(key, .value(found: error.found, expected: error.expected)))
            }
        }
        ignored = mistakes.filter(\.isIgnorable)
        guard unknownKeys == .ignored ? ignored.count == mistakes.count : mistakes.isEmpty else {
            throw .keys(entity: entity.name, mistakes)
        }
        if columns.isEmpty, !ignored.isEmpty {
            throw .nothingToSet(entity: entity.name, settable: writing.settable, ignored: ignored)
        }
    }

    /// The values as SQLite takes them.
    var bound: [SQLiteValue] { values.map(\.bound) }
}
