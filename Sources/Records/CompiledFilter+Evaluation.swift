internal import SQLite

extension CompiledFilter {
    /// Whether a row is meant, exactly as the SQL would say.
    ///
    /// - Parameter row: what the row holds in a column; a list as `.list` of texts, a date as its stored text. Anything
    ///   but what the column's type says counts as missing.
    package func matches(_ row: (Column) -> FilterValue) -> Bool { root.holds(row) }
}

extension CompiledFilter.Node {
    fileprivate func holds(_ row: (Column) -> FilterValue) -> Bool {
        switch self {
        case .constant(let value): return value
        case .and(let nodes): return nodes.allSatisfy { $0.holds(row) }
        case .or(let nodes): return nodes.contains { $0.holds(row) }
        case .not(let inner): return !inner.holds(row)
        case .test(let column, let test): return test.holds(column, row)
        case .elements(let quantifier, let column, let inner):
            guard case .list(let elements) = row(column) else { return quantifier != .any }
            switch quantifier {
            case .any: return elements.contains { element in inner.holds { _ in element } }
            case .all: return elements.allSatisfy { element in inner.holds { _ in element } }
            case .none: return !elements.contains { element in inner.holds { _ in element } }
            }
        }
    }
}

extension CompiledFilter.Test {
    fileprivate func holds(_ column: Column, _ row: (Column) -> FilterValue) -> Bool {
        let held = row(column)
        switch self {
        case .isMissing: return held == .null
        case .compare(let order, let value, let options):
            guard let held = SQLiteValue(held, of: column, options) else { return false }
            return order.holds(held, value)
        case .compareColumn(let order, let other, let options):
            let otherHeld = SQLiteValue(row(other), of: other, options, ordered: true)
            guard let held = SQLiteValue(held, of: column, options, ordered: true), let otherHeld else {
                return order == .equal && held == .null && row(other) == .null
            }
            return order.holds(held, otherHeld)
        case .among(let values, let options):
            guard let held = SQLiteValue(held, of: column, options) else { return false }
            return values.contains { CompiledFilter.Order.equal.holds(held, $0) }
        case .during(let start, let end):
            guard case .text(let stored) = held else { return false }
            return (start.map { !$0.isAfter(stored) } ?? true) && (end.map { $0.isAfter(stored) } ?? true)
        case .contains(let part, let options): return held.text(options) { $0.holdsBytes(of: part) }
        case .beginsWith(let part, let options): return held.text(options) { $0.utf8.starts(with: part.utf8) }
        case .endsWith(let part, let options):
            return held.text(options) { $0.utf8.reversed().starts(with: part.utf8.reversed()) }
        case .like(let wildcard, let options): return held.text(options) { wildcard.matches($0) }
        case .matches(let expression): return held.text([]) { expression.matches($0) }
        }
    }
}

extension FilterValue {
    /// What a test says of the folded text; false where there is none.
    fileprivate func text(_ options: TextOptions, _ test: (String) -> Bool) -> Bool {
        if case .text(let text) = self { test(TextFolding.fold(text, options)) } else { false }
    }
}

extension CompiledFilter.Order {
    fileprivate func holds(_ left: SQLiteValue, _ right: SQLiteValue) -> Bool {
        switch self {
        case .equal: !left.isBefore(right) && !right.isBefore(left)
        case .less: left.isBefore(right)
        case .lessOrEqual: !right.isBefore(left)
        case .greater: right.isBefore(left)
        case .greaterOrEqual: !left.isBefore(right)
        }
    }
}

extension InstantKey {
    /// Whether a stored date is before this one.
    fileprivate func isAfter(_ stored: String) -> Bool {
        var bytes = Substring(stored).utf8
        while hasFraction, bytes.last == UInt8(ascii: "Z") { bytes = bytes.dropLast() }
        return bytes.lexicographicallyPrecedes(text.utf8)
    }
}

extension String {
    /// Whether the bytes of a part stand in this text in one piece; code points, not characters, as in SQLite.
    fileprivate func holdsBytes(of part: String) -> Bool {
        let part = Array(part.utf8)
        var rest = Substring(self).utf8
        guard let first = part.first else { return true }
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: part) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
