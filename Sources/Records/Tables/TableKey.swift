internal import SQLite

/// What tells the records of a table apart.
package struct TableKey<Model: Record>: Sendable {
    let path: any AnyKeyPath & Sendable
    let set: (@Sendable (inout Model, Int64) -> Void)?

    /// A number that the store gives, once and never again; zero or less in a record that has none yet.
    package static func generated(_ path: any WritableKeyPath<Model, Int64> & Sendable) -> TableKey {
        TableKey(path: path) { model, key in model[keyPath: path] = key }
    }

    /// A value that whoever makes the record gives.
    package static func given<Value: ColumnValue>(_ path: any KeyPath<Model, Value> & Sendable) -> TableKey {
        TableKey(path: path, set: nil)
    }

    private init(path: any AnyKeyPath & Sendable, set: (@Sendable (inout Model, Int64) -> Void)?) {
        self.path = path
        self.set = set
    }
}

/// The column that counts the changes of a row, so that two who change it at once are told.
package struct TableVersion<Model: Record>: Sendable {
    let path: any AnyKeyPath & Sendable
    let get: @Sendable (Model) -> Int64
    let set: @Sendable (inout Model, Int64) -> Void

    /// A number that is 1 at first and one more with each change.
    package static func counted(_ path: any WritableKeyPath<Model, Int64> & Sendable) -> TableVersion {
        TableVersion(path: path, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    }
}
