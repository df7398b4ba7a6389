package import Articles
internal import Records
internal import SQLite

extension SQLiteArticleReader {
    /// How many articles wait for being indexed; they are read at their own speed meanwhile.
    package func articlesWaitingForIndex() throws(StoreFailure) -> Int {
        try snapshot("see what is to be indexed of \(path)") { connection throws(SQLiteError) in
            try ArticleIndex.waiting(in: connection, atMost: .max)
        }
    }

    /// Where the index of articles says otherwise than they do; nothing but a program that goes past the store's triggers
    /// brings that about.
    ///
    /// Reads every headline.
    package func articleIndexFaults() throws(StoreFailure) -> [String] {
        try snapshot("compare the index of articles of \(path) with them") { connection throws(SQLiteError) in
            var faults: [String] = []
            for (what, sql) in ArticleIndex.faults {
                let count = try connection.first("SELECT count(*) FROM (\(sql))") { $0.int(0) ?? 0 } ?? 0
                if count > 0 { faults.append("\(count) \(what)") }
            }
            let (missing, looked) = try Self.notFoundByLetters(in: connection)
            if missing > 0 { faults.append("\(missing) of \(looked) headlines are not found by their letters") }
            return faults
        }
    }

    private static let headlinesLookedUp = 200

    /// How many of some headlines, from everywhere in the store, are not found by what they begin with: the letters are
    /// kept in no other place, to hold them against.
    private static func notFoundByLetters(
        in connection: borrowing Connection
    ) throws(SQLiteError) -> (missing: Int, of: Int) {
        let headlines = try connection.all(
            """
            SELECT article_id, headline FROM _folded
            WHERE article_id % max((SELECT count(*) / \(headlinesLookedUp) FROM _folded), 1) = 0
                AND length(headline) >= 3 AND article_id IN (SELECT id FROM _trigrams_docsize)
            LIMIT \(headlinesLookedUp)
            """
        ) { ($0.int64(0) ?? 0, $0.text(1) ?? "") }
        var (missing, looked) = (0, 0)
        for (id, headline) in headlines {
            guard let filter = try? Columns.indexedArticles.compile(.contains("headline", headline, .caseDiacritic)),
                let lookup = filter.trigramQuery(of: "headline")?.lookup, case .match(let match) = lookup
            else { continue }
            looked += 1
            let found = try connection.first(
                "SELECT 1 FROM _trigrams WHERE _trigrams MATCH ?1 AND rowid = ?2", .text(match), .integer(id)
            ) { _ in true }
            if found == nil { missing += 1 }
        }
        return (missing, looked)
    }
}
