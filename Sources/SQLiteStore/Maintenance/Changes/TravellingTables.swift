internal import SQLite

/// Which tables of a store a change set carries to another.
///
/// What a store holds travels. What the processes of one machine do, owe or have promised stays where it is: `_budgets`,
/// `_service`, `_outbox`, `_notices`, and any private table that is not named here.
enum TravellingTables {
    /// Those whose rows travel whole, with the columns of their key.
    ///
    /// Notes, as what both sides had is weighed row by row; aliases, as SQLite passes over tables without a primary key.
    static let whole: [(name: String, key: [String])] = [("_aliases", ["provider", "provider_id"]), ("notes", ["id"])]

    /// Tables before those that they refer to, so that a row is gone before what it refers to goes.
    private static let order = [
        "query_articles", "_former_members", "revisions", "_digests", "_answers", "_odd_answers", "_readings",
        "generations", "windows", "candidates", "runs", "_shapes", "articles", "queries",
    ]

    /// The tables of a database whose rows travel as changes: the public ones, and private ones that are named here.
    static func names(of database: String, in connection: borrowing Connection) throws(SQLiteError) -> [String] {
        let there = try connection.all(
            """
            SELECT name FROM pragma_table_list WHERE schema = ?1 AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            ORDER BY name
            """, .text(database)
        ) { $0.text(0) ?? "" }
        let public_ = there.filter { name in !name.hasPrefix("_") && !order.contains(name) }
        return (public_ + order.filter { there.contains($0) }).filter { name in !whole.contains { $0.name == name } }
    }

    /// The columns of a table, in order.
    static func columns(
        of table: String, in database: String, _ connection: borrowing Connection
    ) throws(SQLiteError) -> [String] {
        try connection.all(
            "SELECT name FROM pragma_table_info(?1, ?2) ORDER BY cid", .text(table), .text(database)
        ) { $0.text(0) ?? "" }
    }
}
