internal import Articles
internal import Chronology
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

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

    /// The only row, or the first, of what follows SELECT.
    func row(_ columns: String) throws -> [SQLiteValue] {
        try #require(try Connection(path: path, access: .readOnly).first("SELECT " + columns) { $0.values })
    }

    func number(_ sql: String) throws -> Int {
        try #require(try Connection(path: path, access: .readOnly).first(sql) { $0.int(0) ?? 0 })
    }

    func execute(_ sql: String) throws { try Connection(path: path, access: .readWrite).execute(sql) }

    /// Fails where the file, a reference, or the full-text index is not whole.
    func check(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try column("PRAGMA integrity_check") == ["ok"], comment, sourceLocation: sourceLocation)
        #expect(try column("PRAGMA foreign_key_check") == [], comment, sourceLocation: sourceLocation)
        try checkWindows(comment, sourceLocation: sourceLocation)
        try execute("INSERT INTO articles_fts (articles_fts, rank) VALUES ('integrity-check', 1)")
        #expect(
            try number(
                """
                SELECT count(*) FROM articles
                WHERE (vanished_at IS NULL) <> (id IN (SELECT article_id FROM query_articles))
                """) == 0, comment, sourceLocation: sourceLocation)
    }

    /// Fails where a window tells other counts than its members.
    func checkWindows(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(
            try number(
                """
                SELECT count(*) FROM windows AS w WHERE (stored, _kept) IS NOT
                    (SELECT count(*), count(last_seen_at) FROM query_articles WHERE window_id = w.id)
                """) == 0, comment, sourceLocation: sourceLocation)
    }

    /// Keeps an answer as the archive does, as far as others than the archive can tell.
    func keepAnswer(of candidate: Int64, _ window: DayRange, page: Int = 0, at instant: Instant) throws {
        try execute(
            """
            INSERT INTO _answers (candidate_id, window_from, window_to, asked_from, asked_to, reversed, pass, page, kept_at,
                size, body)
            VALUES (\(candidate), '\(window.from)', '\(window.to)', '\(window.from)', '\(window.to)', 0, 0, \(page),
                '\(instant)', 0, x'');
            UPDATE candidates SET updated_at = '\(instant)' WHERE id = \(candidate)
            """)
    }

    func ids(_ listing: ArticleListing = ArticleListing()) throws -> [String] {
        var ids: [String] = []
        _ = try reader.articles(listing) { ids.append($0.article.key.id) }
        return ids
    }
}

extension StoreFile {
    /// Begins a run where none is going.
    func begun(
        _ query: ArticleQuery, window: DayRange, from origin: RunOrigin = .source, at now: Instant
    ) throws -> RunTicket {
        guard case .begun(let ticket) = try begin(query, window: window, from: origin, at: now) else {
            throw TestFailure("a run is going")
        }
        return ticket
    }
}
