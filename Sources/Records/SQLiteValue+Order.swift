internal import SQLite

extension SQLiteValue {
    /// What a row holds in a column, folded; nil where it is missing or not of the column's type.
    ///
    /// - Parameter ordered: a date in the form that sorts by instant.
    init?(_ value: FilterValue, of column: Column, _ options: TextOptions = [], ordered: Bool = false) {
        switch (column.type, value) {
        case (.text, .text(let text)): self = .text(TextFolding.fold(text, options))
        case (.instant, .text(let text)): self = .text(ordered ? InstantKey.ordered(text) : text)
        case (.integer, .integer(let value)), (.real, .integer(let value)), (.bool, .integer(let value)):
            self = .integer(value)
        case (.real, .real(let value)), (.integer, .real(let value)): self = .real(value)
        case (.bool, .bool(let value)): self = .integer(value ? 1 : 0)
        default: return nil
        }
    }

    /// SQLite's order: missing, numbers by value, texts by their bytes, blobs.
    func isBefore(_ other: SQLiteValue) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.integer(let left), .real(let right)): Self.is(left, before: right)
        case (.real(let left), .integer(let right)): Self.is(left, before: right)
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.null, _): other != .null
        case (.integer, .text), (.real, .text): true
        case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
        case (_, .blob): true
        case (_, .null), (.text, _), (.blob, _): false
        }
    }

    /// Exact where a Double would round the integer.
    private static func `is`(_ left: Int64, before right: Double) -> Bool {
        if right >= 0x1p63 { return true }
        if right < -0x1p63 { return false }
        return left < Int64(right.rounded(.up))
    }

    private static func `is`(_ left: Double, before right: Int64) -> Bool {
        if left < -0x1p63 { return true }
        if left >= 0x1p63 { return false }
        return Int64(left.rounded(.down)) < right
    }
}
