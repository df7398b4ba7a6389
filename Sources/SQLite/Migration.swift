/// One step of a schema's history; the list of them is only ever added to.
package struct Migration: Sendable {
    /// For messages: "add notes".
    package let name: String
    /// Statements that take the step.
    package let sql: String

    package init(_ name: String, _ sql: String) {
        self.name = name
        self.sql = sql
    }
}

/// A schema: whose file it is, and the steps that lead to it.
package struct Schema: Sendable {
    /// Stands in the file's header, so that a file of another program is not taken for ours.
    package let applicationID: Int32
    /// Step n leads to version n, which is the file's `user_version`.
    package let migrations: [Migration]

    package init(applicationID: Int32, migrations: [Migration]) {
        self.applicationID = applicationID
        self.migrations = migrations
    }

    package var version: Int { migrations.count }

    /// What a file is to a schema.
    package enum Standing: Hashable, Sendable {
        /// No table in it, and no other program's mark.
        case empty
        case current
        /// Steps are missing.
        case older(version: Int)
        /// Has steps that are not known here.
        case newer(version: Int)
        /// Another program's, by its mark or by having tables without ours.
        case foreign
    }

    /// Looks at a file without changing it, in one snapshot: another process may be taking the steps.
    package func standing(of connection: borrowing Connection) throws(SQLiteError) -> Standing {
        if connection.isInTransaction { return try look(connection) }
        return try connection.transaction(.deferred) { () throws(SQLiteError) in try look(connection) }
    }

    private func look(_ connection: borrowing Connection) throws(SQLiteError) -> Standing {
        let application = try connection.first("PRAGMA application_id") { $0.int64(0) ?? 0 } ?? 0
        let version = try connection.first("PRAGMA user_version") { $0.int(0) ?? 0 } ?? 0
        if application == 0, version == 0 {
            let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) ?? 0 } ?? 0
            return tables == 0 ? .empty : .foreign
        }
        guard application == Int64(applicationID) else { return .foreign }
        if version == self.version { return .current }
        return version < self.version ? .older(version: version) : .newer(version: version)
    }

    /// Takes the steps that are missing, each in a transaction of its own.
    ///
    /// Safe while other processes do the same: what is missing is looked up again under the write lock.
    ///
    /// - Returns: what the file is afterwards; only an empty or an older one is changed.
    package func migrate(_ connection: borrowing Connection) throws(SQLiteError) -> Standing {
        while true {
            let before = try standing(of: connection)
            guard before.isBehind else { return before }
            try connection.transaction(.immediate) { () throws(SQLiteError) in try step(connection) }
        }
    }

    private func step(_ connection: borrowing Connection) throws(SQLiteError) {
        guard try standing(of: connection).isBehind else { return }
        let version = try connection.first("PRAGMA user_version") { $0.int(0) ?? 0 } ?? 0
        try connection.execute(migrations[version].sql)
        try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version + 1)")
    }
}

extension Schema.Standing {
    fileprivate var isBehind: Bool {
        switch self {
        case .empty, .older: true
        case .current, .newer, .foreign: false
        }
    }
}
