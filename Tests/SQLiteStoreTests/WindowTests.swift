internal import Articles
internal import Chronology
internal import Expectations
internal import SQLite
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

@Suite struct WindowTests {
    private typealias Laws = ArticleStoreConformance

    /// Fails whoever writes a row of a table from now on, where a condition holds.
    private func forbid(_ tables: [String], in store: StoreInspection, when: String = "true") throws {
        for table in tables {
            for (event, row) in [("INSERT", "new"), ("UPDATE", "old"), ("DELETE", "old")] {
                let condition = when.split(separator: "$", omittingEmptySubsequences: false).joined(separator: row)
                try store.execute(
                    """
                    CREATE TRIGGER no_\(event)_\(table) AFTER \(event) ON \(table) WHEN \(condition)
                    BEGIN SELECT RAISE(ABORT, 'a row of \(table) is written'); END
                    """)
            }
        }
    }

    @Test func `windows that were not read keep their rows and those of their members`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, [(1, 2, ["a", "b"]), (3, 4, ["c", "d"]), (5, 7, ["e"])])
        try forbid(["query_articles"], in: store, when: "$.window_id <> 2")
        try forbid(["windows"], in: store, when: "$.id <> 2")
        try await Laws.sync(writer, [(3, 4, ["x", "d"])], at: 10)
        var listing = ArticleListing()
        listing.queries = ["basketball"]
        #expect(try store.ids(listing) == ["a", "b", "x", "d", "e"])
        try store.check()
    }

    @Test func `an unchanged result over other days moves members, and over the same days none`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, [(1, 4, ["a", "b"]), (5, 7, ["c"])])
        let ids = try store.column("SELECT id FROM windows ORDER BY window_from")
        try forbid(["articles", "query_articles"], in: store)
        let run = try await Laws.sync(writer, [(5, 7, ["c"]), (1, 4, ["a", "b"])], at: 10)
        #expect(run.counts.added + run.counts.changed + run.counts.removed == 0)
        #expect(try store.column("SELECT id FROM windows ORDER BY window_from") == ids)
        #expect(try store.column("SELECT DISTINCT run_id FROM windows") == [.integer(run.id)])
        try store.execute("DROP TRIGGER no_UPDATE_query_articles")
        try await Laws.sync(writer, [(1, 7, ["a", "b", "c"])], at: 20)
        #expect(try store.column("SELECT stored FROM windows") == [3])
        try store.check()
    }

    /// Steps of SQLite's machine for one replacement.
    private func steps(
        _ store: StoreInspection, _ query: ArticleQuery, _ request: PageRequest, _ page: ArticlePage, at: Int64
    ) throws -> Int {
        let connection = try StoreOpening.forWriting(store.path, busyTimeout: .seconds(5), tried: "test")
        let file = StoreFile(connection, identity: .current)
        let ticket = try file.begun(query, window: Laws.july(1, 90), at: Laws.at(at))
        let count = Atomic(0)
        _ = try file.stage(page, as: request, for: ticket.run)
        file.connection.askToContinue(every: 1) {
            count.add(1, ordering: .relaxed)
            return true
        }
        var reading = WindowReading(days: request.window, status: .complete, readAt: Laws.at(at + 1))
        reading.rank = 9
        _ = try file.replace(
            ticket, readings: [reading], ending: RunEnding(.complete, counts: RunCounts()), at: Laws.at(at + 1))
        return count.load(ordering: .relaxed)
    }

    @Test(arguments: [ArticleQuery.Keep.window, .everything])
    func `a window is replaced in the same steps however much else the query and the store hold`(
        _ keep: ArticleQuery.Keep
    ) async throws {
        let query = Laws.query(keep: keep)
        var taken: [[Int]] = []
        for size in [20, 2_000] {
            let store = try StoreInspection()
            let writer = store.writer
            let others = (0..<size).map { "o\($0)" }
            try await Laws.sync(writer, [(1, 1, ["a", "b"]), (2, 90, others)], query: query, window: Laws.july(1, 90))
            try await Laws.sync(
                writer, [(1, 90, others.map { "x" + $0 })], query: Laws.query("other"), window: Laws.july(1, 90))
            // Many that have vanished, too.
            try await Laws.sync(writer, [(1, 90, [])], query: Laws.query("other"), window: Laws.july(1, 90), at: 5)
            let request = PageRequest(window: Laws.july(1, 1))
            taken.append([
                try steps(store, query, request, Laws.page(0, ["a", "b"]), at: 10),
                try steps(store, query, request, Laws.page(0, ["b", "n", "xo1", "o3"]), at: 20),
                try steps(store, query, request, Laws.page(0, [String]()), at: 30),
            ])
            #expect(
                try store.number("SELECT total(stored) FROM windows WHERE query_id = 1")
                    == size - 1 + (keep == .window ? 0 : 5))
            try store.check()
        }
        for (few, many) in zip(taken[0], taken[1]) { #expect(few > 50 && many < few + few / 10, "\(taken)") }
    }

    @Test func `what is decided for windows, without a store`() {
        func present(_ id: Int64, _ from: Int, _ to: Int) -> WindowChanges.Present {
            WindowChanges.Present(id: id, days: Laws.july(from, to), stored: 1, kept: 0)
        }
        let readings = [(8, 9), (1, 3)].map {
            WindowReading(days: Laws.july($0.0, $0.1), status: .complete, readAt: Laws.at(0))
        }
        let rows = [present(1, 1, 3), present(2, 4, 7), present(3, 8, 8), present(4, 9, 12), present(5, 14, 20)]
        for keep in ArticleQuery.Keep.allCases {
            let changes = WindowChanges(rows, readings: readings, window: Laws.july(1, 12), keep: keep)
            #expect(changes.readings.map(\.days) == [Laws.july(1, 3), Laws.july(8, 9)])
            #expect(changes.reread == [Laws.july(1, 3): rows[0]])
            #expect(changes.superseded.map(\.present) == [rows[2], rows[3]])
            #expect(changes.superseded.map(\.heir) == [1, 1])
            #expect(changes.ended == (keep == .window ? [rows[4]] : []))
            #expect(changes.untouched == (keep == .window ? [rows[1]] : [rows[1], rows[4]]))
        }
    }

    @Test func `memberships that ended are remembered with their generations`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        for (round, ids) in [["a", "b"], ["a"], ["a", "b"], ["b"]].enumerated() {
            try await Laws.sync(writer, [Laws.page(0, ids)], at: Int64(round) * 10)
        }
        let connection = try Connection(path: store.path, access: .readOnly)
        let former = try connection.all(
            """
            SELECT provider_id, since_generation, until_generation FROM _former_members
            JOIN articles ON id = article_id ORDER BY provider_id, since_generation
            """
        ) { $0.values }
        #expect(former == [["a", 1, 4], ["b", 1, 2]])
        #expect(try store.column("SELECT _since_generation FROM query_articles") == [3])
        #expect(try store.column("SELECT articles FROM generations ORDER BY generation") == [2, 1, 2, 1])
    }

    @Test func `what keeps everything keeps its members in a window, and tells them apart`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let query = Laws.query(keep: .everything)
        try await Laws.sync(writer, [(1, 3, ["a", "b"]), (4, 7, ["c", "d"])], query: query)
        try await Laws.sync(
            writer, [(2, 4, ["b"]), (5, 8, ["d", "e"])], query: query, window: Laws.july(2, 8), at: 10)
        var listing = ArticleListing()
        listing.queries = [query.name]
        #expect(try store.ids(listing) == ["b", "a", "c", "d", "e"])
        #expect(try store.column("SELECT stored FROM windows ORDER BY window_from") == [3, 2])
        #expect(try store.column("SELECT _kept FROM windows ORDER BY window_from") == [2, 0])
        let ticket = try await writer.begin(query, window: Laws.week, at: Laws.at(15))
        #expect(ticket.current.articles == 5 && ticket.current.confirmed == 3)
        _ = try await writer.finish(ticket, ending: RunEnding(.failed, counts: RunCounts()), at: Laws.at(16))
        // The same again writes no membership, those kept included.
        try forbid(["articles", "query_articles"], in: store)
        try await Laws.sync(
            writer, [(2, 4, ["b"]), (5, 8, ["d", "e"])], query: query, window: Laws.july(2, 8), at: 20)
        #expect(try store.column("SELECT _kept FROM windows ORDER BY window_from") == [2, 0])
        try store.check()
    }
}
