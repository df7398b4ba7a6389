internal import Articles
internal import Expectations
internal import SQLite
internal import Synchronization
internal import Testing

@testable internal import SQLiteStore

/// The first articles in the provider's order; that they are the right ones, `ArticleIndexTests` shows at random.
@Suite struct RankWalkTests {
    private typealias Laws = ArticleStoreConformance

    /// 3,000 articles of a query, of which every 100th of another too, in reverse order.
    private static func store() async throws -> StoreInspection {
        let store = try StoreInspection()
        let articles = (0..<3_000).map { number in
            var article = Laws.article("a\(number)")
            article.headline = number % 7 == 0 ? "El Año \(number)" : "plain \(number)"
            return article
        }
        try await Laws.sync(store.writer, [Laws.page(0, articles)])
        let others = articles.indices.reversed().filter { $0 % 100 == 0 }.map { articles[$0] }
        try await Laws.sync(store.writer, [Laws.page(0, others)], query: Laws.query("other"), at: 10)
        try await store.writer.indexArticles()
        return store
    }

    private static func listing(_ predicate: String? = nil, limit: Int?, _ queries: [String] = []) -> ArticleListing {
        var listing = ArticleListing()
        (listing.predicate, listing.limit, listing.queries) = (predicate, limit, queries)
        return listing
    }

    /// What a listing gives, and how many steps of SQLite's machine it takes.
    private static func steps(
        _ listing: ArticleListing, walk: RankWalk.Extent, in store: StoreInspection
    ) throws -> (ids: [Int64], steps: Int) {
        let connection = try StoreOpening.forReading(store.path, tried: "test")
        let steps = Atomic(0)
        connection.askToContinue(every: 1) { steps.add(1, ordering: .relaxed).newValue > 0 }
        var ids = try ListedIDs(listing, extent: walk, in: connection, tried: "test")
        var found: [Int64] = []
        while let id = try ids.next(in: connection) { found.append(id) }
        return (found, steps.load(ordering: .relaxed))
    }

    private static let none = RankWalk.Extent(most: 0)

    @Test(arguments: [
        listing(limit: 10), listing(limit: 10, ["basketball"]),
        listing(#"headline CONTAINS[cd] "plain""#, limit: 10),
        listing("word_count >= 0 OR word_count == NIL", limit: 10),
    ])
    func `the first of a listing cost little, however many there are`(_ listing: ArticleListing) async throws {
        let store = try await Self.store()
        let sorted = try Self.steps(listing, walk: Self.none, in: store)
        let walked = try Self.steps(listing, walk: RankWalk.Extent(first: 32, few: 0), in: store)
        #expect(walked.ids == sorted.ids && walked.ids.count == 10)
        #expect(walked.steps < sorted.steps / 5, "\(walked.steps) of \(sorted.steps)")
    }

    @Test func `an article of two queries is listed once, where it stands best`() async throws {
        let store = try await Self.store()
        let walked = try Self.steps(Self.listing(limit: 6), walk: RankWalk.Extent(first: 4), in: store)
        let ranks = try store.column(
            "SELECT article_id FROM query_articles GROUP BY article_id ORDER BY min(rank), article_id LIMIT 6")
        #expect(walked.ids.map { SQLiteValue.integer($0) } == ranks)
        #expect(Set(walked.ids).count == 6 && walked.ids.contains(2_901))
    }

    @Test func `what is not met soon is sorted from there on`() async throws {
        let store = try await Self.store()
        let listing = Self.listing(#"headline ENDSWITH "2996""#, limit: 3)
        let extent = RankWalk.Extent(first: 8, slices: 2)
        #expect(try Self.steps(listing, walk: extent, in: store).ids == [2_997])
        let all = Self.listing(limit: 3_000)
        #expect(try Self.steps(all, walk: extent, in: store).ids == Self.steps(all, walk: Self.none, in: store).ids)
    }

    @Test(arguments: [(Int.max, 1), (1, Int.max), (Int.max, Int.max), (0, 0), (3, -5)])
    func `no limit and no offset is too large`(_ limit: Int, _ offset: Int) async throws {
        let store = try await Self.store()
        var listing = Self.listing(limit: limit)
        listing.offset = offset
        let ids = try Self.steps(listing, walk: RankWalk.Extent(), in: store).ids
        #expect(ids.count == min(limit, 3_000 - min(max(offset, 0), 3_000)))
    }

    @Test func `a needle that few hold is not walked for`() async throws {
        let store = try await Self.store()
        let connection = try StoreOpening.forReading(store.path, tried: "test")
        let extent = RankWalk.Extent(few: 2_000)
        for (predicate, isWalked) in [
            (#"headline CONTAINS[cd] "año""#, false), (#"headline CONTAINS[cd] "an""#, false),
            (#"headline CONTAINS[cd] "p""#, true),
        ] {
            let walk = try ArticleSelection.walk(
                Self.listing(predicate, limit: 5), extent: extent, in: connection, tried: "test")
            let isThere = walk != nil
            #expect(isThere == isWalked, "\(predicate)")
        }
    }
}
