internal import Records
internal import SQLite

/// What is derived of articles for listing them, in SQL.
enum ArticleIndex {
    /// How far the index has come.
    struct Standing {
        /// Articles up to this one are indexed.
        let article: Int64
        /// The newest that there is.
        let newest: Int64
        /// Whether some at or below the mark are to be indexed again.
        let isOwed: Bool

        /// Whether it says all that there is to say.
        var isCurrent: Bool { newest <= article && !isOwed }
    }

    static func standing(in connection: borrowing Connection) throws(SQLiteError) -> Standing {
        let standing = try connection.first(
            "SELECT article, (SELECT max(id) FROM articles), EXISTS (SELECT 1 FROM _unindexed) FROM _index"
        ) { Standing(article: $0.int64(0) ?? 0, newest: $0.int64(1) ?? 0, isOwed: $0.int(2) == 1) }
        return standing ?? Standing(article: 0, newest: .max, isOwed: true)
    }

    /// Ids of the articles that the index does not tell of, or wrongly.
    static let unindexed = """
        SELECT id FROM articles WHERE id > (SELECT article FROM _index)
        UNION ALL SELECT article_id FROM _unindexed WHERE article_id <= (SELECT article FROM _index)
        """

    /// How many articles the index does not tell of, counted up to a number.
    static func waiting(in connection: borrowing Connection, atMost limit: Int) throws(SQLiteError) -> Int {
        try connection.first("SELECT count(*) FROM (\(unindexed) LIMIT ?1)", SQLiteValue(limit)) { $0.int(0) ?? 0 } ?? 0
    }

    /// Where more than so many hold what is looked up, going through the first of a million until a page is full costs less
    /// than looking at each of them: a look is a page of the file, and the first lie side by side.
    ///
    /// More where only some of them may be meant, as then nobody knows how soon a page is full.
    static func few(_ query: TrigramQuery) -> Int { query.rest.columns.isEmpty ? 3_000 : 30_000 }

    /// The articles whose indexed headlines hold what is looked up, as a SELECT of `article`.
    static func holders(of lookup: TrigramQuery.Lookup) -> SQLFragment {
        switch lookup {
        case .match(let match):
            SQLFragment("SELECT rowid AS article FROM _trigrams WHERE _trigrams MATCH ?", [.text(match)])
        case .letters(let letters):
            // The last code point that there is, which no text has.
            SQLFragment(
                "SELECT DISTINCT doc AS article FROM temp.letters WHERE term >= ? AND term < ?",
                [.text(letters), .text(letters + "\u{10FFFF}")])
        }
    }

    /// Whether fewer headlines than so many hold what is looked up; letters that stand in one twice are counted so.
    static func areFewer(
        than limit: Int, holding lookup: TrigramQuery.Lookup, in connection: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        var holders = holders(of: lookup)
        if case .letters = lookup {
            try connection.execute(
                "CREATE VIRTUAL TABLE IF NOT EXISTS temp.letters USING fts5vocab('main', '_trigrams', 'instance')")
            holders.text = holders.text.replacing("DISTINCT ", with: "")
        }
        return try areFewer(than: limit, holders, in: connection)
    }

    static func areFewer(
        than limit: Int, _ rows: SQLFragment, in connection: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        var count = try connection.prepare("SELECT count(*) FROM (\(rows.text) LIMIT \(limit))")
        count.bind(rows.values)
        return try count.step() ? count.int(0) ?? 0 < limit : true
    }

