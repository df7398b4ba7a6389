internal import Articles
internal import Chronology
internal import SQLite
internal import SQLiteStore
internal import TestSupport
internal import Testing

/// A listing as of an instant is what the same listing was at that instant.
@Suite struct FormerContentsTests {
    /// What a listing said when it was the present.
    private struct Memory {
        var at: Instant
        var listing: ArticleListing
        var articles: [StoredArticle]
    }

    @Test(arguments: 1...6)
    func `004-49 a listing as of an instant is what it was then, after any replacements`(_ seed: Int) async throws {
        let store = try StoreInspection()
        var life = try StoreLife(seed: UInt64(seed), keep: seed % 3 == 0 ? .everything : .window)
        var memories: [Memory] = []
        let writer = store.writer
        let reader = store.reader
        for _ in 0..<14 {
            try await life.step(writer)
            for listing in Self.listings {
                memories.append(Memory(at: life.now, listing: listing, articles: try Self.list(reader, listing)))
            }
        }
        for memory in memories {
            var listing = memory.listing
            // Nothing happens between two replacements.
            for instant in [memory.at, memory.at.adding(.milliseconds(999))] {
                listing.asOf = instant
                let then = try Self.list(reader, listing)
                #expect(then.map(\.said) == memory.articles.map(\.said), "\(listing)")
                #expect(try reader.count(listing) == then.count)
                for article in then { #expect(article.lastSeenAt <= instant && article.vanishedAt == nil) }
            }
        }
        var before = ArticleListing()
        before.asOf = StoreLife.beginning.adding(.milliseconds(-1))
        #expect(try Self.list(reader, before) == [] && reader.count(before) == 0)
        try store.check()
    }

    private static let listings: [ArticleListing] = {
        var all = ArticleListing()
        all.sort = "published_at:NO,id"
        var one = all
        one.queries = ["one"]
        var both = ArticleListing()
        (both.queries, both.sort, both.limit, both.offset) = (["one", "two"], "-headline,word_count", 5, 2)
        var picked = ArticleListing()
        (picked.predicate, picked.sort) = (#"headline CONTAINS "v1" AND word_count > 102"#, "id")
        var words = ArticleListing()
        (words.search, words.sort, words.queries) = ("v1 OR abstract:even", "-changed_at,id", ["two"])
        var listed = ArticleListing()
        (listed.predicate, listed.search, listed.sort) = (#"ANY keywords == "k2" OR section == NULL"#, "article", "-id")
        return [all, one, both, picked, words, listed]
    }()

    private static func list(_ reader: SQLiteArticleReader, _ listing: ArticleListing) throws -> [StoredArticle] {
        var articles: [StoredArticle] = []
        _ = try reader.articles(listing) { articles.append($0) }
        return articles
    }

    @Test func `the store as it was is listed newest first, whatever the provider's order was`() async throws {
        let store = try StoreInspection()
        var life = try StoreLife(seed: 99, keep: .window)
        for _ in 0..<5 { try await life.step(store.writer) }
        var listing = ArticleListing()
        listing.asOf = life.now
        let then = try Self.list(store.reader, listing)
        listing.sort = "-published_at,id"
        #expect(try !then.isEmpty && then == Self.list(store.reader, listing))
    }

    @Test func `ranks are not kept of what was, and asking for them is usage`() async throws {
        let store = try StoreInspection()
        var life = try StoreLife(seed: 1, keep: .window)
        try await life.step(store.writer)
        for keyPath in [\ArticleListing.predicate, \.sort] {
            var listing = ArticleListing()
            listing.asOf = life.now
            listing[keyPath: keyPath] = keyPath == \.sort ? "-rank" : "rank < 3"
            let failure = #expect(throws: StoreFailure.self) { try Self.list(store.reader, listing) }
            #expect(
                failure?.kind == .usage && failure?.hint?.contains("not kept") == true, "\(String(describing: failure))"
            )
        }
    }

    @Test func `a window that was read in the past is told apart from one that is read now`() async throws {
        let store = try StoreInspection()
        var life = try StoreLife(seed: 5, keep: .window)
        for _ in 0..<3 { try await life.step(store.writer) }
        let results = ArticleResults(
            store.reader,
            {
                var listing = ArticleListing()
                listing.asOf = life.now
                return listing
            }(), windowSize: 3)
        let count = try results.count()
        let first = try (0..<count).map { try results.article(at: $0)?.said }
        try await life.step(store.writer)
        #expect(try results.count() == count && (0..<count).map { try results.article(at: $0)?.said } == first)
    }

    @Test func `the store as it was leaves nothing behind in the connection`() async throws {
        let store = try StoreInspection()
        var life = try StoreLife(seed: 2, keep: .window)
        for _ in 0..<3 { try await life.step(store.writer) }
        let reader = SQLiteArticleReader(path: store.path, connections: 1)
        var listing = ArticleListing()
        (listing.asOf, listing.search) = (life.now, "article")
        let present = try Self.list(reader, ArticleListing())
        for _ in 0..<3 {
            #expect(try Self.list(reader, listing).count == present.count)
            #expect(try Self.list(reader, ArticleListing()) == present)
            // One that is given up half way, too.
            #expect(throws: TestFailure.self) { try reader.articles(listing) { _ in throw TestFailure("enough") } }
        }
    }
}

extension StoredArticle {
    /// What of an article is the same whenever it is told as of the same instant.
    fileprivate var said: StoredArticle {
        var said = self
        said.lastSeenAt = firstSeenAt
        // How rare a word is, is told of the words of now.
        said.hit?.score = 0
        return said
    }
}

/// Two queries of one provider that live through replacements, the same for the same seed.
struct StoreLife {
    static let beginning = Instant(millisecondsSince1970: 1_436_000_000_250)
    private(set) var now = Self.beginning.adding(.seconds(-1))
    private var random: SeededNumbers
    private let queries: [ArticleQuery]
    private static let windows = [
        RawStore.days("2015-07-01", "2015-07-02"), RawStore.days("2015-07-03", "2015-07-05"),
        RawStore.days("2015-07-06", "2015-07-07"),
    ]

    init(seed: UInt64, keep: ArticleQuery.Keep) throws {
        random = SeededNumbers(seed: seed)
        queries = try ["one", "two"].map { name in
            var query = try RawStore.query(name)
            query.keep = keep
            return query
        }
    }

    /// One run of one of the queries, over some of its windows.
    mutating func step(_ writer: SQLiteArticleWriter) async throws {
        // Seconds with and without a fraction.
        now = now.adding(.milliseconds(random.below(2) == 0 ? 1_000 : 1_750))
        let query = queries[random.below(2)]
        let ticket = try await writer.begin(query, window: RawStore.week, from: .source, at: now)
        let isWhole = ticket.current.generation == 0 || random.below(3) == 0
        let read = isWhole ? Array(Self.windows.indices) : [random.below(3)]
        var readings: [WindowReading] = []
        for index in read {
            let articles = articles(of: index)
            let request = PageRequest(window: Self.windows[index])
            let page = ArticlePage(number: 0, total: .exactly(articles.count), articles: articles)
            _ = try await writer.stage(page, as: request, for: ticket)
            var reading = WindowReading(days: Self.windows[index], status: .complete, readAt: now)
            reading.rank = Self.windows.count - index
            readings.append(reading)
        }
        let ending = RunEnding(.complete, coverage: .complete, counts: RunCounts())
        _ = try await writer.replace(ticket, readings: readings, ending: ending, at: now)
    }

    /// Some of the window's articles, in some order, saying some of what they may say.
    private mutating func articles(of window: Int) -> [Article] {
        var articles: [Article] = []
        for number in 0..<8 where random.below(4) > 0 {
            var article = Article(key: ArticleKey(provider: "nyt", id: "\(window)-\(number)"))
            article.headline = "Article \(number) v\(random.below(2))"
            article.abstract = random.below(5) == 0 ? nil : "number is \(random.below(2) == 0 ? "even" : "odd")"
            article.wordCount = random.below(5) == 0 ? nil : 100 + random.below(8)
            article.keywords = (0..<random.below(3)).map { _ in "k\(random.below(3))" }
            article.section = random.below(3) == 0 ? nil : "Sports"
            article.publishedAt = .day(Self.windows[window].from.adding(days: number % 2))
            articles.insert(article, at: random.below(articles.count + 1))
        }
        return articles
    }
}

/// The same numbers for the same seed.
struct SeededNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let mixed = (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
        return Int((mixed ^ mixed >> 33) % UInt64(bound))
    }
}
