internal import Articles
internal import Records
internal import SQLite

/// Opens a store, or says why the file is none that can be used.
enum StoreOpening {
    /// Opens a store for a writer, making it or bringing it to the current version.
    static func forWriting(_ path: String, busyTimeout: Duration, tried: String) throws(StoreFailure) -> Connection {
        switch FileStanding(path) {
        case .folderMissing:
            if let reason = FileStanding.makeFolder(of: path) {
                throw StoreFailure(
                    .readOnly, tried: tried, reason: "its folder cannot be made: \(reason)", hint: writable)
            }
        case .folder: throw StoreFailure(.unusable, tried: tried, reason: "it is a folder", hint: otherFile)
        case .special: throw special(tried)
        case .unreadable, .unwritable:
            throw StoreFailure(.readOnly, tried: tried, reason: "the file cannot be written", hint: writable)
        case .unmakable:
            throw StoreFailure(.readOnly, tried: tried, reason: "no file can be made in its folder", hint: writable)
        case .missing, .usable: break
        }
        let connection = try attempt(tried) { () throws(SQLiteError) in
            try Connection(path: path, access: .create, busyTimeout: busyTimeout)
        }
        // Looked at before anything is changed: a file that is not ours stays as it is.
        let found = try attempt(tried) { () throws(SQLiteError) in try StoreSchema.current.standing(of: connection) }
        if let failure = refusal(of: found, tried) { throw failure }
        if connection.isReadOnly {
            throw StoreFailure(.readOnly, tried: tried, reason: "the file cannot be written", hint: writable)
        }
        let standing = try attempt(tried) { () throws(SQLiteError) in
            // Larger pages than the usual ones, for both, make a large replacement cheaper by a tenth. What is set aside
            // needs no journal on disk, and no overwriting when it is dropped.
            try connection.execute("PRAGMA page_size = 8192; PRAGMA temp.page_size = 16384")
            try connection.useWriteAheadLog()
            try connection.execute(
                """
                PRAGMA temp.secure_delete = OFF; PRAGMA temp.journal_mode = MEMORY; PRAGMA temp.cache_size = -1024
                """)
            return try StoreSchema.current.migrate(connection)
        }
        if let failure = refusal(of: standing, tried) { throw failure }
        return connection
    }

    /// Opens a store for reading; nothing of it is changed.
    static func forReading(_ path: String, tried: String) throws(StoreFailure) -> Connection {
        switch FileStanding(path) {
        case .missing, .folderMissing, .unmakable: throw missing(tried)
        case .folder: throw StoreFailure(.unusable, tried: tried, reason: "it is a folder", hint: otherFile)
        case .special: throw special(tried)
        case .unreadable:
            throw StoreFailure(
                .other, tried: tried, reason: "this user may not read the file", hint: "ask its owner for read access")
        case .unwritable, .usable: break
        }
        let connection = try attempt(tried) { () throws(SQLiteError) in
            let connection = try Connection(path: path, access: .readOnly)
            for function in ScalarFunction.all {
                try connection.register(function.name, argumentCount: function.argumentCount, function.body)
            }
            try connection.registerRanking()
            return connection
        }
        let standing = try attempt(tried) { () throws(SQLiteError) in try StoreSchema.current.standing(of: connection) }
        switch standing {
        case .current:
            try attempt(tried) { () throws(SQLiteError) in try connection.limitCache(kiB: 4_096) }
            return connection
        case .empty: throw missing(tried)
        case .older(let version):
            throw StoreFailure(
                .unusable, tried: tried,
                reason: "the store is of version \(version), this program reads \(StoreSchema.current.version)",
                hint: "`articlesync sync` brings it up to date")
        case .newer, .foreign: throw refusal(of: standing, tried) ?? missing(tried)
        }
    }

    private static let otherFile = "name another file in [store] path"
    private static let writable = "the store and its folder must be writable for this user"

    /// SQLite would wait for ever for somebody who writes into a pipe.
    private static func special(_ tried: String) -> StoreFailure {
        StoreFailure(
            .unusable, tried: tried, reason: "it is a pipe, a socket or a device, not a regular file", hint: otherFile)
    }

    private static func missing(_ tried: String) -> StoreFailure {
        StoreFailure(
            .missing, tried: tried, reason: "there is no store yet", hint: "run `articlesync sync` to make and fill it")
    }

    /// What speaks against writing to a file, or nil.
    private static func refusal(of standing: Schema.Standing, _ tried: String) -> StoreFailure? {
        switch standing {
        case .empty, .current, .older: nil
        case .newer(let version):
            StoreFailure(
                .unusable, tried: tried,
                reason: "the store is of version \(version), and this program knows \(StoreSchema.current.version)",
                hint: "use the newer articlesync that wrote it")
        case .foreign:
            StoreFailure(.unusable, tried: tried, reason: "the file is another program's database", hint: otherFile)
        }
    }

    static func attempt<Value: ~Copyable>(
        _ tried: String, _ work: () throws(SQLiteError) -> Value
    ) throws(StoreFailure) -> Value {
        do throws(SQLiteError) { return try work() } catch { throw StoreFailure(error, tried: tried) }
    }
}
