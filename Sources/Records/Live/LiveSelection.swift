package import SQLite

/// What is selected of a file, for `LiveRows`; the file is opened when there is something to open, and anew when it is
/// another.
package final class LiveSelection<Row: Sendable>: LiveSource {
    /// Hands over the first rows, at most so many.
    package typealias Reading = (
        _ connection: borrowing Connection, _ limit: Int, _ body: (Row) throws -> Void
    ) throws -> Void

    private let file: any LiveFile
    private let read: Reading
    private var opened: Opened?
    private var openings = 0

    private final class Opened {
        let connection: Connection
        let identity: FileIdentity

        init(_ connection: consuming Connection, _ identity: FileIdentity) {
            self.connection = connection
            self.identity = identity
        }
    }

    package init(_ file: any LiveFile, read: @escaping Reading) {
        self.file = file
        self.read = read
    }

    /// - Parameters:
    ///   - sql: one SELECT that says in which order rows come, with the values bound to it.
    ///   - read: makes a value of the current row.
    package convenience init(_ path: String, _ sql: SQLFragment, read: @escaping (borrowing Statement) -> Row) {
        self.init(DatabaseFile(path)) { connection, limit, body in
            var statement = try connection.prepare("SELECT * FROM (\(sql.text)) LIMIT \(limit)")
            statement.bind(sql.values)
            while try statement.step() { try body(read(statement)) }
        }
    }

    package func stamp() throws -> DatabaseStamp {
        try attempt {
            let opened = try current()
            let version = try opened.connection.first("PRAGMA data_version") { $0.int(0) ?? 0 } ?? 0
            return DatabaseStamp(opened.identity, connection: openings, version: version)
        }
    }

    package func begin() throws { try attempt { try opened?.connection.execute("BEGIN") } }

    package func end() { opened?.connection.rollBack() }

    package func forEachRow(atMost limit: Int, _ body: (Row) throws -> Void) throws {
        try attempt {
            guard let opened else { return }
            try read(opened.connection, limit, body)
        }
    }

    /// Reads something else, in the snapshot where one is begun; nil where the file is not open.
    package func reading<Value>(_ body: (borrowing Connection) throws -> Value) rethrows -> Value? {
        guard let opened else { return nil }
        return try body(opened.connection)
    }

    /// One connection, as versions of two cannot be compared; another file needs another.
    private func current() throws -> Opened {
        while true {
            let identity = FileIdentity(path: file.path)
            if let opened, opened.identity == identity { return opened }
            opened = nil
            let connection = try file.open()
            // A file that came only now is looked at once more.
            guard let identity else { continue }
            let opened = Opened(connection, identity)
            openings += 1
            self.opened = opened
            return opened
        }
    }

    private func attempt<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            let value = try work()
            file.hasRead()
            return value
        } catch {
            // A connection that has failed may have seen half of a file that is being put there.
            opened = nil
            throw file.meaning(of: error)
        }
    }
}
