internal import CSQLite

extension Connection {
    /// Lets SQL on this connection call a function written in Swift.
    ///
    /// It is for SQL of our own: the schema, which other programs open too, may not call it.
    ///
    /// - Parameters:
    ///   - argumentCount: a call with another number of arguments is an error in SQL.
    ///   - body: pure, as SQLite may call it once for equal arguments.
    package borrowing func register(
        _ name: String, argumentCount: Int, _ body: @escaping @Sendable ([SQLiteValue]) -> SQLiteValue
    ) throws(SQLiteError) {
        let held = unsafe Unmanaged.passRetained(ScalarBody(body)).toOpaque()
        let code = unsafe sqlite3_create_function_v2(
            handle, name, Int32(argumentCount), SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, held,
            { context, count, arguments in unsafe ScalarBody.call(context, count, arguments) }, nil, nil,
            // SQLite lets go of it when the function is replaced, the connection ends, or registering fails.
            { held in if let held = unsafe held { unsafe Unmanaged<ScalarBody>.fromOpaque(held).release() } })
        guard code == SQLITE_OK else { throw unsafe SQLiteError(code, of: handle) }
    }
}

/// A function as SQLite holds it.
private final class ScalarBody {
    private let body: @Sendable ([SQLiteValue]) -> SQLiteValue

    init(_ body: @escaping @Sendable ([SQLiteValue]) -> SQLiteValue) { self.body = body }

    static func call(
        _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard let held = unsafe sqlite3_user_data(context), let arguments = unsafe arguments else { return }
        let function = unsafe Unmanaged<ScalarBody>.fromOpaque(held).takeUnretainedValue()
        let values = (0..<Int(count)).map { index in unsafe SQLiteValue(copying: arguments[index]) }
        switch function.body(values) {
        case .null: unsafe sqlite3_result_null(context)
        case .integer(let value): unsafe sqlite3_result_int64(context, value)
        case .real(let value): unsafe sqlite3_result_double(context, value)
        case .text(var text):
            text.withUTF8 { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { text in
                    unsafe sqlite3_result_text64(
                        context, text.baseAddress, UInt64(text.count), csqlite_transient(), UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let bytes):
            unsafe sqlite3_result_blob64(context, bytes, UInt64(bytes.count), csqlite_transient())
        }
    }
}
