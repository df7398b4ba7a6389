internal import SQLite

/// Notes as whole rows, whatever columns the table has.
struct NoteTable {
    private let columns: [String]
    /// Columns of other tables that refer to a note.
    private let references: [(table: String, column: String)]

    init(in connection: borrowing Connection) throws(SQLiteError) {
        columns = try TravellingTables.columns(of: "notes", in: "main", connection)
        references = try connection.all(
            """
            SELECT tables.name, keys."from" FROM pragma_table_list AS tables
            JOIN pragma_foreign_key_list(tables.name) AS keys
            WHERE tables.schema = 'main' AND tables.type = 'table' AND keys."table" = 'notes'
            """
        ) { ($0.text(0) ?? "", $0.text(1) ?? "") }
    }

    private var list: String { columns.map { "\"\($0)\"" }.joined(separator: ", ") }

    func row(_ id: Int64, in connection: borrowing Connection) throws(SQLiteError) -> [SQLiteValue]? {
        try connection.first("SELECT \(list) FROM notes WHERE id = ?1", .integer(id)) { $0.values }
    }

    /// Puts a row in place of what there is under its number.
    func write(_ row: [SQLiteValue], in connection: borrowing Connection) throws(SQLiteError) {
        let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let news = columns.dropFirst().map { "\"\($0)\" = excluded.\"\($0)\"" }.joined(separator: ", ")
        try connection.run(
            "INSERT INTO notes (\(list)) VALUES (\(places)) ON CONFLICT (id) DO UPDATE SET \(news)", row)
    }

    /// Gives a note another number, and lets what refers to it follow.
    func move(_ id: Int64, to number: Int64, in connection: borrowing Connection) throws(SQLiteError) {
        try connection.run("UPDATE notes SET id = ?2 WHERE id = ?1", .integer(id), .integer(number))
        for (table, column) in references {
            try connection.run(
                "UPDATE \"\(table)\" SET \"\(column)\" = ?2 WHERE \"\(column)\" = ?1", .integer(id), .integer(number))
        }
        // A number is given once: SQLite counts those that rows are inserted with alone.
        try connection.run("UPDATE sqlite_sequence SET seq = max(seq, ?1) WHERE name = 'notes'", .integer(number))
    }

    /// The highest number that was ever given.
    func lastNumber(in connection: borrowing Connection) throws(SQLiteError) -> Int64 {
        try connection.first(
            """
            SELECT max(coalesce((SELECT max(id) FROM notes), 0),
                coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'notes'), 0))
            """
        ) { $0.int64(0) ?? 0 } ?? 0
    }

    func title(of row: [SQLiteValue]) -> String {
        guard let index = columns.firstIndex(of: "title"), index < row.count, case .text(let title) = row[index] else {
            return ""
        }
        return title
    }
}
