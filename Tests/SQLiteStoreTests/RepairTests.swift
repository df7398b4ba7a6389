internal import Articles
internal import Expectations
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// Stores that another program has spoilt, and what is made of them.
@Suite struct `A repair` {
    private typealias Laws = ArticleStoreConformance

    private func store() async throws -> StoreInspection {
        let store = try StoreInspection()
        let writer = store.writer
        for query in [Laws.query("knicks", keep: .everything), Laws.query("heat")] {
            try await Laws.sync(writer, [Laws.page(0, (0..<20).map { "\(query.name)-\($0)" })], query: query)
            try await Laws.sync(
                writer, [Laws.page(0, (5..<25).map { "\(query.name)-\($0)" }, version: 1)], query: query, at: 10)
        }
        let article = try store.reader.article("heat-1")
        _ = try await writer.addNote(Note.Content(title: "mine"), about: try #require(article?.id), at: Laws.at(0))
        return store
    }

    private func repair(_ store: StoreInspection) async throws -> StoreRepair {
        try await store.writer.repair(copyingTo: store.folder.file("before.db"), at: Laws.at(20))
    }

    @Test func `of a whole store finds nothing, makes no copy and writes nothing`() async throws {
        let store = try await store()
        #expect(try store.reader.brokenInvariants() == [])
        let before = try store.number("PRAGMA data_version")
        #expect(try await repair(store) == StoreRepair())
        #expect(!Files.exists(store.folder.file("before.db")))
        #expect(try store.number("PRAGMA data_version") == before)
    }

    /// What is done to a store, and what is then found.
    private static let damages: [(sql: String, finding: String)] = [
        ("UPDATE windows SET stored = stored + 1", "2 windows tell other counts than they have members"),
        (
            "UPDATE articles SET vanished_at = '2015-01-01T00:00:00Z' WHERE provider_id LIKE 'knicks-1_'",
            "10 articles are marked as gone although a query holds them"
        ),
        ("UPDATE articles SET vanished_at = NULL", "5 articles are not marked as gone although no query holds them"),
        (
            "UPDATE query_articles SET rank = 1 WHERE query_id = 1 AND rank < 4",
            "2 places in the order of a window are taken twice, or are none"
        ),
        (
            "UPDATE query_articles SET rank = 0 WHERE query_id = 2 AND rank = 1",
            "1 places in the order of a window are taken twice, or are none"
        ),
        ("DELETE FROM query_articles WHERE rank = 2", "2 windows tell other counts than they have members"),
    ]

    @Test(arguments: damages.indices)
    func `puts counts, places and marks right`(_ index: Int) async throws {
        let store = try await store()
        let damage = Self.damages[index]
        try store.execute(damage.sql)
        let broken = try store.reader.brokenInvariants()
        #expect(broken.contains(damage.finding), "\(broken)")
        let repair = try await repair(store)
        #expect(repair.contents.contains(damage.finding), "\(repair)")
        #expect(repair.index == nil && repair.references == [] && repair.remaining == [])
        try store.check()
        #expect(try store.reader.brokenInvariants() == [])
        // The store as it was is kept, with what was wrong with it.
        #expect(repair.copy == store.folder.file("before.db"))
        #expect(
            try SQLiteArticleReader(path: store.folder.file("before.db")).brokenInvariants().contains(damage.finding))
    }

    @Test func `does with references that lead nowhere what the schema says, and keeps notes`() async throws {
        let store = try await store()
        try store.execute(
            """
            PRAGMA foreign_keys = OFF; DELETE FROM articles WHERE provider_id IN ('heat-1', 'heat-7');
            DELETE FROM runs WHERE id = 1
            """)
        #expect(try !store.reader.danglingReferences().isEmpty)
        let repair = try await repair(store)
        #expect(
            repair.references.contains { $0.hasPrefix("1 from query_articles to articles: 1 of query_articles") },
            "\(repair)")
        #expect(
            repair.references.contains { $0 == "1 from notes to articles: 1 of notes now refer to no row of articles" })
        #expect(try store.reader.danglingReferences() == [])
        #expect(try store.reader.notes().map(\.content.title) == ["mine"])
        try store.check()
    }

    @Test func `makes the index anew after an article was changed behind its back`() async throws {
        let store = try await store()
        try store.execute(
            """
            DROP TRIGGER articles_fts_update; UPDATE articles SET headline = 'behind the back' WHERE provider_id = 'heat-8';
            """)
        // What this undoes is no business of a repair: the schema is what it was.
        try store.execute(
            try #require(
                StoreSchema.version1.firstMatch(of: /CREATE TRIGGER articles_fts_update(.|\n)*?END;/).map {
                    String($0.0)
                }))
        let repair = try await repair(store)
        #expect(repair.index != nil && repair.contents == [])
        try store.check()
        var listing = ArticleListing()
        listing.search = "behind"
        #expect(try store.ids(listing) == ["heat-8"])
        #expect(try await self.repair(store) == StoreRepair())
    }

    @Test(.enabled(if: Files.exists("/usr/bin/sqlite3"), "the shell of SQLite is missing here"))
    func `makes the index anew after rows of its own tables were lost`() async throws {
        let store = try await store()
        // SQLite keeps these from a connection that defends itself, and not from other programs.
        try store.folder.write(
            "PRAGMA trusted_schema = ON;\n.dbconfig defensive off\nDELETE FROM articles_fts_data WHERE id > 10;\n",
            to: "script")
        let shell = try ChildProcess(
            "sh", ["-c", "cd \"$0\" && sqlite3 -batch articles.db < script", store.folder.path],
            environment: ["PATH": "/usr/bin:/bin"], keepingIn: store.folder)
        #expect(try await shell.ending().code == 0)
        #expect(try !store.reader.indexFaults().isEmpty)
        let repair = try await repair(store)
        #expect(repair.index != nil)
        #expect(try store.reader.indexFaults() == [])
        try store.check()
    }

    @Test func `tells what nothing says how it should be`() async throws {
        let store = try await store()
        try store.execute(
            "UPDATE query_articles SET window_id = 1 WHERE query_id = 2 AND rank = 3; UPDATE windows SET stored = 0")
        let repair = try await repair(store)
        #expect(repair.remaining == ["1 articles of a query came with a window of another"], "\(repair)")
        #expect(!repair.contents.isEmpty)
    }

    @Test func `does all of it or nothing`() async throws {
        let store = try await store()
        try store.execute("UPDATE windows SET stored = 99; UPDATE articles SET vanished_at = NULL")
        // A trigger is passed over; a check is not.
        try store.execute("CREATE UNIQUE INDEX no_repair ON windows (stored, _kept) WHERE stored < 99")
        let before = try store.column("SELECT id || ' ' || coalesce(vanished_at, '-') FROM articles ORDER BY id")
        try store.execute("UPDATE query_articles SET last_seen_at = NULL WHERE query_id = 1")
        try store.execute("DELETE FROM query_articles WHERE query_id = 1 AND rank > 20")
        await #expect(throws: StoreFailure.self) { try await repair(store) }
        #expect(try store.column("SELECT id || ' ' || coalesce(vanished_at, '-') FROM articles ORDER BY id") == before)
    }
}
