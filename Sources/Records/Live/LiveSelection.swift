package import SQLite

/// A selection of a database by its path, for `LiveRows`; opened when there is something to open, and anew when the file
/// is another.
package final class LiveSelection<Row: Sendable>: LiveSource {
    private let path: String
    private let sql: SQLFragment
    private let read: (borrowing Statement) -> Row
    private var opened: Opened?
    private var openings = 0

    private final class Opened {
        let connection: Connection
        let file: FileIdentity

        init(_ path: String, _ file: FileIdentity) throws(SQLiteError) {
            connection = try Connection(path: path, access: .readOnly)
            self.file = file
            for function in ScalarFunction.all {
                try connection.register(function.name, argumentCount: function.argumentCount, function.body)
            }
        }
    }

    /// - Parameters:
    ///   - sql: one SELECT that says in which order rows come, with the values bound to it.
    ///   - read: makes a value of the current row.
    package init(_ path: String, _ sql: SQLFragment, read: @escaping (borrowing Statement) -> Row) {
        self.path = path
        self.sql = sql
        self.read = read
    }

    package func stamp() throws -> DatabaseStamp {
        guard let file = FileIdentity(path: path) else {
            opened = nil
            throw LivePause("there is no file \(path)")
        }
        return try attempt { () throws(SQLiteError) in
            let opened = try open(file)
            let version = try opened.connection.first("PRAGMA data_version") { $0.int(0) ?? 0 } ?? 0
            return DatabaseStamp(file, connection: openings, version: version)
        }
    }

    package func rows(atMost limit: Int) throws -> [Row] {
        try attempt { () throws(SQLiteError) in
            guard let opened else { return [] }
            var statement = try opened.connection.prepare("SELECT * FROM (\(sql.text)) LIMIT \(limit)")
            statement.bind(sql.values)
            var rows: [Row] = []
            while try statement.step() { rows.append(read(statement)) }
            return rows
        }
    }

    private func open(_ file: FileIdentity) throws(SQLiteError) -> Opened {
        if let opened, opened.file == file { return opened }
        opened = nil
        let opened = try Opened(path, file)
        openings += 1
        self.opened = opened
        return opened
    }

    private func attempt<Value>(_ work: () throws(SQLiteError) -> Value) throws -> Value {
        do throws(SQLiteError) { return try work() } catch {
            switch error.kind {
            case .busy, .locked, .cannotOpen: throw LivePause("\(path) cannot be read now: \(error.message)")
            default: throw error
            }
        }
    }
}
