internal import Articles
internal import SQLite

/// A listing as SQL that gives store ids in the order asked for, with its values.
struct ArticleSelection {
    private(set) var sql = "SELECT a.id"
    private(set) var values: [SQLiteValue] = []

    /// - Throws: `usage` for a search, a predicate or sort keys that cannot be read.
    init(_ listing: ArticleListing, in connection: borrowing Connection, tried: String) throws(StoreFailure) {
        guard listing.predicate == nil, listing.sort == nil else {
            throw StoreFailure(.usage, tried: tried, reason: "predicates and sort keys are not read yet")
        }
        var conditions: [String] = []
        if listing.queries.count == 1 {
            sql += " FROM query_articles AS m JOIN articles AS a ON a.id = m.article_id"
            conditions.append(
                "m.query_id = (SELECT id FROM queries WHERE name = \(parameter(.text(listing.queries[0]))))")
        } else {
            // An article that several queries hold comes once, at its best rank.
            var chosen = ""
            if !listing.queries.isEmpty {
                let names = listing.queries.map { parameter(.text($0)) }.joined(separator: ", ")
                chosen = " WHERE query_id IN (SELECT id FROM queries WHERE name IN (\(names)))"
            }
            sql += " FROM (SELECT article_id, min(rank) AS rank FROM query_articles\(chosen) GROUP BY article_id) AS m"
            sql += " JOIN articles AS a ON a.id = m.article_id"
        }
        if let search = listing.search {
            try Self.check(search, in: connection, tried: tried)
            let text = parameter(.text(search))
            conditions.append("a.id IN (SELECT rowid FROM articles_fts WHERE articles_fts MATCH \(text))")
        }
        if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
        sql += " ORDER BY m.rank, a.published_at DESC, a.id"
        if listing.limit != nil || listing.offset > 0 {
            sql += " LIMIT \(parameter(SQLiteValue(listing.limit.map { max($0, 0) } ?? -1)))"
            sql += " OFFSET \(parameter(SQLiteValue(max(listing.offset, 0))))"
        }
    }

    /// Binds a value and gives its place in the text.
    private mutating func parameter(_ value: SQLiteValue) -> String {
        values.append(value)
        return "?\(values.count)"
    }
}
