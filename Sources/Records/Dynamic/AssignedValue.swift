internal import Chronology
internal import JSONText
internal import SQLite

/// A value as a column of some type keeps it.
enum AssignedValue: Hashable, Sendable {
    case plain(SQLiteValue)
    /// Kept as a JSON array.
    case list([String])

    /// - Throws: `Misfit` where the value is not of the column's type.
    init(_ value: FilterValue, for column: Column) throws(Misfit) {
        switch (column.type, value) {
        case (_, .null) where column.isNullable: self = .plain(.null)
        case (.text, .text(let text)):
            // SQLite's own functions would see no more than the part before it.
            guard !text.utf8.contains(0) else { throw Misfit(value, expected: "a text without NUL characters") }
            self = .plain(.text(text))
        case (.integer, .integer(let number)): self = .plain(.integer(number))
        case (.real, .integer(let number)): self = .plain(.real(Double(number)))
        case (.real, .real(let number)) where number.isFinite: self = .plain(.real(number))
        case (.bool, .bool(let truth)): self = .plain(.integer(truth ? 1 : 0))
        case (.bool, .integer(let number)) where number == 0 || number == 1: self = .plain(.integer(number))
        case (.instant, .text(let text)):
            guard let date = Self.date(text) else { throw Misfit(value, expected: column.type.expected) }
            self = .plain(.text(date))
        case (.list, .list(let elements)):
            var texts: [String] = []
            for element in elements {
                guard case .text(let text) = element, !text.utf8.contains(0) else {
                    throw Misfit(value, expected: "a list of texts")
                }
                texts.append(text)
            }
            self = .list(texts)
        default: throw Misfit(value, expected: column.type.expected)
        }
    }

    /// A day as it is, an instant in UTC as instants are stored; nil for any other text.
    private static func date(_ text: String) -> String? {
        DayFormat.iso.day(from: text).map(\.description) ?? Instant(iso8601: text).map(\.description)
    }

    /// As SQLite takes it.
    var bound: SQLiteValue {
        switch self {
        case .plain(let value): value
        case .list(let texts): .text(JSONStrings.text(texts))
        }
    }
}

/// That a value is not of the type that its column has.
struct Misfit: Error {
    let found: String
    let expected: String

    init(_ value: FilterValue, expected: String) {
        let written = value.written
        found =
            value == .null
            ? value.kind : "\(value.kind) \(written.count > 60 ? written.prefix(60) + "…" : written)"
        self.expected = expected
    }
}

extension ColumnType {
    /// What a value must be, in words for a message.
    fileprivate var expected: String {
        switch self {
        case .text, .integer, .real: words
        case .bool: "TRUE or FALSE"
        case .instant: "a day such as 2015-07-01 or an instant such as 2015-07-01T10:00:00Z"
        case .list: "a list of texts"
        }
    }
}

/// Lists as other programs may have written them: SQLite itself reads the JSON.
enum ListText {
    /// The texts of an array; what another program wrote that is none is left out.
    static func values(_ text: String, in connection: borrowing Connection) throws(SQLiteError) -> [FilterValue] {
        if text == "[]" { return [] }
        return try connection.all(
            "SELECT value FROM json_each(iif(json_valid(?1), ?1, '[]')) WHERE type = 'text'", .text(text)
        ) { .text($0.text(0) ?? "") }
    }
}
