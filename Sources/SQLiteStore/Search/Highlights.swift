internal import Articles
internal import Records
internal import SQLite

/// Marks in articles what a search found there, by indexing again those that are shown, some at a time.
///
/// The index itself could mark them too, an article at a time, but takes long to get to one: a tenth of a second where the
/// beginnings of words are searched in a million articles. And it knows the articles of now, not those of then.
struct Highlights {
    private let match: String

    /// So many articles are marked at once.
    static let batch = 200

    /// Lays temporary tables in the transaction that the connection is in; with its end they are gone.
    init(_ match: String, in connection: borrowing Connection) throws(SQLiteError) {
        self.match = match
        try connection.execute(
            """
            CREATE TEMP TABLE shown (id INTEGER PRIMARY KEY, \(Self.columns));
            CREATE VIRTUAL TABLE temp.shown_fts USING fts5(\(Self.columns), content = 'shown', content_rowid = 'id',
                columnsize = 0, tokenize = 'unicode61 remove_diacritics 2')
            """)
    }

    private static let columns = SearchText.columnsOfArticles.joined(separator: ", ")

    /// Gives articles their hit.
    func mark(_ articles: inout [StoredArticle], in connection: borrowing Connection) throws(SQLiteError) {
        try connection.execute("INSERT INTO temp.shown_fts (shown_fts) VALUES ('delete-all'); DELETE FROM temp.shown")
        for row in articles {
            let article = row.article
            try connection.run(
                "INSERT INTO temp.shown (id, \(Self.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6)", .integer(row.id),
                SQLiteValue(article.headline), SQLiteValue(article.abstract), SQLiteValue(article.leadParagraph),
                SQLiteValue(article.byline), .text(article.keywords.joined(separator: "; ")))
        }
        try connection.execute(
            "INSERT INTO temp.shown_fts (rowid, \(Self.columns)) SELECT id, \(Self.columns) FROM temp.shown")
        let marked = try connection.all(Self.select, .text(match)) { row in
            (row.int64(0) ?? 0, (1...5).map { MarkedText(row.text($0) ?? "") })
        }
        let byID = Dictionary(marked) { first, _ in first }
        for index in articles.indices {
            guard let texts = byID[articles[index].id] else { continue }
            let score = articles[index].hit?.score ?? 0
            let others = [texts[1], texts[2], texts[4], texts[3]]
            articles[index].hit = SearchHit(score: score, headline: texts[0], texts: others)
        }
    }

    private static let select: String = {
        let marks = "char(\(MarkedText.opening.value)), char(\(MarkedText.closing.value))"
        let texts = (0..<5).map { "highlight(shown_fts, \($0), \(marks))" }.joined(separator: ", ")
        return "SELECT rowid, \(texts) FROM temp.shown_fts WHERE shown_fts MATCH ?1"
    }()
}
