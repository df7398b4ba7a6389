internal import CSQLite

/// One connection to one SQLite file, closed when it goes out of scope.
///
/// It cannot be copied and does not cross into another task or thread unless it is handed over whole. Foreign keys are
/// enforced, double quotes never mean strings, and the schema is defended against writes past SQL.
@safe package struct Connection: ~Copyable {
    let handle: OpaquePointer
    let cache: StatementCache
    let questions = Questions()
    /// Ends what the connection is doing, from any thread.
    package let interrupter: Interrupter
    package let path: String

    /// How a file is opened.
    package enum Access: Sendable {
        case readOnly
        case readWrite
        /// Makes the file where there is none.
        case create
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: of the file; `:memory:` and the empty path are SQLite's private databases.
    ///   - busyTimeout: how long a lock of another connection is waited for.
    ///   - cacheKiB: the most that cached pages take.
    package init(
        path: String, access: Access, busyTimeout: Duration = .seconds(5), cacheKiB: Int = 8_192
    ) throws(SQLiteError) {
        let handle = unsafe try Self.open(path, access, Int32(busyTimeout / .milliseconds(1)), cacheKiB)
        unsafe self.handle = handle
        self.path = path
        cache = StatementCache()
        interrupter = unsafe Interrupter(handle)
    }

    deinit {
        interrupter.disarm()
        cache.empty()
        unsafe sqlite3_close_v2(handle)
    }

    private static func open(
        _ path: String, _ access: Access, _ busyMilliseconds: Int32, _ cacheKiB: Int
    ) throws(SQLiteError) -> OpaquePointer {
        _ = forgoesMemoryStatistics
        let mode =
            switch access {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        var opened: OpaquePointer?
        // No mutex: the type system keeps a connection in one thread's hands. A private database is where others are
        // looked at from, and only as URIs can these be attached for reading alone.
        let flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (path.isEmpty ? SQLITE_OPEN_URI : 0)
        var code = unsafe sqlite3_open_v2(path, &opened, mode | flags, nil)
        var script: String?
        if code == SQLITE_OK {
            unsafe sqlite3_busy_timeout(opened, busyMilliseconds)
            for (flag, value) in Self.flags {
                if let opened = unsafe opened { unsafe csqlite_db_config_flag(opened, flag, value) }
            }
            // Debian's build overwrites deleted pages, and caches without a bound of ours.
            script = "PRAGMA secure_delete = OFF; PRAGMA temp_store = FILE; PRAGMA cache_size = -\(cacheKiB)"
            code = unsafe sqlite3_exec(opened, script, nil, nil, nil)
        }
        guard code == SQLITE_OK, let opened = unsafe opened else {
            let error = unsafe SQLiteError(code, of: opened, sql: script)
            unsafe sqlite3_close_v2(opened)
            throw error
        }
        return unsafe opened
    }

    /// Done once in a process, before its first connection.
    private static let forgoesMemoryStatistics = csqlite_forgo_memory_statistics() == SQLITE_OK

    private static let flags: [(Int32, Int32)] = [
        (SQLITE_DBCONFIG_ENABLE_FKEY, 1), (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
        (SQLITE_DBCONFIG_DEFENSIVE, 1),
    ]

    /// Sets the most that cached pages take, once the file was read or its page size chosen.
    ///
    /// SQLite turns the bound into a number of pages when it is set, and keeps the number when it learns of another
    /// page size: a bound that was set at the opening would be doubled by pages twice the usual.
    package borrowing func limitCache(kiB: Int) throws(SQLiteError) {
        try execute("PRAGMA main.cache_size = -\(kiB)")
    }

    /// Rows changed by the statement that ended last.
    package var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

    /// Rows changed since the connection was opened, by triggers too.
    package var totalChanges: Int { Int(unsafe sqlite3_total_changes64(handle)) }

    package var lastInsertedID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// Whether the file can only be read, whatever was asked for at the opening.
    package var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

    package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }
}
