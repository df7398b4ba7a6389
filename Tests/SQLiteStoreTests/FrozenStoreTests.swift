internal import Articles
internal import Chronology
internal import Expectations
internal import SQLite
internal import SQLiteStore
internal import TestSupport
internal import Testing

@Suite struct FrozenStoreTests {
    private typealias Laws = ArticleStoreConformance

    private static func store() throws -> StoreInspection {
        let store = try StoreInspection()
        try Connection(path: store.path, access: .create).execute("PRAGMA journal_mode = WAL; " + FrozenStore.version1)
        return store
    }

    @Test func `a store of version 1 is read and written`() async throws {
        let store = try Self.store()
        let writer = store.writer
        // The writer brings it to the current version, which is what readers read.
        try await writer.open()
        let article = try #require(try store.reader.article("old-1"))
        #expect(article.article.headline == "Knicks win" && article.article.aliases == ["old-1"])
        #expect(article.article.updatedAt == PublicationDate("2015-07-04T12:00:00.500Z"))
        #expect(article.queries == ["basketball"])
        #expect(try store.reader.article("nyt://article/2")?.vanishedAt != nil)
        let statuses = try store.reader.statuses(staleAfter: [:], at: Laws.at(0))
        #expect(statuses.map(\.generation) == [2, 0])
        #expect(statuses.first?.lastRun?.failure == .transient && statuses.first?.coverage == .complete)
        var listing = ArticleListing()
        listing.search = "knicks"
        #expect(try store.ids(listing) == ["nyt://article/1"])
        let run = try await Laws.sync(writer, [Laws.page(0, ["old-1", "nyt://article/2", "c"])], at: 99_999_999)
        #expect(run.counts.added == 2 && run.counts.changed == 2 && run.counts.stored == 3)
        try store.check()
    }

    @Test func `a released schema is not changed but by steps after it`() async throws {
        let (frozen, fresh) = (try Self.store(), try StoreInspection())
        try await frozen.writer.open()
        try await fresh.writer.open()
        let schema = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name"
        #expect(try frozen.column(schema) == fresh.column(schema))
        let settings = "SELECT k || '=' || v FROM articles_fts_config ORDER BY k"
        #expect(try frozen.column(settings) == fresh.column(settings))
    }

    @Test func `every table is strict and private ones say so by their name`() async throws {
        let store = try StoreInspection()
        try await store.writer.open()
        let tables = try store.column(
            """
            SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'view', 'virtual')
                AND name NOT LIKE 'sqlite_%' ORDER BY name
            """)
        #expect(
            tables == [
                "_aliases", "_answers", "_budgets", "_digests", "_former_members", "_odd_answers", "_readings", "_shapes",
                "articles", "articles_fts", "candidates", "coverage", "current_articles", "generations", "notes",
                "queries", "query_articles",
                "query_statuses", "revisions", "runs", "windows",
            ])
        let loose = "schema = 'main' AND type = 'table' AND NOT strict"
        #expect(
            try store.column("SELECT name FROM pragma_table_list WHERE \(loose) ORDER BY name") == [
                "sqlite_schema", "sqlite_sequence",
            ])
    }

    @Test func `the views tell what readers tell`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let query = Laws.query(keep: .everything)
        try await Laws.sync(writer, [Laws.page(0, ["a", "b"])], query: query)
        try await Laws.sync(writer, [Laws.page(0, ["b", "c"])], query: query, at: 10)
        let connection = try Connection(path: store.path, access: .readOnly)
        let rows = try connection.all(
            "SELECT query, rank, provider_id, last_seen_at FROM current_articles ORDER BY query, rank"
        ) { $0.values }
        let (old, new) = (SQLiteValue.text(Laws.at(1).description), SQLiteValue.text(Laws.at(11).description))
        #expect(
            rows == [
                ["basketball", 1, "b", new], ["basketball", 2, "c", new], ["basketball", 3, "a", old],
            ])
        for row in rows {
            guard case .text(let id) = row[2], case .text(let seen) = row[3] else { continue }
            #expect(try store.reader.article(id)?.lastSeenAt.description == seen)
        }
        let status = try connection.first("SELECT name, articles, generation, last_outcome FROM query_statuses") {
            $0.values
        }
        #expect(status == ["basketball", 3, 2, "complete"])
    }
}
