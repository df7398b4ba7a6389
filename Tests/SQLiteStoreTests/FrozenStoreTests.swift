internal import Articles
internal import Chronology
internal import Expectations
internal import SQLite
internal import SQLiteStore
internal import TestSupport
internal import Testing

@Suite struct FrozenStoreTests {
    private typealias Laws = ArticleStoreConformance

    static func store(_ released: String = FrozenStore.version1) throws -> StoreInspection {
        let store = try StoreInspection()
        try Connection(path: store.path, access: .create).execute("PRAGMA journal_mode = WAL; " + released)
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

    @Test func `every row of a store of version 1 is kept`() async throws {
        let store = try Self.store()
        let tables = [
            "articles", "_digests", "queries", "query_articles", "runs", "windows", "revisions", "notes", "_aliases",
        ]
        let columns = try tables.map { table in
            try store.column("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid").compactMap { value in
                if case .text(let name) = value { name } else { nil }
            }
        }
        func rows() throws -> [[[SQLiteValue]]] {
            let connection = try Connection(path: store.path, access: .readOnly)
            return try zip(tables, columns).map { table, columns in
                try connection.all("SELECT \(columns.joined(separator: ", ")) FROM \(table) ORDER BY 1, 2") {
                    $0.values
                }
            }
        }
        let before = try rows()
        try await store.writer.open()
        #expect(try rows() == before)
        #expect(before.allSatisfy { !$0.isEmpty })
        // What the query held is what one window was read as, and the generation that was there.
        let connection = try Connection(path: store.path, access: .readOnly)
        #expect(
            try connection.first("SELECT id, stored, _kept, _since_generation, _candidate_id, holes FROM windows") {
                $0.values
            } == [1, 1, 0, 2, nil, "[]"])
        #expect(
            try connection.first("SELECT window_id, _since_generation FROM query_articles") { $0.values } == [1, 2])
        #expect(
            try connection.all("SELECT query_id, generation, articles, coverage FROM generations") { $0.values }
                == [[1, 2, 1, "complete"]])
        #expect(try store.column("SELECT DISTINCT notices FROM runs") == ["[]"])
        try store.check()
    }

    @Test func `a store of version 1 with more windows than one, or none, loses no member`() async throws {
        let store = try Self.store()
        try store.execute(
            """
            INSERT INTO windows VALUES (1, '2015-07-02', '2015-07-08', NULL, 0, 3, 'partial', 1, '2015-07-07T00:00:01Z');
            INSERT INTO articles (id, provider, provider_id, first_seen_at, changed_at, last_seen_at)
            VALUES (3, 'nyt', 'c', '', '', '');
            INSERT INTO query_articles VALUES (1, 3, 2, '2015-07-06T00:00:01Z'), (2, 3, 1, NULL);
            """)
        let writer = store.writer
        try await writer.open()
        let connection = try Connection(path: store.path, access: .readOnly)
        #expect(
            try connection.all(
                "SELECT query_id, window_from, stored, _kept, status FROM windows ORDER BY id"
            ) { $0.values } == [
                [1, "2015-07-01", 2, 1, "complete"], [2, "1970-01-01", 1, 0, "unverified"],
            ])
        #expect(
            try connection.all("SELECT window_from, fetched, until_generation FROM _readings") { $0.values }
                == [["2015-07-02", 3, 2]])
        let ticket = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(0))
        #expect(ticket.current.articles == 2 && ticket.current.confirmed == 1 && ticket.current.windows.count == 1)
        let contents = try await writer.begin(Laws.query("new"), window: Laws.week, from: .contents, at: Laws.at(0))
        #expect(contents.readings == [] && contents.current.articles == 1)
        try store.check()
    }

    @Test func `a store of version 2 is read and written`() async throws {
        let store = try Self.store(FrozenStore.version2)
        let writer = store.writer
        try await writer.open()
        let ticket = try await writer.begin(FrozenStore.query, window: Laws.week, at: Laws.at(99_999_999))
        #expect(ticket.current.generation == 3 && ticket.current.articles == 2 && ticket.current.confirmed == 1)
        #expect(ticket.current.windows.map(\.days) == [Laws.july(1, 3), Laws.july(4, 7)])
        #expect(
            ticket.current.windows[0].holes == [CoverageHole(days: Laws.july(2, 2), missing: 3, reason: "refused")])
        #expect(ticket.held.map(\.id) == [3] && ticket.held[0].reason == "half of it is gone")
        #expect(ticket.candidate == 4 && ticket.keptPages == 1)
        _ = try await writer.finish(ticket, ending: RunEnding(.failed, counts: RunCounts()), at: Laws.at(99_999_999))
        let back = try await writer.begin(
            FrozenStore.query, window: Laws.week, from: .candidate(1), at: Laws.at(99_999_999))
        #expect(back.readings.map(\.days) == [Laws.july(1, 3), Laws.july(4, 6)])
        #expect(try store.reader.runs(query: nil, limit: 9).contains { $0.notices == ["`response.meta` is gone"] })
        try store.check()
    }

    @Test(arguments: FrozenStore.all)
    func `a released schema is not changed but by steps after it`(_ released: String) async throws {
        let (frozen, fresh) = (try Self.store(released), try StoreInspection())
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
                "_aliases", "_answers", "_budgets", "_digests", "_folded", "_former_members", "_imported_notes",
                "_index",
                "_listed",
                "_notices", "_odd_answers", "_outbox", "_readings", "_service", "_shapes", "_trigrams", "_unindexed",
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
