internal import Articles
internal import SQLite
internal import SQLiteStore
internal import TestSupport
internal import Testing

/// A store in a folder of its own, looked at from outside as any SQLite tool would.
struct StoreInspection {
    let folder: TemporaryFolder
    var path: String { folder.file("articles.db") }
    var reader: SQLiteArticleReader { SQLiteArticleReader(path: path) }
    var writer: SQLiteArticleWriter { SQLiteArticleWriter(path: path) }

    init() throws { folder = try TemporaryFolder() }

    /// The first column of every row.
    func column(_ sql: String) throws -> [SQLiteValue] {
        try Connection(path: path, access: .readOnly).all(sql) { $0.value(0) }
    }

    func number(_ sql: String) throws -> Int {
        try #require(try Connection(path: path, access: .readOnly).first(sql) { $0.int(0) ?? 0 })
    }

    func execute(_ sql: String) throws { try Connection(path: path, access: .readWrite).execute(sql) }

    /// Fails where the file, a reference, or the full-text index is not whole.
    func check(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try column("PRAGMA integrity_check") == ["ok"], comment, sourceLocation: sourceLocation)
        #expect(try column("PRAGMA foreign_key_check") == [], comment, sourceLocation: sourceLocation)
        try execute("INSERT INTO articles_fts (articles_fts, rank) VALUES ('integrity-check', 1)")
        #expect(
            try number(
                """
                SELECT count(*) FROM articles
                WHERE (vanished_at IS NULL) <> (id IN (SELECT article_id FROM query_articles))
                """) == 0, comment, sourceLocation: sourceLocation)
    }

    func ids(_ listing: ArticleListing = ArticleListing()) throws -> [String] {
        var ids: [String] = []
        _ = try reader.articles(listing) { ids.append($0.article.key.id) }
        return ids
    }
}
