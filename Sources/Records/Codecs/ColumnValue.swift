package import Chronology
internal import JSONText
package import SQLite

/// A type that a column holds as it is.
///
/// Other types go through a `ColumnCodec` that makes one of these of them.
package protocol ColumnValue: Sendable {
    /// What a column of the type is in SQL and to a filter.
    static var storage: ColumnStorage { get }

    /// Reads a place of the current row.
    ///
    /// - Throws: for what is not of the type; nothing is made to fit.
    static func read(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> Self

    /// The same of a place that may hold nothing, which is nil.
    static func readUnlessMissing(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> Self?

    /// The value as the column holds it.
    var stored: SQLiteValue { get }

    /// The value as a filter knows it.
    var filterValue: FilterValue { get }
}

/// What a column is in SQL and to a filter.
package struct ColumnStorage: Hashable, Sendable {
    /// Of a `STRICT` table: `TEXT`, `INTEGER`, `REAL` or `BLOB`.
    package let sql: String
    /// Nil where no filter can speak of it.
    package let type: ColumnType?
    package let isNullable: Bool

    /// What a column of texts, numbers, dates or lists is.
    package init(_ type: ColumnType) {
        let sql =
            switch type {
            case .text, .instant, .list: "TEXT"
            case .integer, .bool: "INTEGER"
            case .real: "REAL"
            }
        self.init(sql: sql, type: type)
    }

    /// - Parameter type: nil where no filter can speak of it.
    package init(sql: String, type: ColumnType?, isNullable: Bool = false) {
        self.sql = sql
        self.type = type
        self.isNullable = isNullable
    }
}

extension ColumnValue {
    package static func readUnlessMissing(
        _ row: borrowing Statement, _ index: Int
    ) throws(UnreadableValue) -> Self? {
        row.isNull(index) ? nil : try read(row, index)
    }
}

extension String: ColumnValue {
    package static var storage: ColumnStorage { ColumnStorage(.text) }
    package var stored: SQLiteValue { .text(self) }
    package var filterValue: FilterValue { .text(self) }

    package static func read(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> String {
        guard let text = row.exactText(index) else { throw .unexpected(row, index, "a text") }
        return text
    }

    package static func readUnlessMissing(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> String? {
        if let text = row.exactText(index) { return text }
        guard row.isNull(index) else { throw .unexpected(row, index, "a text") }
        return nil
    }
}

extension Int64: ColumnValue {
    package static var storage: ColumnStorage { ColumnStorage(.integer) }
    package var stored: SQLiteValue { .integer(self) }
    package var filterValue: FilterValue { .integer(self) }

    package static func read(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> Int64 {
        guard let number = row.exactInt64(index) else { throw .unexpected(row, index, "a whole number") }
        return number
    }

    package static func readUnlessMissing(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> Int64? {
        if let number = row.exactInt64(index) { return number }
        guard row.isNull(index) else { throw .unexpected(row, index, "a whole number") }
        return nil
    }
}

extension Int: ColumnValue {
    package static var storage: ColumnStorage { ColumnStorage(.integer) }
    package var stored: SQLiteValue { .integer(Int64(self)) }
    package var filterValue: FilterValue { .integer(Int64(self)) }

    package static func read(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> Int {
        Int(try Int64.read(row, index))
    }

    package static func readUnlessMissing(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> Int? {
        try Int64.readUnlessMissing(row, index).map { Int($0) }
    }
}

extension Double: ColumnValue {
    package static var storage: ColumnStorage { ColumnStorage(.real) }
    package var stored: SQLiteValue { .real(self) }
    package var filterValue: FilterValue { .real(self) }

    package static func read(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> Double {
        switch row.value(index) {
        case .real(let number): return number
        case .integer(let number): return Double(number)
        default: throw .unexpected(row, index, "a number")
        }
    }
}

extension Bool: ColumnValue {
    package static var storage: ColumnStorage { ColumnStorage(.bool) }
    package var stored: SQLiteValue { .integer(self ? 1 : 0) }
    package var filterValue: FilterValue { .bool(self) }

    package static func read(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> Bool {
        switch row.value(index) {
        case .integer(0): return false
        case .integer(1): return true
        default: throw .unexpected(row, index, "0 or 1")
        }
    }
}

extension Instant: ColumnValue {
    package static var storage: ColumnStorage { ColumnStorage(.instant) }
    package var stored: SQLiteValue { .text(description) }
    package var filterValue: FilterValue { .instant(self) }

    package static func read(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> Instant {
        guard let text = row.exactText(index), let instant = Instant(iso8601: text) else {
            throw .unexpected(row, index, "an instant like 2015-07-04T00:00:00Z")
        }
        return instant
    }

    package static func readUnlessMissing(
        _ row: borrowing Statement, _ index: Int
    ) throws(UnreadableValue) -> Instant? {
        row.isNull(index) ? nil : try read(row, index)
    }
}

extension CalendarDay: ColumnValue {
    package static var storage: ColumnStorage { ColumnStorage(.instant) }
    package var stored: SQLiteValue { .text(description) }
    package var filterValue: FilterValue { .day(self) }

    package static func read(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> CalendarDay {
        guard let text = row.exactText(index), let day = DayFormat.iso.day(from: text) else {
            throw .unexpected(row, index, "a day like 2015-07-04")
        }
        return day
    }
}

extension Blob: ColumnValue {
    package static var storage: ColumnStorage { ColumnStorage(sql: "BLOB", type: nil) }
    package var stored: SQLiteValue { .blob(bytes) }
    /// No filter can speak of bytes.
    package var filterValue: FilterValue { .null }

    package static func read(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> Blob {
        guard case .blob(let bytes) = row.value(index) else { throw .unexpected(row, index, "bytes") }
        return Blob(bytes)
    }
}

/// A list of texts, kept as a JSON array.
extension Array: ColumnValue where Element == String {
    package static var storage: ColumnStorage { ColumnStorage(.list) }
    package var stored: SQLiteValue { .text(JSONStrings.text(self)) }
    package var filterValue: FilterValue { .texts(self) }

    package static func read(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> [String] {
        guard let text = row.exactText(index), isList(text) else {
            throw .unexpected(row, index, "a JSON array of texts")
        }
        return JSONStrings.values(text)
    }

    /// Other tools may put space around it.
    private static func isList(_ text: String) -> Bool {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let bytes = text.utf8
        if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") { return bytes.count > 1 }
        return bytes.first { !isSpace($0) } == UInt8(ascii: "[") && bytes.last { !isSpace($0) } == UInt8(ascii: "]")
    }
}

/// A value that may be missing.
extension Optional: ColumnValue where Wrapped: ColumnValue {
    package static var storage: ColumnStorage {
        ColumnStorage(sql: Wrapped.storage.sql, type: Wrapped.storage.type, isNullable: true)
    }
    package var stored: SQLiteValue { map(\.stored) ?? .null }
    package var filterValue: FilterValue { map(\.filterValue) ?? .null }

    @inline(__always)
    package static func read(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> Wrapped? {
        try Wrapped.readUnlessMissing(row, index)
    }
}

/// A value that keeps the failure of its own column, so that a bad one spoils no other.
///
/// What could not be read is written back as it was found.
extension Result: ColumnValue where Success: ColumnValue, Failure == UnreadableValue {
    package static var storage: ColumnStorage { Success.storage }

    package var stored: SQLiteValue {
        switch self {
        case .success(let value): value.stored
        case .failure(let failure): failure.stored
        }
    }

    /// What could not be read is to a filter as if it were missing.
    package var filterValue: FilterValue {
        if case .success(let value) = self { value.filterValue } else { .null }
    }

    @inline(__always)
    package static func read(_ row: borrowing Statement, _ index: Int) -> Result {
        do throws(UnreadableValue) { return .success(try Success.read(row, index)) } catch { return .failure(error) }
    }
}
