internal import Articles
internal import Expectations
internal import SQLite
internal import TestSupport
internal import Testing

/// The full-text index as other tools see it.
@Suite struct RecognitionTests {
    private typealias Laws = ArticleStoreConformance

    /// What Datasette and sqlite-utils ask to find the index of a table, with `articles` for its name.
    private static let question = """
        SELECT name FROM sqlite_schema WHERE rootpage = 0 AND (
            sql LIKE '%VIRTUAL TABLE%USING FTS%content="articles"%'
            OR sql LIKE '%VIRTUAL TABLE%USING FTS%content=[articles]%'
            OR (tbl_name = 'articles' AND sql LIKE '%VIRTUAL TABLE%USING FTS%'))
        """

    @Test func `Datasette and sqlite-utils recognise the index, and find with it`() async throws {
        let store = try StoreInspection()
        var article = Laws.article("knicks")
        article.headline = "Knicks win"
        try await Laws.sync(store.writer, [Laws.page(0, [article])])
        #expect(try store.column(Self.question) == ["articles_fts"])
        // As sqlite-utils searches, which ranks with bm25().
        let found = try store.column(
            """
            WITH original AS (SELECT rowid, * FROM articles)
            SELECT original.provider_id FROM original JOIN articles_fts ON original.rowid = articles_fts.rowid
            WHERE articles_fts MATCH 'knick*' ORDER BY articles_fts.rank
            """)
        #expect(found == ["knicks"])
        try store.check()
    }
}
