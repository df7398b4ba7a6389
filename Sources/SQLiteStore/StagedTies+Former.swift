internal import Articles
internal import SQLite

extension StagedTies {
    /// Places of other windows and ids as they were before a group was settled, so that its window can be forgotten.
    ///
    /// Few documents of a window are in another one too, so that this may be kept in memory.
    struct Former {
        fileprivate let provider: String
        fileprivate let positions: [Int64]
        fileprivate var rows: [(table: String, values: [SQLiteValue])] = []
        /// Where the one with an id stood; nil is nowhere, or in the window itself.
        fileprivate var ids: [(id: String, position: Int64?)] = []
    }

    /// What settling a group is about to change outside its window.
    func former(
        _ group: StagedGroup, _ provider: String, outside window: ClosedRange<Int64>,
        in connection: borrowing Connection
    ) throws(SQLiteError) -> Former {
        var former = Former(provider: provider, positions: group.positions.filter { !window.contains($0) })
        for table in tables.placed {
            for position in former.positions {
                former.rows += try connection.all(
                    "SELECT * FROM \(table) WHERE position = ?1", SQLiteValue(position)
                ) { (table, $0.values) }
            }
        }
        for id in group.ids {
            let position = try connection.first(
                "SELECT position FROM \(tables.ids) WHERE provider = ?1 AND provider_id = ?2", .text(provider),
                .text(id)
            ) { $0.int64(0) }
            former.ids.append((id, (position ?? nil).flatMap { window.contains($0) ? nil : $0 }))
        }
        return former
    }

    /// Puts back what a group changed.
    ///
    /// - Returns: the articles of the store that are set aside again.
    func restore(_ former: Former, in connection: borrowing Connection) throws(SQLiteError) -> [Int64] {
        try remove(former.positions, in: connection)
        for row in former.rows {
            let places = (1...row.values.count).map { "?\($0)" }.joined(separator: ", ")
            try connection.withStatement("INSERT OR REPLACE INTO \(row.table) VALUES (\(places))") {
                statement throws(SQLiteError) in
                statement.bind(row.values)
                try statement.run()
            }
        }
        for (id, position) in former.ids {
            try connection.run(
                "DELETE FROM \(tables.ids) WHERE provider = ?1 AND provider_id = ?2", .text(former.provider), .text(id))
            guard let position else { continue }
            try connection.run(
                "INSERT INTO \(tables.ids) (provider, provider_id, position) VALUES (?1, ?2, ?3)",
                .text(former.provider), .text(id), SQLiteValue(position))
        }
        var articles: [Int64] = []
        for row in former.rows where row.table == tables.members {
            if case .integer(let id) = row.values[1] { articles.append(id) }
        }
        return articles
    }
}
