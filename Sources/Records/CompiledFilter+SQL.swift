internal import SQLite

extension CompiledFilter {
    /// A condition for WHERE, every value bound; it counts as false where it is NULL.
    ///
    /// It calls `fold` and `matches` of `ScalarFunction.all` where an option or a regular expression asks for them.
    package var sql: SQLFragment {
        var writer = SQLWriter()
        writer.write(root, isNullFalse: true)
        return SQLFragment(writer.text, writer.values)
    }
}

/// Writes a compiled filter as SQL.
///
/// NULL is let stand for false where only AND and OR are above, which keeps conditions in the form that indexes serve;
/// below a NOT it is made 0.
private struct SQLWriter {
    private(set) var text = ""
    private(set) var values: [SQLiteValue] = []

    mutating func write(_ node: CompiledFilter.Node, isNullFalse: Bool) {
        switch node {
        case .constant(let value): text += value ? "1" : "0"
        case .and(let nodes): write(nodes[...], joinedBy: " AND ", ifNone: "1", isNullFalse)
        case .or(let nodes): write(nodes[...], joinedBy: " OR ", ifNone: "0", isNullFalse)
        case .not(let inner):
            text += "NOT ("
            write(inner, isNullFalse: false)
            text += ")"
        case .test(let column, let test):
            let isGuarded = !isNullFalse && test.canBeNull(of: column)
            if isGuarded { text += "ifnull(" }
            write(test, of: column)
            if isGuarded { text += ", 0)" }
        case .elements(let quantifier, let column, let inner):
            text += quantifier == .any ? "EXISTS (" : "NOT EXISTS ("
            text += "SELECT 1 FROM json_each(\(column.sql)) AS element WHERE "
            write(quantifier == .all ? .not(inner) : inner, isNullFalse: true)
            text += ")"
        }
    }

    /// A thousand conditions are put in brackets by halves, so that they are ten deep: SQLite bounds the depth.
    private mutating func write(
        _ nodes: ArraySlice<CompiledFilter.Node>, joinedBy joiner: String, ifNone empty: String, _ isNullFalse: Bool
    ) {
        if nodes.isEmpty { return text += empty }
        text += "("
        if nodes.count <= 16 {
            for (index, node) in nodes.enumerated() {
                if index > 0 { text += joiner }
                write(node, isNullFalse: isNullFalse)
            }
        } else {
            let middle = nodes.startIndex + nodes.count / 2
            write(nodes[..<middle], joinedBy: joiner, ifNone: empty, isNullFalse)
            text += joiner
            write(nodes[middle...], joinedBy: joiner, ifNone: empty, isNullFalse)
        }
        text += ")"
    }

    private mutating func write(_ test: CompiledFilter.Test, of column: Column) {
        let sql = column.sql
        func folded(_ options: TextOptions) -> String { self.folded(column, options) }
        switch test {
        case .isMissing: text += "\(sql) IS NULL"
        case .compare(let order, let value, let options):
            text += "\(folded(options)) \(order.rawValue) "
            bind(value)
        case .compareColumn(let order, let other, let options):
            // Two missing values are equal, which only IS says.
            let sign = order == .equal ? "IS" : order.rawValue
            text += "\(ordered(column, options)) \(sign) \(ordered(other, options))"
        case .among(let values, let options):
            text += "\(folded(options)) IN ("
            for (index, value) in values.enumerated() {
                if index > 0 { text += ", " }
                bind(value)
            }
            text += ")"
        case .during(let start, let end):
            if let start { write(sql, ">=", start) }
            if start != nil, end != nil { text += " AND " }
            if let end { write(sql, "<", end) }
        case .contains(let part, let options):
            text += "instr(\(folded(options)), "
            bind(.text(part))
            text += ") > 0"
        case .beginsWith(let part, let options):
            text += "substr(\(folded(options)), 1, \(part.unicodeScalars.count)) = "
            bind(.text(part))
        case .endsWith(let part, let options):
            text += "substr(\(folded(options)), -\(part.unicodeScalars.count)) = "
            bind(.text(part))
        case .like(let wildcard, let options):
            text += "\(folded(options)) GLOB "
            bind(.text(wildcard.glob))
        case .matches(let expression):
            text += "matches(\(sql), "
            bind(.text(expression.pattern))
            text += ", '\(expression.options.letters)')"
        }
    }

    private mutating func write(_ sql: String, _ sign: String, _ key: InstantKey) {
        text += "\(key.hasFraction ? "rtrim(\(sql), 'Z')" : sql) \(sign) "
        bind(.text(key.text))
    }

    private func folded(_ column: Column, _ options: TextOptions) -> String {
        if options.isEmpty { return column.sql }
        if options == .caseDiacritic, let kept = column.foldedSQL { return kept }
        return "fold(\(column.sql), '\(options.letters)')"
    }

    private func ordered(_ column: Column, _ options: TextOptions) -> String {
        column.type == .instant ? column.orderedSQL : folded(column, options)
    }

    private mutating func bind(_ value: SQLiteValue) {
        text += "?"
        values.append(value)
    }
}

extension CompiledFilter.Test {
    /// Whether SQL may answer with NULL.
    fileprivate func canBeNull(of column: Column) -> Bool {
        switch self {
        case .isMissing, .compareColumn(.equal, _, _): false
        case .compareColumn(_, let other, _): column.isNullable || other.isNullable
        default: column.isNullable
        }
    }
}
