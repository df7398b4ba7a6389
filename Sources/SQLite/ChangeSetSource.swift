internal import CSQLite

/// Where the bytes of a change set come from, piece by piece.
final class ChangeSetSource {
    private let read: (Int) throws -> [UInt8]
    private(set) var failure: (any Error)?

    init(_ read: @escaping (Int) throws -> [UInt8]) { self.read = read }

    /// What SQLite calls for more; an error cannot pass through it, so that it waits here.
    static let input:
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int32>?) -> Int32 = {
            context, buffer, count in
            guard let context = unsafe context, let buffer = unsafe buffer, let count = unsafe count else {
                return SQLITE_MISUSE
            }
            let source = unsafe Unmanaged<ChangeSetSource>.fromOpaque(context).takeUnretainedValue()
            do {
                let bytes = try source.read(Int(unsafe count.pointee))
                unsafe bytes.withUnsafeBytes { bytes in
                    if let start = bytes.baseAddress { unsafe buffer.copyMemory(from: start, byteCount: bytes.count) }
                }
                unsafe count.pointee = Int32(bytes.count)
                return SQLITE_OK
            } catch {
                source.failure = error
                return SQLITE_IOERR
            }
        }
}

extension RowChange {
    /// The row that an iterator stands on.
    @unsafe init?(at iterator: OpaquePointer) {
        var table: UnsafePointer<CChar>?
        var (columns, operation, isIndirect): (Int32, Int32, Int32) = (0, 0, 0)
        guard unsafe sqlite3changeset_op(iterator, &table, &columns, &operation, &isIndirect) == SQLITE_OK,
            let table = unsafe table
        else { return nil }
        var keys: UnsafeMutablePointer<UInt8>?
        var count: Int32 = 0
        guard unsafe sqlite3changeset_pk(iterator, &keys, &count) == SQLITE_OK, let keys = unsafe keys else {
            return nil
        }
        self.table = unsafe String(cString: table)
        isKey = unsafe UnsafeBufferPointer(start: keys, count: Int(count)).map { $0 != 0 }
        switch operation {
        case SQLITE_INSERT: self.operation = .insert
        case SQLITE_DELETE: self.operation = .delete
        default: self.operation = .update
        }
        old = operation == SQLITE_INSERT ? [] : unsafe Self.values(columns, iterator, sqlite3changeset_old)
        new = operation == SQLITE_DELETE ? [] : unsafe Self.values(columns, iterator, sqlite3changeset_new)
    }

    typealias Reading = (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Int32

    @unsafe static func values(
        _ columns: Int32, _ iterator: OpaquePointer, _ read: Reading
    ) -> [SQLiteValue?] {
        (0..<columns).map { column in
            var value: OpaquePointer?
            guard unsafe read(iterator, column, &value) == SQLITE_OK, let value = unsafe value else { return nil }
            return unsafe SQLiteValue(copying: value)
        }
    }
}

/// A change set as rows.
package enum ChangeSet {
    /// Goes through the rows of a change set, in order, without a database.
    ///
    /// - Parameter read: gives the next bytes, at most so many; none at the end.
    package static func forEach(
        _ read: @escaping (Int) throws -> [UInt8], _ body: (RowChange) throws -> Void
    ) throws {
        let source = ChangeSetSource(read)
        try withExtendedLifetime(source) {
            var iterator: OpaquePointer?
            var code = unsafe sqlite3changeset_start_strm(
                &iterator, ChangeSetSource.input, Unmanaged.passUnretained(source).toOpaque())
            guard code == SQLITE_OK, let iterator = unsafe iterator else { throw source.failure ?? failure(code) }
            var isFinished = false
            defer { if !isFinished { unsafe sqlite3changeset_finalize(iterator) } }
            while true {
                code = unsafe sqlite3changeset_next(iterator)
                guard code == SQLITE_ROW else { break }
                guard let change = unsafe RowChange(at: iterator) else { throw failure(SQLITE_CORRUPT) }
                try body(change)
            }
            isFinished = true
            let end = unsafe sqlite3changeset_finalize(iterator)
            if let failure = source.failure { throw failure }
            guard code == SQLITE_DONE, end == SQLITE_OK else { throw failure(code == SQLITE_DONE ? end : code) }
        }
    }

    static func failure(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code, message: unsafe String(cString: sqlite3_errstr(code)))
    }
}
