internal import SQLite

/// A SQLite file, or memory, that records are kept in.
///
///     let store = try RecordStore.open(.named("MagicNotes"), [MagicNote.self])
///     try await store.insert(&note)
///     let notes = try await store.all(MagicNote.all.sorted(by: "date:NO,title"))
///
/// The file is made where there is none, and so is each table; a table that is there and does not fit is refused with the
/// differences. Data is never thrown away. Everything runs on the store's own thread, and every outcome is logged.
package struct RecordStore: Sendable {
    /// Of the file, or `:memory:`.
    package let path: String
    /// The context that others are children of.
    package let defaultContext: RecordContext
    let connection: RecordConnection
    let access: Access
    let now: @Sendable () -> ContinuousClock.Instant

    package enum Access: Hashable, Sendable {
        /// Reads a file that is there.
        case readOnly
        case readWrite
    }

    /// Opens a store, and makes what is not there yet.
    ///
    /// - Parameters:
    ///   - place: the default is a file with the name of the program.
    ///   - models: types of the records that are to be kept.
    ///   - log: the default writes warnings and errors to standard error.
    ///   - now: what deadlines are held against.
    /// - Throws: `mismatch` with the differences where a table does not fit; the file stays as it was.
    package static func open(
        _ place: StorePlace = .ofProcess(), _ models: [any Record.Type], access: Access = .readWrite,
        log: RecordLog = .standardError(), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws(RecordError) -> RecordStore {
        let path = try place.path()
        do throws(RecordError) {
            let connection = RecordConnection(
                try connect(path, access, models.map { TableDeclaration($0) }), label: "articlesync.records", log: log,
                now: now)
            let store = RecordStore(path, connection, access, now)
            log.say(.info, "opened", tried: "open \(path)")
            return store
        } catch {
            log.fail(error, tried: "open \(path)")
            throw error
        }
    }

    private init(
        _ path: String, _ connection: RecordConnection, _ access: Access,
        _ now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.path = path
        self.connection = connection
        self.access = access
        self.now = now
        defaultContext = RecordContext(.store(connection), reading: connection)
    }

    /// A connection beside the store's own, that only reads; the store's own where the store is in memory.
    func makeReader(_ label: String) throws(RecordError) -> RecordConnection {
        guard path != ":memory:" else { return connection }
        return RecordConnection(try Self.connect(path, .readOnly, []), label: label, log: connection.log, now: now)
    }

    private static func connect(
        _ path: String, _ access: Access, _ tables: [TableDeclaration]
    ) throws(RecordError) -> Connection {
        let connection = try attempt(path) { () throws(SQLiteError) in
            let connection = try Connection(path: path, access: access == .readOnly ? .readOnly : .create)
            for function in ScalarFunction.all {
                try connection.register(function.name, argumentCount: function.argumentCount, function.body)
            }
            return connection
        }
        // Looked at before anything is changed: a file that does not fit stays as it is, to the last byte.
        try require(tables, in: connection, .deferred, absence: access == .readOnly ? .difference : .fine)
        guard access == .readWrite else { return connection }
        if path != ":memory:" {
            try attempt(path) { () throws(SQLiteError) in try connection.useWriteAheadLog() }
        }
        try require(tables, in: connection, .immediate, absence: .made)
        return connection
    }

    private static func require(
        _ tables: [TableDeclaration], in connection: borrowing Connection, _ kind: Connection.TransactionKind,
        absence: TableDeclaration.Absence
    ) throws(RecordError) {
        let differences = try attempt(connection.path) { () throws(SQLiteError) in
            try connection.transaction(kind) { () throws(SQLiteError) in
                var differences: [String] = []
                for table in tables { differences += try table.settle(in: connection, absence: absence) }
                return differences
            }
        }
        guard differences.isEmpty else {
            throw .mismatch(SchemaMismatch(path: connection.path, differences: differences))
        }
    }

    private static func attempt<Value: ~Copyable>(
        _ path: String, _ body: () throws(SQLiteError) -> Value
    ) throws(RecordError) -> Value {
        do throws(SQLiteError) { return try body() } catch {
            throw .cannotOpen(path: path, reason: error.message + (RecordError.hint(error).map { "; \($0)" } ?? ""))
        }
    }
}
