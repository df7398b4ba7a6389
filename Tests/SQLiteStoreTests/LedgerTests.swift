internal import Articles
internal import Chronology
internal import Glibc
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// What runs left beside articles, as readers are told it.
@Suite struct LedgerTests {
    private typealias Raw = RawStore

    private static let windows = [Raw.days("2015-07-01", "2015-07-03"), Raw.days("2015-07-04", "2015-07-07")]

    /// A run over two windows, the newer of which is listed first and has holes.
    private static func sync(_ store: StoreInspection, at seconds: Int64 = 0) async throws -> [WindowReading] {
        let writer = store.writer
        let ticket = try await writer.begin(Raw.query(), window: Raw.week, from: .source, at: Raw.at(seconds))
        var readings: [WindowReading] = []
        for (index, window) in windows.enumerated() {
            let articles = (0..<3).map { number in
                var article = Article(key: ArticleKey(provider: "nyt", id: "\(index)\(number)"))
                article.headline = "\(index)\(number) \(seconds)"
                return article
            }
            let request = PageRequest(window: window)
            try await writer.keep(InventedPages.page(index), to: request, for: ticket, at: Raw.at(seconds))
            _ = try await writer.stage(
                ArticlePage(number: 0, total: .exactly(3), articles: articles), as: request, for: ticket)
            var reading = WindowReading(
                days: window, status: index == 0 ? .complete : .capped,
                announced: index == 0 ? .exactly(3) : .atLeast(9),
                readAt: Raw.at(seconds))
            (reading.rank, reading.fetched, reading.unique, reading.dropped) = (1 - index, 4, 3, 1)
            (reading.stored, reading.pages, reading.cap) = (3, 1, index == 0 ? nil : 1_000)
            if index == 1 {
                reading.reason = "the provider gives no \"more\""
                reading.holes = [
                    CoverageHole(days: window, missing: 6, reason: "page 2: \"500\" [again]\n"),
                    CoverageHole(days: Raw.days("2015-07-04", "2015-07-04"), missing: 0, reason: ""),
                ]
            }
            readings.append(reading)
        }
        var ending = RunEnding(.capped, coverage: .capped, counts: RunCounts(), reason: "capped")
        ending.notices = ["`response.meta` is gone", "and \"more\""]
        _ = try await writer.replace(ticket, readings: readings, ending: ending, at: Raw.at(seconds + 1))
        return readings
    }

    @Test func `the ledger tells each window as it was read, oldest days first`() async throws {
        let store = try StoreInspection()
        let readings = try await Self.sync(store)
        #expect(try store.reader.windows(of: "basketball") == readings)
        #expect(try store.reader.windows(of: "nobody") == [])
        let contents = try store.reader.contents(of: "basketball")
        #expect(contents.articles == 6 && contents.generation == 1 && contents.coverage == .capped)
        #expect(contents.windows == readings)
        #expect(try contents.fingerprint == Raw.query().fingerprint)
        #expect(try store.reader.contents(of: "nobody") == RunTicket.Contents())
        // A run is told the same.
        let ticket = try await store.writer.begin(Raw.query(), window: Raw.week, from: .source, at: Raw.at(9))
        #expect(ticket.current == contents)
        #expect(try store.reader.contents(of: "basketball") == contents)
    }

