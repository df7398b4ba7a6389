import Records
import SQLite

/// A table of the shape of `Columns.articles`, in memory, with rows in it.
struct ArticleTable: ~Copyable {
    let rows: [[String: FilterValue]]
    private let connection: Connection

    init(_ rows: [[String: FilterValue]]) throws {
        let connection = try Connection(path: ":memory:", access: .create)
        for function in ScalarFunction.all {
            try connection.register(function.name, argumentCount: function.argumentCount, function.body)
        }
        let columns = Columns.articles.all
        let definitions = columns.map { $0.name + " " + Self.sqlType($0.type) }.joined(separator: ", ")
        try connection.execute("CREATE TABLE articles (\(definitions)) STRICT")
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        for row in rows {
            try connection.withStatement("INSERT INTO articles VALUES (\(places))") { statement throws(SQLiteError) in
                statement.bind(columns.map { Self.stored(row[$0.name] ?? .null) })
                try statement.run()
            }
        }
        self.rows = rows
        self.connection = connection
    }

    /// Ids of the rows that a condition means.
    func ids(where condition: SQLFragment) throws -> [Int64] {
        try ids("SELECT a.id FROM articles AS a WHERE \(condition.text) ORDER BY a.id", condition.values)
    }

    /// Ids of all rows in an order.
    func ids(orderedBy order: String) throws -> [Int64] {
        try ids("SELECT a.id FROM articles AS a ORDER BY \(order)", [])
    }

    private func ids(_ sql: String, _ values: [SQLiteValue]) throws -> [Int64] {
        var statement = try connection.prepare(sql)
        statement.bind(values)
        var ids: [Int64] = []
        while try statement.step() { ids.append(statement.int64(0) ?? 0) }
        return ids
    }

    private static func sqlType(_ type: ColumnType) -> String {
        switch type {
        case .text, .instant, .list: "TEXT"
        case .integer, .bool: "INTEGER"
        case .real: "REAL"
        }
    }

    private static func stored(_ value: FilterValue) -> SQLiteValue {
        switch value {
        case .null: .null
        case .text(let text): .text(text)
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .bool(let value): .integer(value ? 1 : 0)
        case .list(let values): .text("[" + values.map(json).joined(separator: ",") + "]")
        }
    }

    private static func json(_ value: FilterValue) -> String {
        guard case .text(let text) = value else { return "null" }
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": json += "\\\(scalar)"
            case "\n": json += "\\n"
            case "\u{1}": json += "\\u0001"
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}
