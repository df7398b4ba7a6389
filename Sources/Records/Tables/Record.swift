package import SQLite

/// A value that is one row of a table.
///
/// A record is a copy: it may be held, changed and sent anywhere, and is written back by handing it to a store, a context
/// or a table.
///
///     struct MagicNote: Record {
///         var id: Int64
///         var date: Instant
///         var title: String
///
///         static let table = Table<MagicNote>(
///             "note", key: .generated(\.id),
///             Attribute("id", \.id), Attribute("date", \.date), Attribute("title", \.title), make: MagicNote.init)
///     }
package protocol Record: Sendable {
    static var table: Table<Self> { get }
}

extension Record {
    /// Every record of the type.
    package static var all: RecordQuery<Self> { RecordQuery() }

    /// Which record it is.
    package var recordID: RecordID<Self> { RecordID(Self.table.key(of: self)) }
}

/// Which record of a type is meant.
package struct RecordID<Model: Record>: Hashable, Sendable, CustomStringConvertible {
    package let key: SQLiteValue

    package init(_ key: SQLiteValue) { self.key = key }

    package init(_ key: Int64) { self.key = .integer(key) }

    package var description: String { key.written }
}

extension SQLiteValue {
    /// A key as a person reads it.
    var written: String {
        switch self {
        case .null: "nothing"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let text): text
        case .blob(let bytes): "\(bytes.count) bytes"
        }
    }
}
