internal import SQLite

/// Rows of a table that refer to rows which are not there.
struct DanglingReference: Hashable, Sendable {
    let table: String
    let parent: String
    let count: Int
    let columns: [(child: String, parent: String)]
    /// What the schema says becomes of a row whose parent goes: `CASCADE`, `SET NULL`, `NO ACTION`.
    let action: String

    var words: String { "\(count) from \(table) to \(parent)" }

    static func == (one: Self, other: Self) -> Bool {
        one.table == other.table && one.parent == other.parent && one.count == other.count
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(table)
        hasher.combine(parent)
    }

    /// All of them, by table and parent.
    static func all(in connection: borrowing Connection) throws(SQLiteError) -> [DanglingReference] {
        var counts: [Key: Int] = [:]
        try connection.withStatement("PRAGMA foreign_key_check") { statement throws(SQLiteError) in
            while try statement.step() {
                let key = Key(
                    table: statement.text(0) ?? "", parent: statement.text(2) ?? "", id: statement.int(3) ?? 0)
                counts[key, default: 0] += 1
            }
        }
        var found: [DanglingReference] = []
        for (key, count) in counts.sorted(by: { ($0.key.table, $0.key.parent) < ($1.key.table, $1.key.parent) }) {
            let lines = try connection.all(
                "SELECT \"from\", \"to\", on_delete FROM pragma_foreign_key_list(?1) WHERE id = ?2 ORDER BY seq",
                .text(key.table), SQLiteValue(key.id)
            ) { ($0.text(0) ?? "", $0.text(1) ?? "", $0.text(2) ?? "") }
            found.append(
                DanglingReference(
                    table: key.table, parent: key.parent, count: count,
                    columns: lines.map { ($0.0, $0.1) }, action: lines.first?.2 ?? ""))
        }
        return found
    }

    private struct Key: Hashable {
        let table: String
        let parent: String
        let id: Int
    }

    /// Does what the schema says becomes of such rows: they go, or refer to nothing.
    ///
    /// A membership goes too, as there is nothing that it could be of.
    ///
    /// - Returns: what was done.
    func repair(in connection: borrowing Connection) throws(SQLiteError) -> String {
        let isSet = columns.map { "\"\($0.child)\" IS NOT NULL" }.joined(separator: " AND ")
        let match = columns.map { "there.\"\($0.parent)\" = \"\(table)\".\"\($0.child)\"" }.joined(separator: " AND ")
        let condition = "\(isSet) AND NOT EXISTS (SELECT 1 FROM \"\(parent)\" AS there WHERE \(match))"
        if action == "SET NULL" {
            let nothing = columns.map { "\"\($0.child)\" = NULL" }.joined(separator: ", ")
            let changed = try connection.run("UPDATE \"\(table)\" SET \(nothing) WHERE \(condition)")
            return "\(changed) of \(table) now refer to no row of \(parent)"
        }
        let removed = try connection.run("DELETE FROM \"\(table)\" WHERE \(condition)")
        return "\(removed) of \(table) without their row of \(parent) are removed"
    }
}
