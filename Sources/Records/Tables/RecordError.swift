package import SQLite

/// Why records could not be read or written.
package enum RecordError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What SQLite refused.
    case refused(SQLiteError, tried: String)
    /// A column of a row that is not of its type.
    case unreadable(ColumnFailure)
    /// A value that cannot be put into its column.
    case unwritable(ColumnFailure)
    case filter(PredicateError, table: String)
    /// Somebody else changed or removed the row meanwhile.
    case conflict(Conflict)
    /// The file's tables are not those that are declared.
    case mismatch(SchemaMismatch)
    /// Keys of which there is no record, or no more.
    case missing(table: String, keys: [String])
    case cannotOpen(path: String, reason: String)
    case cancelled(tried: String)
    case deadlinePassed(tried: String)

    package init(_ error: SQLiteError, tried: String) { self = .refused(error, tried: tried) }

    package var description: String {
        switch self {
        case .refused(let error, let tried):
            "cannot \(tried): \(error.message)" + (Self.hint(error).map { "; \($0)" } ?? "")
        case .unreadable(let failure): "cannot read \(failure); put it right, or leave the column out"
        case .unwritable(let failure): "cannot write \(failure)"
        case .filter(let error, let table): "cannot read \(table): \(error)"
        case .conflict(let conflict): "\(conflict)"
        case .mismatch(let mismatch): "\(mismatch)"
        case .missing(let table, let keys):
            "no \(table) has the key \(keys.prefix(12).joined(separator: ", "))"
                + (keys.count > 12 ? " and \(keys.count - 12) more" : "") + "; look for them again"
        case .cannotOpen(let path, let reason): "cannot open \(path): \(reason)"
        case .cancelled(let tried): "\(tried): cancelled; nothing is changed"
        case .deadlinePassed(let tried): "\(tried): not done by its deadline; allow more time, or ask for less"
        }
    }

    static func hint(_ error: SQLiteError) -> String? {
        switch error.kind {
        case .busy, .locked: "another program is writing to the file; try again"
        case .cannotOpen: "see whether its folder is there and this user may use it"
        case .full: "free some space on its disk"
        case .readOnly, .permission: "the file and its folder must be writable for this user"
        case .corrupt, .notADatabase: "name another file, or bring back a copy of this one"
        case .constraint: "a value is there already, or what it refers to is not"
        default: nil
        }
    }

    /// Runs what SQLite may refuse.
    static func sqlite<Value>(
        _ tried: @autoclosure () -> String, _ body: () throws(SQLiteError) -> Value
    ) throws(RecordError) -> Value {
        do throws(SQLiteError) { return try body() } catch { throw RecordError(error, tried: tried()) }
    }
}

/// A row that somebody else changed between reading and writing it.
package struct Conflict: Error, Hashable, Sendable, CustomStringConvertible {
    package let table: String
    package let key: String
    /// The version that the change was made on; nil where the row was to be new, or its table counts none.
    package let expected: Int64?
    /// The version that is there; nil where the row is gone, or its table counts none.
    package let found: Int64?

    package init(table: String, key: String, expected: Int64?, found: Int64?) {
        self.table = table
        self.key = key
        self.expected = expected
        self.found = found
    }

    package var description: String {
        let what =
            switch (expected, found) {
            case (let expected?, let found?):
                "is version \(found) by now, and the change was made on version \(expected)"
            case (_, nil): "is there no more"
            case (nil, _): "is there already"
            }
        return "\(table) \(key) \(what): somebody else was quicker; read it again and repeat the change"
    }
}

/// What a file's tables are and what was declared.
package struct SchemaMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    package let path: String
    /// One line each.
    package let differences: [String]

    package init(path: String, differences: [String]) {
        self.path = path
        self.differences = differences
    }

    package var description: String {
        "\(path) does not fit what is declared, and stays as it is: " + differences.joined(separator: "; ")
            + ". Change the declaration, bring the file up to date, or name another file"
    }
}

extension Connection {
    /// Runs `body` in one transaction, which is rolled back when it throws.
    package borrowing func recordTransaction<Value>(
        _ kind: TransactionKind, _ tried: String, _ body: () throws(RecordError) -> Value
    ) throws(RecordError) -> Value {
        var failure: RecordError?
        do throws(SQLiteError) {
            return try transaction(kind) { () throws(SQLiteError) in
                do throws(RecordError) { return try body() } catch {
                    failure = error
                    throw SQLiteError(code: SQLiteError.Kind.abort.rawValue, message: "rolled back")
                }
            }
        } catch {
            throw failure ?? RecordError(error, tried: tried)
        }
    }
}
