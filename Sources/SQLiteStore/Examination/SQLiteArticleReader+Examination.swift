package import Articles
package import Chronology
internal import SQLite

/// What a look at a store says of it, beside its contents.
package struct StoreFacts: Hashable, Sendable {
    package var path: String
    /// Of the tables.
    package var version: Int
    /// The release of the SQLite that reads it.
    package var sqlite: String
    package var size: StoreSize
    package var queries: Int
    package var articles: Int
    /// When the newest run began; nil where none ever did.
    package var newestRunAt: Instant?
    /// The query of a run that ended with a refused key after which none succeeded, with the reason, a provider each.
    package var refusedKeys: [String: String]
}

/// Looks for damage; nothing is written, and no writer waits.
extension SQLiteArticleReader {
    package func facts() throws(StoreFailure) -> StoreFacts {
        let path = path
        return try snapshot("look at \(path)") { connection throws(SQLiteError) in
            let refused = try connection.all(
                """
                SELECT queries.provider, max(runs.id), runs.reason FROM runs
                JOIN queries ON queries.id = runs.query_id
                WHERE outcome NOT IN ('running', 'skipped') GROUP BY queries.provider HAVING runs.failure = 'bad_key'
                """
            ) { ($0.text(0) ?? "", $0.text(2) ?? "") }
            return StoreFacts(
                path: path, version: try Self.number("PRAGMA user_version", connection),
                sqlite: try connection.first("SELECT sqlite_version()") { $0.text(0) ?? "" } ?? "",
                size: try StoreSize(of: connection),
                queries: try Self.number("SELECT count(*) FROM queries", connection),
                articles: try Self.number("SELECT count(*) FROM articles", connection),
                newestRunAt: try connection.first("SELECT started_at FROM runs ORDER BY id DESC LIMIT 1") {
                    RunColumns.instant($0.text(0))
                } ?? nil,
                refusedKeys: Dictionary(refused) { first, _ in first })
        }
    }

    private static func number(_ sql: String, _ connection: borrowing Connection) throws(SQLiteError) -> Int {
        try connection.first(sql) { $0.int(0) ?? 0 } ?? 0
    }

    /// So many findings of one check are told.
    private static let mostFindings = 20

    /// What is wrong with the file: nothing, or SQLite's words.
    ///
    /// - Parameter isThorough: whether indexes are compared with their tables too, which takes several times as long.
    package func damages(isThorough: Bool) throws(StoreFailure) -> [String] {
        let pragma = isThorough ? "integrity_check" : "quick_check"
        return try findings("look for damage in \(path)") { connection throws(SQLiteError) in
            let found = try connection.all("PRAGMA \(pragma)(\(Self.mostFindings))") { $0.text(0) ?? "" }
            return found == ["ok"] ? [] : found.flatMap { $0.split(separator: "\n").map(String.init) }
        }
    }

    /// References to rows that are not there: `3 from revisions to articles`.
    package func danglingReferences() throws(StoreFailure) -> [String] {
        try findings("look for references that lead nowhere in \(path)") { connection throws(SQLiteError) in
            var counts: [String: Int] = [:]
            try connection.withStatement("PRAGMA foreign_key_check") { statement throws(SQLiteError) in
                while try statement.step() {
                    counts["\(statement.text(0) ?? "?") to \(statement.text(2) ?? "?")", default: 0] += 1
                }
            }
            return counts.sorted { $0.key < $1.key }.map { "\($0.value) from \($0.key)" }
        }
    }

    /// So many articles are looked up in the full-text index.
    private static let articlesLookedUp = 200

    /// What is wrong with the full-text index, as far as can be seen without writing: it is read from end to end, and some
    /// articles are looked up in it.
    package func indexFaults() throws(StoreFailure) -> [String] {
        try findings("look at the full-text index of \(path)") { connection throws(SQLiteError) in
            try connection.execute(
                "CREATE VIRTUAL TABLE IF NOT EXISTS temp.index_words USING fts5vocab(main, articles_fts, row)")
            _ = try connection.first("SELECT count(*), total(cnt) FROM temp.index_words") { $0.int(0) }
            let (missing, count) = try Self.notFound(in: connection)
            return missing == 0 ? [] : ["\(missing) of \(count) articles that were looked up are not found by it"]
        }
    }

    /// How many of some articles, the newest and others, their own headline does not find.
    private static func notFound(
        in connection: borrowing Connection
    ) throws(SQLiteError) -> (missing: Int, of: Int) {
        let half = articlesLookedUp / 2
        let articles = try connection.all(
            """
            SELECT id, headline FROM (SELECT id, headline FROM articles ORDER BY id DESC LIMIT \(half))
            UNION SELECT id, headline FROM (SELECT id, headline FROM articles
                WHERE id % max((SELECT count(*) / \(half) FROM articles), 1) = 0 LIMIT \(half))
            """
        ) { ($0.int64(0) ?? 0, $0.text(1) ?? "") }
        var missing = 0
        // One without a letter that every tokenizer takes for one has no word to be found by.
        for (id, headline) in articles where headline.utf8.contains(where: \.isLetter) {
            let phrase = "headline : \"\(headline.replacing("\"", with: " "))\""
            let found = try connection.first(
                "SELECT 1 FROM articles_fts WHERE articles_fts MATCH ?1 AND rowid = ?2", .text(phrase), .integer(id)
            ) { _ in true }
            if found == nil { missing += 1 }
        }
        return (missing, articles.count)
    }

    /// Damage that keeps SQLite from looking further is a finding; anything else is a failure.
    private func findings(
        _ tried: String, _ look: (borrowing Connection) throws(SQLiteError) -> [String]
    ) throws(StoreFailure) -> [String] {
        do throws(StoreFailure) { return try snapshot(tried, look) } catch {
            guard error.kind == .unusable else { throw error }
            return [error.reason]
        }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