    /// What would be wrong with the index, and the rows that are.
    static let faults = [
        (
            "folded headlines are not those of their articles",
            """
            SELECT 1 FROM _folded AS f LEFT JOIN articles AS a ON a.id = f.article_id
            WHERE f.article_id NOT IN (SELECT article_id FROM _unindexed)
                AND (a.id IS NULL OR f.headline IS NOT fold(a.headline))
            """
        ),
        (
            "memberships are listed that are none, or otherwise",
            """
            SELECT 1 FROM _listed AS x LEFT JOIN articles AS a ON a.id = x.article_id
            WHERE x.article_id NOT IN (SELECT article_id FROM _unindexed)
                AND ((x.published_at, x.section, x.kind, x.word_count)
                        IS NOT (\(publishedAt), a.section, a.kind, a.word_count)
                    OR NOT EXISTS (SELECT 1 FROM query_articles AS m
                        WHERE m.article_id = x.article_id AND (x.query_id = 0 OR m.query_id = x.query_id)))
            """
        ),
        (
            "memberships are not listed",
            """
            SELECT 1 FROM query_articles AS m
            WHERE article_id <= (SELECT article FROM _index) AND article_id NOT IN (SELECT article_id FROM _unindexed)
                AND (SELECT count(*) FROM _listed AS x
                    WHERE x.article_id = m.article_id AND x.query_id IN (0, m.query_id)) <> 2
            """
        ),
        (
            "headlines are not in the index of their letters",
            """
            SELECT 1 FROM _folded
            WHERE headline IS NOT NULL AND article_id NOT IN (SELECT id FROM _trigrams_docsize)
            """
        ),
        (
            "headlines are in the index of letters that are none",
            """
            SELECT 1 FROM _trigrams_docsize
            WHERE id NOT IN (SELECT article_id FROM _folded WHERE headline IS NOT NULL)
            """
        ),
        (
            "articles are not folded",
            """
            SELECT 1 FROM articles
            WHERE id <= (SELECT article FROM _index) AND id NOT IN (SELECT article_id FROM _unindexed)
                AND id NOT IN (SELECT article_id FROM _folded)
            """
        ),
    ]

    /// Removes articles from the index.
    ///
    /// - Parameter these: a condition behind an id.
    static func removal(of these: String) -> String {
        """
        INSERT INTO _trigrams (_trigrams, rowid, headline)
        SELECT 'delete', article_id, \(indexed) FROM _folded WHERE article_id \(these) AND headline IS NOT NULL;
        DELETE FROM _folded WHERE article_id \(these);
        DELETE FROM _listed WHERE article_id \(these);
        """
    }

    /// Puts articles into the index that are not in it.
    ///
    /// - Parameter these: a condition behind an id.
    static func insertion(of these: String) -> String {
        """
        INSERT INTO _folded (article_id, headline) SELECT id, fold(headline) FROM articles WHERE id \(these) ORDER BY id;
        INSERT INTO _trigrams (rowid, headline)
        SELECT article_id, \(indexed) FROM _folded WHERE article_id \(these) AND headline IS NOT NULL ORDER BY article_id;
        INSERT INTO _listed (article_id, query_id, published_at, section, kind, word_count)
        SELECT a.id, m.query_id, \(publishedAt), a.section, a.kind, a.word_count
        FROM articles AS a CROSS JOIN query_articles AS m ON m.article_id = a.id
        WHERE a.id \(these) ORDER BY a.id;
        INSERT INTO _listed (article_id, query_id, published_at, section, kind, word_count)
        SELECT DISTINCT article_id, 0, published_at, section, kind, word_count FROM _listed WHERE article_id \(these);
        """
    }

    /// A date in the form that sorts.
    private static let publishedAt = Column("published_at", .instant, sql: "a.published_at").orderedSQL

    /// A folded headline as it is cut into trigrams, with what stands for a NUL and behind the end.
    private static let indexed = """
        iif(instr(headline, char(0)) > 0, without_nul(headline), headline) || char(\(TrigramQuery.standIn.value), \
        \(TrigramQuery.standIn.value))
        """

    /// What `without_nul` does: a stand-in for every NUL.
    static func withoutNUL(_ arguments: [SQLiteValue]) -> SQLiteValue {
        guard case .text(let text) = arguments[0] else { return .null }
        return .text(text.replacing("\0", with: String(TrigramQuery.standIn)))
    }
}
