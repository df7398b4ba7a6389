internal import CSQLite

/// Gathers by what rows one database of a connection differs from another, table by table.
///
/// In memory are the keys of rows that are new, and whole rows of those that changed or are gone.
@safe package struct ChangeSession: ~Copyable {
    private let session: OpaquePointer

    fileprivate init(of database: String, _ handle: OpaquePointer) throws(SQLiteError) {
        _ = Self.hasLargeChunks
        var session: OpaquePointer?
        let code = unsafe sqlite3session_create(handle, database, &session)
        guard code == SQLITE_OK, let session = unsafe session else { throw unsafe SQLiteError(code, of: handle) }
        unsafe self.session = session
    }

    deinit { unsafe sqlite3session_delete(session) }

    /// Change sets come in pieces of so many bytes; done once in a process.
    private static let hasLargeChunks: Bool = {
        var bytes: Int32 = 65_536
        return unsafe sqlite3session_config(SQLITE_SESSION_CONFIG_STRMSIZE, &bytes) == SQLITE_OK
    }()

    /// Adds what leads from a table of another database to the one of the same name here.
    ///
    /// Tables come in the change set in the order in which they are added. One without a primary key is passed over in
    /// silence, as SQLite does.
    package mutating func add(_ table: String, since other: String) throws(SQLiteError) {
        var code = unsafe sqlite3session_attach(session, table)
        var message: UnsafeMutablePointer<CChar>?
        if code == SQLITE_OK { code = unsafe sqlite3session_diff(session, other, table, &message) }
        defer { unsafe sqlite3_free(message) }
        guard code == SQLITE_OK else {
            let words = unsafe message.map { unsafe String(cString: $0) }
            let standard = unsafe sqlite3_errstr(code).map { unsafe String(cString: $0) }
            throw SQLiteError(code: code, message: "\(words ?? standard ?? "unknown") (table \(table))")
        }
    }

    /// Writes the change set, piece by piece.
    package borrowing func write(_ put: @escaping ([UInt8]) throws -> Void) throws {
        let sink = Sink(put)
        let code = unsafe sqlite3session_changeset_strm(
            session,
            { context, bytes, count in
                guard let context = unsafe context, let bytes = unsafe bytes else { return SQLITE_MISUSE }
                let sink = unsafe Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
                return sink.take(unsafe Array(UnsafeRawBufferPointer(start: bytes, count: Int(count))))
            }, Unmanaged.passUnretained(sink).toOpaque())
        try withExtendedLifetime(sink) {
            if let failure = sink.failure { throw failure }
            guard code == SQLITE_OK else {
                throw SQLiteError(code: code, message: unsafe String(cString: sqlite3_errstr(code)))
            }
        }
    }

    /// Where pieces go; an error cannot pass through SQLite, so that it waits here.
    private final class Sink {
        let put: ([UInt8]) throws -> Void
        var failure: (any Error)?

        init(_ put: @escaping ([UInt8]) throws -> Void) { self.put = put }

        func take(_ bytes: [UInt8]) -> Int32 {
            do { try put(bytes) } catch {
                failure = error
                return SQLITE_IOERR
            }
            return SQLITE_OK
        }
    }
}

extension Connection {
    /// Lends a session on one database of this connection, which ends with `body`.
    package borrowing func withChangeSession(
        of database: String, _ body: (inout ChangeSession) throws -> Void
    ) throws {
        var session = unsafe try ChangeSession(of: database, handle)
        try body(&session)
    }
}
