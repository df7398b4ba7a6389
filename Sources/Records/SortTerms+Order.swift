internal import SQLite

extension SortTerms {
    /// What stands behind ORDER BY; nil where no order was asked for.
    ///
    /// - Throws: for a field that is not among the columns, or is a list.
    package func sql(over columns: Columns) throws(PredicateError) -> String? {
        let order = try orderings(over: columns)
        return order.isEmpty ? nil : order.map { $0.sql + $0.direction }.joined(separator: ", ")
    }

    /// The same term by term: the expression, and what stands behind it; empty where no order was asked for.
    ///
    /// - Throws: for a field that is not among the columns, or is a list.
    package func orderings(over columns: Columns) throws(PredicateError) -> [(sql: String, direction: String)] {
        try resolved(over: columns).map { column, isAscending in
            (column.orderedSQL, (isAscending ? "" : " DESC") + (column.isNullable ? " NULLS LAST" : ""))
        }
    }

    /// Whether one row comes before another, exactly as SQL would sort them; nil where no order was asked for.
    ///
    /// - Throws: for a field that is not among the columns, or is a list.
    package func areInIncreasingOrder<Row>(
        over columns: Columns, _ value: @escaping (Row, Column) -> FilterValue
    ) throws(PredicateError) -> ((Row, Row) -> Bool)? {
        let order = try resolved(over: columns)
        if order.isEmpty { return nil }
        return { left, right in
            for (column, isAscending) in order {
                let leftValue = SQLiteValue(value(left, column), of: column, ordered: true)
                let rightValue = SQLiteValue(value(right, column), of: column, ordered: true)
                guard let leftValue, let rightValue else {
                    if leftValue == nil && rightValue == nil { continue }
                    return leftValue != nil
                }
                if leftValue.isBefore(rightValue) { return isAscending }
                if rightValue.isBefore(leftValue) { return !isAscending }
            }
            return false
        }
    }

    /// The columns of the terms, and the key's where no term names it.
    private func resolved(over columns: Columns) throws(PredicateError) -> [(column: Column, isAscending: Bool)] {
        var order: [(Column, Bool)] = []
        for term in terms {
            guard let column = columns[term.field.name] else {
                throw PredicateError(column: nil, columns.unknown(term.field))
            }
            guard column.type != .list else {
                throw PredicateError(
                    column: nil,
                    .mismatch(
                        field: column.name, is: column.type.words, found: column.name,
                        expected: "a field with one value"))
            }
            order.append((column, term.isAscending))
        }
        if !order.isEmpty, !terms.contains(where: { $0.field.name == columns.key }), let key = columns[columns.key] {
            order.append((key, true))
        }
        return order
    }
}
