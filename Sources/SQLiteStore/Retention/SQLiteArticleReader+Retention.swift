package import Articles
internal import Chronology
internal import SQLite

extension SQLiteArticleReader {
    /// What a retention would remove now.
    package func prunable(_ retention: Retention) throws(StoreFailure) -> Retention.Counts {
        try snapshot("see what could be removed from \(path)") { connection throws(SQLiteError) in
            var counts = Retention.Counts()
            if let before = retention.vanishedBefore {
                counts.articles = try Self.count(
                    "SELECT count(*) FROM articles WHERE \(Retention.articles)", before, connection)
                counts.revisions = try Self.count(
                    """
                    SELECT count(*) FROM revisions
                    WHERE article_id IN (SELECT id FROM articles WHERE \(Retention.articles))
                    """, before, connection)
            }
            if let before = retention.runsBefore {
                counts.runs = try Self.count("SELECT count(*) FROM runs WHERE \(Retention.runs)", before, connection)
                counts.oddAnswers = try Self.count(
                    "SELECT count(*) FROM _odd_answers WHERE \(Retention.oddAnswers)", before, connection)
            }
            counts.candidates = try Self.count(
                "SELECT count(*) FROM candidates WHERE \(Retention.candidates)", nil, connection)
            return counts
        }
    }

    private static func count(
        _ sql: String, _ before: Instant?, _ connection: borrowing Connection
    ) throws(SQLiteError) -> Int {
        try connection.withStatement(sql) { statement throws(SQLiteError) in
            if let before { statement.bind(before.description, at: 1) }
            return try statement.step() ? statement.int(0) ?? 0 : 0
        }
    }

    /// How large the store is.
    package func size() throws(StoreFailure) -> StoreSize {
        try snapshot("see how large \(path) is") { connection throws(SQLiteError) in
            try StoreSize(of: connection)
        }
    }
}

extension StoreSize {
    init(of connection: borrowing Connection) throws(SQLiteError) {
        let page = try connection.first("PRAGMA page_size") { $0.int(0) ?? 0 } ?? 0
        let pages = try connection.first("PRAGMA page_count") { $0.int(0) ?? 0 } ?? 0
        let free = try connection.first("PRAGMA freelist_count") { $0.int(0) ?? 0 } ?? 0
        self.init(bytes: pages * page, freeBytes: free * page)
    }
}
