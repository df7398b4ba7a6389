internal import SQLite

/// The full-text indexes of a store, by their names.
enum FullTextTables {
    /// - Parameter derived: only those that are made out of tables, and so can be made anew.
    static func names(derived: Bool = false, in connection: borrowing Connection) throws(SQLiteError) -> [String] {
        let tables = try connection.all(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%USING fts5%' ORDER BY name"
        ) { ($0.text(0) ?? "", $0.text(1) ?? "") }
        let none = ["content=''", "content=\"\""]
        return tables.filter { _, sql in
            let sql = sql.replacing(" ", with: "")
            return !derived || !none.contains { sql.contains($0) }
        }.map(\.0)
    }

    /// What is wrong with an index, in SQLite's words; nil where it agrees with every row that it is made of.
    ///
    /// SQLite takes this for a write, although nothing is written.
    static func fault(of table: String, in connection: borrowing Connection) throws(SQLiteError) -> String? {
        do throws(SQLiteError) {
            try connection.execute("INSERT INTO \(table) (\(table), rank) VALUES ('integrity-check', 1)")
            return nil
        } catch {
            guard error.kind == .corrupt else { throw error }
            return error.message
        }
    }
}
