package import SQLite

/// Why rows could not be read or written by the name of their entity; the store is as it was.
package enum DynamicError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownEntity(String, nearest: String?, known: [String])
    /// It is not to be written by hand; `instead` says what changes it.
    case readOnly(entity: String, instead: String)
    /// What is wrong with keys or their values, all of it.
    case keys(entity: String, [KeyComplaint])
    /// None of the keys that were given can be set, or none was given.
    case nothingToSet(entity: String, settable: [String], ignored: [KeyComplaint])
    /// Keys without which no row can be made.
    case missing(entity: String, [String])
    /// A key names a row of another entity that is not there.
    case dangling(key: String, value: String, entity: String)
    /// A row would not be what every row of the entity must be.
    case rule(entity: String, complaint: String)
    case predicate(PredicateError)
    case sort(PredicateError)
    /// The store's own rules are against it, in SQLite's words.
    case constraint(String)
    case store(SQLiteError)

    init(_ error: SQLiteError) {
        self = error.kind == .constraint ? .constraint(error.message) : .store(error)
    }

    package var description: String {
        switch self {
        case .unknownEntity(let name, let nearest, let known):
            let advice = nearest.map { "nearest: \($0)" } ?? "there are \(known.joined(separator: ", "))"
            return "no entity is called `\(name)` (\(advice))"
        case .readOnly(let entity, let instead): return "\(entity) can only be read here: \(instead)"
        case .keys(_, let mistakes): return mistakes.map(\.description).joined(separator: "; ")
        case .nothingToSet(let entity, let settable, let ignored):
            let reasons = ignored.map(\.description).joined(separator: "; ")
            return "there is nothing to set" + (reasons.isEmpty ? "" : " (\(reasons))")
                + "; of \(entity) can be set: \(settable.joined(separator: ", "))"
        case .missing(let entity, let keys):
            return "a new row of \(entity) needs \(keys.joined(separator: ", "))"
        case .dangling(let key, let value, let entity): return "\(key): there is no \(value) in \(entity), or no more"
        case .rule(_, let complaint): return complaint
        case .predicate(let error): return "predicate: \(error)"
        case .sort(let error): return "sort keys: \(error)"
        case .constraint(let message): return "the store does not take it: \(message)"
        case .store(let error): return error.description
        }
    }
}

/// What is wrong with one key, or with the value that was given for it.
package struct KeyComplaint: Hashable, Sendable, CustomStringConvertible {
    package let key: String
    package let reason: Reason

    package enum Reason: Hashable, Sendable {
        /// It has no letters, and can mean no column.
        case empty
        case unknown(nearest: String?)
        /// The column is the store's to write.
        case kept
        /// Another key means the same column.
        case again(other: String)
        case value(found: String, expected: String)
    }

    package init(_ key: String, _ reason: Reason) {
        self.key = key
        self.reason = reason
    }

    /// Whether the key can be passed over and told of; anything else is refused in every mode.
    package var isIgnorable: Bool {
        switch reason {
        case .unknown, .kept: true
        case .empty, .again, .value: false
        }
    }

    package var description: String {
        switch reason {
        case .empty: "a key is empty"
        case .unknown(let nearest): "\(key): no such key" + (nearest.map { " (nearest: \($0))" } ?? "")
        case .kept: "\(key): the store sets it, nobody else does"
        case .again(let other): key == other ? "\(key): given twice" : "\(key): means the same as \(other)"
        case .value(let found, let expected): "\(key): found \(found), expected \(expected)"
        }
    }
}
