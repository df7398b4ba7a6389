/// One row of a change set: what it was and what it is to be.
package struct RowChange: Hashable, Sendable {
    package enum Operation: String, Hashable, Sendable {
        case insert, update, delete
    }

    package let table: String
    package let operation: Operation
    /// Which columns make the primary key, in the table's order.
    package let isKey: [Bool]
    /// The row before, nil where there was none; of an update, keys and changed columns alone.
    package let old: [SQLiteValue?]
    /// The row after, nil where there is none; of an update, changed columns alone.
    package let new: [SQLiteValue?]

    /// The values of the primary key.
    package var key: [SQLiteValue] {
        let row = operation == .insert ? new : old
        return zip(isKey, row).compactMap { isKey, value in isKey ? value : nil }
    }
}

/// Why a row of a change set cannot be put in place as it is.
package enum ChangeConflict: Hashable, Sendable {
    /// The row is there, and is another than the one that was changed.
    case differs(current: [SQLiteValue])
    /// The row that was changed is not there.
    case missing
    /// A row of this key is there already.
    case occupied(current: [SQLiteValue])
    /// A constraint of the table, such as uniqueness, forbids it.
    case constraint
}

/// What becomes of a row that is in conflict.
package enum ConflictResolution: Sendable {
    /// What is there stays.
    case leave
    /// What the change set says takes its place; where a row is missing, or a constraint forbids it, what is there stays.
    case replace
}
