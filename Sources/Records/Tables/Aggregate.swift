package import SQLite

/// A figure over many records.
package enum Aggregate: Hashable, Sendable {
    case count
    /// Of records that have a value there.
    case countOf(Field)
    case distinct(Field)
    case sum(Field)
    case average(Field)
    /// Of dates, the earliest as an instant.
    case minimum(Field)
    case maximum(Field)
}

/// The figures of one group, in the order in which they were asked for.
package struct AggregateRow: Hashable, Sendable {
    /// What its records have in common, in the order of the fields, of dates the instant; empty where all are one group.
    package let group: [SQLiteValue]
    package let figures: [SQLiteValue]

    package init(group: [SQLiteValue] = [], figures: [SQLiteValue]) {
        self.group = group
        self.figures = figures
    }
}

extension RecordQuery {
    /// Figures for each group of records, the groups in their fields' order.
    ///
    /// Order and limit of the query mean nothing here. Without fields there is exactly one group, of no record perhaps.
    ///
    /// - Throws: for a field that is unknown, or a list.
    package func aggregates(
        _ aggregates: [Aggregate], groupedBy fields: [Field] = [], in connection: borrowing Connection
    ) throws(RecordError) -> [AggregateRow] {
        let table = Model.table
        var sql: [String] = []
        var groups: [String] = []
        var condition: SQLFragment?
        do throws(PredicateError) {
            for field in fields { groups.append(try table.columns.single(field).groupSQL) }
            for aggregate in aggregates { sql.append(try aggregate.sql(over: table.columns)) }
            if filter != .always { condition = try table.columns.compile(filter).sql }
        } catch {
            throw .filter(error, table: table.name)
        }
        guard !(groups + sql).isEmpty else { return [] }
        var text = "SELECT \((groups + sql).joined(separator: ", ")) FROM \(table.source)"
        if let condition { text += " WHERE \(condition.text)" }
        if !groups.isEmpty {
            let places = (1...groups.count).map { "\($0)" }.joined(separator: ", ")
            text += " GROUP BY \(places) ORDER BY \(places)"
        }
        return try RecordError.sqlite("reckon over \(table.name)") { () throws(SQLiteError) in
            var rows = try connection.prepare(text)
            rows.bind(condition?.values ?? [])
            var results: [AggregateRow] = []
            while try rows.step() {
                let values = rows.values
                results.append(
                    AggregateRow(
                        group: Array(values.prefix(groups.count)), figures: Array(values.dropFirst(groups.count))))
            }
            return results
        }
    }
}

extension Aggregate {
    fileprivate func sql(over columns: Columns) throws(PredicateError) -> String {
        switch self {
        case .count: "count(*)"
        case .countOf(let field): "count(\(try columns.single(field).sql))"
        case .distinct(let field): "count(DISTINCT \(try columns.single(field).groupSQL))"
        case .sum(let field): "sum(\(try columns.number(field).sql))"
        case .average(let field): "avg(\(try columns.number(field).sql))"
        case .minimum(let field): try Self.extreme("min", columns.single(field))
        case .maximum(let field): try Self.extreme("max", columns.single(field))
        }
    }

    private static func extreme(_ function: String, _ column: Column) -> String {
        // The ordered form may end with the Z, or not.
        column.type == .instant
            ? "rtrim(\(function)(\(column.orderedSQL)), 'Z') || 'Z'" : "\(function)(\(column.sql))"
    }
}

extension Columns {
    fileprivate func single(_ field: Field) throws(PredicateError) -> Column {
        guard let column = self[field.name] else { throw PredicateError(column: nil, unknown(field)) }
        guard column.type != .list else { throw mismatch(column, "a field with one value") }
        return column
    }

    fileprivate func number(_ field: Field) throws(PredicateError) -> Column {
        let column = try single(field)
        guard [.integer, .real, .bool].contains(column.type) else { throw mismatch(column, "a field with numbers") }
        return column
    }

    private func mismatch(_ column: Column, _ expected: String) -> PredicateError {
        PredicateError(
            column: nil,
            .mismatch(field: column.name, is: column.type.words, found: column.name, expected: expected))
    }
}

extension Column {
    /// What is one for all records of a group: of dates the instant, as a day and its midnight are one.
    fileprivate var groupSQL: String { type == .instant ? InstantKey.instantSQL(sql) : sql }
}
