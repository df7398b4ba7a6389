internal import Articles
internal import Expectations
internal import SQLiteStore
internal import TestSupport
internal import Testing

/// What is marked in articles that a search found.
@Suite struct HighlightTests {
    private typealias Laws = ArticleStoreConformance

    private static func filled() async throws -> StoreInspection {
        let store = try StoreInspection()
        var knicks = Laws.article("knicks")
        knicks.headline = "Knicks win in New York"
        knicks.abstract = "The knicks, with a \"Café\" crowd, won."
        knicks.leadParagraph = "It was the Knicks’ night: New York saw the Knicks."
        knicks.byline = "By Ada Lovelace"
        knicks.keywords = ["Basketball, N.B.A.", "New York \"Knicks\""]
        try await Laws.sync(store.writer, [Laws.page(0, [knicks])])
        return store
    }

    private static func hit(_ search: String, in store: StoreInspection, asOf: Bool = false) throws -> SearchHit {
        var listing = ArticleListing()
        listing.search = search
        if asOf { listing.asOf = Laws.at(50) }
        var hit: SearchHit?
        _ = try store.reader.articles(listing) { hit = $0.hit }
        return try #require(hit)
    }

    private static let marked: [(search: String, headline: String?, passage: String?)] = [
        ("knicks", "«Knicks» win in New York", "It was the «Knicks»’ night: New York saw the «Knicks»."),
        ("cafe", nil, "The knicks, with a \"«Café»\" crowd, won."),
        ("\"new york\"", "Knicks win in «New York»", "It was the Knicks’ night: «New York» saw the Knicks."),
        ("bask*", nil, "«Basketball», N.B.A.; New York \"Knicks\""), ("lovelace", nil, "By Ada «Lovelace»"),
        ("n.b.a.", nil, "Basketball, «N.B.A».; New York \"Knicks\""),
        ("win NOT lakers", "Knicks «win» in New York", nil), ("headline:knicks", "«Knicks» win in New York", nil),
        (
            "NEAR(knicks york, 3)", "«Knicks» win in New «York»",
            "It was the «Knicks»’ night: New «York» saw the «Knicks»."
        ),
    ]

    @Test(arguments: marked)
    func `hits are marked in the headline and in the text with the most of them`(
        _ search: String, _ headline: String?, _ passage: String?
    ) async throws {
        let store = try await Self.filled()
        let hit = try Self.hit(search, in: store)
        #expect(hit.headline?.quoted == headline)
        #expect(hit.passage?.quoted == passage)
        #expect(hit.score > 0)
        #expect(try Self.hit(search, in: store, asOf: true) == hit)
    }

    @Test func `as of an instant what was said then is found and marked`() async throws {
        let store = try await Self.filled()
        var changed = Laws.article("knicks")
        changed.headline = "Lakers lose"
        try await Laws.sync(store.writer, [Laws.page(0, [changed])], at: 100)
        #expect(try Self.hit("knicks win", in: store, asOf: true).headline?.quoted == "«Knicks» «win» in New York")
        #expect(try Self.hit("lakers", in: store).headline?.quoted == "«Lakers» lose")
        var listing = ArticleListing()
        listing.search = "knicks"
        #expect(try store.ids(listing) == [])
        (listing.search, listing.asOf) = ("lakers", Laws.at(50))
        #expect(try store.ids(listing) == [])
    }

    @Test func `many more articles than are marked at once are all marked, each time they are asked for`() async throws
    {
        let store = try StoreInspection()
        let articles = (0..<450).map { number in
            var article = Laws.article("a\(number)")
            article.headline = "Number \(number) of the series"
            return article
        }
        try await Laws.sync(store.writer, [Laws.page(0, articles)])
        var listing = ArticleListing()
        listing.search = "series"
        let reader = store.reader
        for _ in 0..<3 {
            var marked: Set<String> = []
            let count = try reader.articles(listing) { row in
                #expect(row.hit?.headline?.quoted == row.article.headline?.replacing("series", with: "«series»"))
                marked.insert(row.article.key.id)
            }
            #expect(count == 450 && marked.count == 450)
            #expect(throws: TestFailure.self) { try reader.articles(listing) { _ in throw TestFailure("enough") } }
        }
        listing.search = nil
        _ = try reader.articles(listing) { #expect($0.hit == nil) }
    }

    @Test(arguments: [
        ("knicks", [] as [String]), ("", []),
        (
            "knicks AND",
            [
                "the search text cannot be read, column 11: found the end, expected a word or a phrase; "
                    + "looked for the plain words \"knicks\", \"AND\" instead, all of them"
            ]
        ),
    ])
    func `a search that is taken as plain words is told`(_ search: String, _ notices: [String]) throws {
        var listing = ArticleListing()
        listing.search = search
        #expect(SQLiteArticleReader(path: "/nowhere").notices(on: listing) == notices)
    }
}

extension MarkedText {
    fileprivate var quoted: String { parts.map { $0.isMarked ? "«\($0.text)»" : $0.text }.joined() }
}