    @Test func `any SQLite tool is told what is covered and what is missing`() async throws {
        let store = try StoreInspection()
        _ = try await Self.sync(store)
        let columns = "query, window_from, window_to, status, announced, stored, missing, dropped"
        let rows = try Connection(path: store.path, access: .readOnly).all(
            "SELECT \(columns) FROM coverage ORDER BY window_from"
        ) { $0.values }
        #expect(
            rows == [
                ["basketball", "2015-07-01", "2015-07-03", "complete", 3, 3, 0, 1],
                ["basketball", "2015-07-04", "2015-07-07", "capped", 9, 3, nil, 1],
            ])
    }

    @Test func `windows are listed by their rank, and ranks go through them`() async throws {
        let store = try StoreInspection()
        _ = try await Self.sync(store)
        #expect(try store.ids() == ["10", "11", "12", "00", "01", "02"])
        var listing = ArticleListing()
        listing.queries = ["basketball"]
        #expect(try store.ids(listing) == ["10", "11", "12", "00", "01", "02"])
        listing.predicate = "rank BETWEEN {3, 4}"
        #expect(try store.ids(listing) == ["12", "00"])
        (listing.predicate, listing.sort, listing.limit, listing.queries) = (nil, "-rank", 2, ["basketball", "nobody"])
        #expect(try store.ids(listing) == ["02", "01"])
    }

    @Test func `a run is told with its notices`() async throws {
        let store = try StoreInspection()
        _ = try await Self.sync(store)
        let run = try #require(try store.reader.runs(query: "basketball", limit: 1).first)
        #expect(run.notices == ["`response.meta` is gone", "and \"more\""])
        #expect(try store.reader.statuses(staleAfter: [:], at: Raw.at(5)).first?.lastRun == run)
    }

    @Test func `candidates are told newest first while they matter`() async throws {
        let store = try StoreInspection()
        for round in 0..<5 { _ = try await Self.sync(store, at: Int64(round * 10)) }
        let writer = store.writer
        var ticket = try await writer.begin(Raw.query(), window: Raw.week, from: .source, at: Raw.at(100))
        try await writer.keep([1], to: PageRequest(window: Raw.week), for: ticket, at: Raw.at(101))
        let reading = WindowReading(days: Raw.week, status: .complete, announced: .exactly(0), readAt: Raw.at(101))
        let held = RunEnding(.held, coverage: .empty, counts: RunCounts(), reason: "empty where 6 were")
        _ = try await writer.hold(ticket, readings: [reading], ending: held, agreements: 1, at: Raw.at(102))
        ticket = try await writer.begin(Raw.query(), window: Raw.week, from: .source, at: Raw.at(110))
        for page in 0..<3 {
            try await writer.keep([2], to: PageRequest(window: Raw.week, page: page), for: ticket, at: Raw.at(111))
        }
        let candidates = try store.reader.candidates(of: "basketball")
        #expect(candidates.map(\.state) == [.gathering, .held, .stored, .stored, .stored])
        #expect(candidates.map(\.generation) == [nil, nil, 5, 4, 3])
        #expect(candidates.map(\.pages) == [3, 1, 2, 2, 2])
        #expect(candidates[1].reason == "empty where 6 were" && candidates[1].agreements == 1)
        #expect(candidates[0].updatedAt == Raw.at(111) && candidates[0].query == "basketball")
        #expect(ticket.held == [candidates[1]])
        #expect(try store.reader.candidates(of: "nobody") == [])
    }

    @Test func `what is gathered is told by the rule by which a run goes on`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let query = try Raw.query()
        let ticket = try await writer.begin(query, window: Raw.week, from: .source, at: Raw.at(0))
        #expect(try store.reader.gathered(for: query) == nil)
        let request = PageRequest(window: Self.windows[1], order: .reversed, page: 4)
        try await writer.keep([1], to: request, for: ticket, at: Raw.at(5))
        _ = try await writer.finish(ticket, ending: RunEnding(.parked, counts: RunCounts()), at: Raw.at(6))
        let long = RunTicket.longestPause
        for (now, isYoung) in [
            (Raw.at(7), true), (Raw.at(5).adding(long).adding(.milliseconds(-1)), true),
            (Raw.at(5).adding(long), false),
        ] {
            let reader = SQLiteArticleReader(path: store.path, clock: WallClock { now })
            let found = try reader.gathered(for: query)
            #expect(found?.window == (isYoung ? Raw.week : nil) && found?.requests == (isYoung ? [request] : nil))
        }
        var edited = query
        edited.filter = "another"
        #expect(try store.reader.gathered(for: edited) == nil)
        // A run that is begun goes on with the same.
        let next = try await writer.begin(query, window: Self.windows[0], from: .source, at: Raw.at(9))
        #expect(next.candidate == ticket.candidate && next.keptPages == 1 && next.window == Raw.week)
        #expect(try await writer.answer(to: request, for: next) == [1])
    }

    @Test func `a store of version 1 that nobody migrated says who does`() throws {
        let store = try StoreInspection()
        try Connection(path: store.path, access: .create).execute("PRAGMA journal_mode = WAL; " + FrozenStore.version1)
        let reader = store.reader
        var listing = ArticleListing()
        listing.asOf = Raw.at(0)
        let looks: [() throws -> Void] = [
            { _ = try reader.articles(listing) { _ in } }, { _ = try reader.history(of: "a") },
            { _ = try reader.windows(of: "a") }, { _ = try reader.candidates(of: "a") },
            { _ = try reader.contents(of: "a") }, { _ = try reader.gathered(for: Raw.query()) },
            { _ = try reader.oddAnswers(of: "a") },
        ]
        for look in looks {
            let failure = #expect(throws: StoreFailure.self) { try look() }
            #expect(failure?.kind == .unusable && failure?.hint == "`articlesync sync` brings it up to date")
        }
        #expect(try store.number("PRAGMA user_version") == 1)
    }

    @Test func `a user who may only read is told everything`() async throws {
        let store = try StoreInspection()
        var life = try StoreLife(seed: 1, keep: .window)
        for _ in 0..<4 { try await life.step(store.writer) }
        _ = try await Self.sync(store, at: 100_000_000)
        for name in ["articles.db", "articles.db-wal", "articles.db-shm"] {
            #expect(unsafe chmod(store.folder.file(name), 0o444) == 0)
        }
        #expect(unsafe chmod(store.folder.path, 0o555) == 0)
        defer { unsafe _ = chmod(store.folder.path, 0o755) }
        let path = store.path
        let now = life.now
        // Another user must be another process.
        await #expect(processExitsWith: .success) { [path = path as String, now = now.millisecondsSince1970 as Int64] in
            if getuid() == 0 { guard setuid(65_534) == 0 else { exit(7) } }
            let reader = SQLiteArticleReader(path: path)
            var listing = ArticleListing()
            listing.asOf = Instant(millisecondsSince1970: now)
            listing.search = "article"
            var count = 0
            _ = try reader.articles(listing) { _ in count += 1 }
            guard count > 5 else { exit(2) }
            guard try reader.history(of: "0-1") != nil, try reader.windows(of: "basketball").count == 2,
                try reader.candidates(of: "basketball").count == 1,
                try reader.contents(of: "basketball").articles == 6, try reader.oddAnswers(of: "basketball") == []
            else { exit(3) }
        }
    }
}
