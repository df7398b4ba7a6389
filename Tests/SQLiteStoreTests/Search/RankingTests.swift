internal import Articles
internal import Expectations
internal import Glibc
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// In which order a search gives what it finds.
@Suite struct RankingTests {
    private typealias Laws = ArticleStoreConformance

    private static let words = ["aa", "bb", "cc", "dd", "ee", "ff", "gg"]

    /// Articles of few words, frequent ones and rare ones, some without a date.
    private static func corpus(_ random: inout Dice, count: Int) -> [Article] {
        func text(_ random: inout Dice, _ most: UInt64) -> String? {
            let words = (0..<random.next() % most).map { _ in
                Self.words[Int(min(random.next() % 7, random.next() % 7))]
            }
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
        return (0..<count).map { number in
            var article = Laws.article("a\(number)")
            article.headline = text(&random, 4)
            article.abstract = text(&random, 8)
            article.leadParagraph = text(&random, 8)
            article.byline = text(&random, 3)
            article.keywords = text(&random, 4).map { [$0] } ?? []
            article.publishedAt = random.next() % 5 == 0 ? nil : .instant(Laws.at(Int64(random.next() % 4)))
            return article
        }
    }

    /// BM25 as it is defined, without the length of a text, over the words of all articles.
    private static func score(_ article: Article, _ searched: [String], in all: [Article]) -> Double {
        func frequency(_ word: String, _ article: Article) -> Double {
            func count(_ text: String?) -> Double { Double((text ?? "").split(separator: " ").count { $0 == word }) }
            return 4 * count(article.headline) + 2 * count(article.abstract) + count(article.leadParagraph)
                + count(article.byline) + 3 * count(article.keywords.first)
        }
        return searched.reduce(0) { sum, word in
            let hits = Double(all.count { frequency(word, $0) > 0 })
            let rarity = log(1 + (Double(all.count) - hits + 0.5) / (hits + 0.5))
            let frequency = frequency(word, article)
            return sum + (searched.count == 1 ? 1 : rarity) * frequency * 2.2 / (frequency + 1.2)
        }
    }

    private static func found(_ store: StoreInspection, _ listing: ArticleListing) throws -> [StoredArticle] {
        var found: [StoredArticle] = []
        let count = try store.reader.articles(listing) { found.append($0) }
        #expect(count == found.count)
        return found
    }

    @Test(arguments: 1...4)
    func `the best come first, and of those that answer equally well the newest`(_ seed: Int) async throws {
        var random = Dice(seed: UInt64(seed))
        let store = try StoreInspection()
        let corpus = Self.corpus(&random, count: 150)
        try await Laws.sync(store.writer, [Laws.page(0, corpus)])
        for searched in [["aa"], ["gg"], ["aa", "bb"], ["aa", "gg"], ["ee", "ff", "gg"]] {
            for join in [" ", " OR "] {
                var listing = ArticleListing()
                listing.search = searched.joined(separator: join)
                let found = try Self.found(store, listing)
                #expect(try store.reader.count(listing) == found.count)
                #expect(!found.isEmpty || join == " ")
                for row in found {
                    let expected = Self.score(row.article, searched, in: corpus)
                    #expect(abs((row.hit?.score ?? 0) - expected) < 1e-5, "\(searched) \(row.article)")
                }
                for (row, next) in zip(found, found.dropFirst()) {
                    #expect(Order(row) < Order(next), "\(searched)")
                }
            }
        }
    }

    /// What puts one article before another.
    private struct Order: Comparable {
        let row: StoredArticle
        init(_ row: StoredArticle) { self.row = row }

        static func < (left: Order, right: Order) -> Bool {
            let scores = (left.row.hit?.score ?? 0, right.row.hit?.score ?? 0)
            if scores.0 != scores.1 { return scores.0 > scores.1 }
            let dates = (
                left.row.article.publishedAt?.description ?? "", right.row.article.publishedAt?.description ?? ""
            )
            if dates.0 != dates.1 { return dates.0 > dates.1 }
            return left.row.id < right.row.id
        }
    }

    @Test(arguments: 1...3)
    func `looking at hits one by one gives what sorting all of them gives`(_ seed: Int) async throws {
        var random = Dice(seed: UInt64(seed) + 100)
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, Self.corpus(&random, count: 260))])
        try await Laws.sync(
            store.writer, [Laws.page(0, Self.corpus(&random, count: 40))], query: Laws.query("other"), at: 100)
        for _ in 0..<20 {
            var listing = ArticleListing()
            listing.search = (0...random.next() % 3).map { _ in Self.words[Int(random.next() % 7)] }
                .joined(separator: random.next() % 2 == 0 ? " OR " : " ")
            listing.queries = [[], ["other"], ["basketball"], ["basketball", "other"]][Int(random.next() % 4)]
            listing.limit = random.next() % 2 == 0 ? nil : Int(random.next() % 230)
            listing.offset = random.next() % 2 == 0 ? 0 : Int(random.next() % 30)
            let predicate = random.next() % 2 == 0 ? nil : "headline CONTAINS 'aa' OR abstract == NULL"
            listing.predicate = predicate
            let looked = try Self.found(store, listing)
            // The rank is told by the members, so that every hit is looked up.
            listing.predicate = (predicate.map { "(\($0)) AND " } ?? "") + "rank >= 0"
            #expect(try Self.found(store, listing) == looked, "\(listing)")
            #expect(try store.reader.count(listing) == looked.count)
            listing.sort = "-published_at,id"
            (listing.limit, listing.offset) = (nil, 0)
            let sorted = try Self.found(store, listing)
            #expect(sorted.map(\.article.publishedAt) == sorted.map(\.article.publishedAt).sortedNewestFirst)
            let scores = Dictionary(uniqueKeysWithValues: sorted.map { ($0.id, $0.hit) })
            #expect(looked.allSatisfy { scores[$0.id] == .some($0.hit) })
        }
    }

    @Test func `what no query holds any more is not found`() async throws {
        let store = try StoreInspection()
        var first = Laws.article("first")
        first.headline = "Zebras"
        var second = Laws.article("second")
        second.headline = "Zebras and giraffes"
        try await Laws.sync(store.writer, [Laws.page(0, [first, second])])
        try await Laws.sync(store.writer, [Laws.page(0, [second])], at: 100)
        var listing = ArticleListing()
        listing.search = "zebras"
        #expect(try store.ids(listing) == ["second"])
        listing.queries = ["nobody"]
        #expect(try store.ids(listing) == [])
    }

    @Test func `a word in the headline counts more than in keywords, abstract, lead paragraph`() async throws {
        let store = try StoreInspection()
        var articles = ["lead", "abstract", "keywords", "headline"].map { name in
            var article = Laws.article(name)
            article.headline = "Something"
            return article
        }
        articles[0].leadParagraph = "Owls"
        articles[1].abstract = "Owls"
        articles[2].keywords = ["Owls"]
        articles[3].headline = "Owls"
        try await Laws.sync(store.writer, [Laws.page(0, articles)])
        var listing = ArticleListing()
        listing.search = "owl*"
        #expect(try store.ids(listing) == ["headline", "keywords", "abstract", "lead"])
    }

    @Test func `rows that share a score are taken from the heap together, the best first`() {
        var random = Dice(seed: 3)
        for count in [0, 1, 2, 3, 10, 1_000] {
            let hits = (0..<count).map { SearchHits.Hit(id: Int64($0), score: Double(random.next() % 20)) }
            var left = hits
            var best = BestFirst(taking: &left)
            #expect(left.isEmpty)
            var taken: [SearchHits.Hit] = []
            while true {
                let tied = best.nextTied()
                guard let score = tied.first?.score else { break }
                #expect(tied.allSatisfy { $0.score == score } && score < taken.last?.score ?? .infinity)
                taken += tied
            }
            #expect(taken.map(\.id).sorted() == hits.map(\.id))
        }
    }

    @Test func `how frequent a word is is estimated where it is frequent`() async throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.registerRanking()
        try connection.execute(
            """
            CREATE VIRTUAL TABLE t USING fts5(x, columnsize = 0);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            INSERT INTO t (rowid, x) SELECT i, iif(i % 2, 'even', 'odd') || iif(i % 3, '', ' third') || iif(i % 5000, '', ' rare')
            FROM n
            """)
        func score(_ match: String) throws -> Double {
            try #require(
                try connection.first(
                    "SELECT relevance(t, NULL, 1.0) FROM t WHERE t MATCH ?1 ORDER BY rowid LIMIT 1", .text(match)
                ) { $0.double(0) ?? -1 })
        }
        func rarity(_ hits: Double) -> Double { log(1 + (20_000 - hits + 0.5) / (hits + 0.5)) }
        // Two hits of the same phrase tell its rarity twice.
        #expect(abs(try score("rare OR rare") - 2 * rarity(4)) < 1e-9)
        #expect(abs(try score("odd OR odd") - 2 * rarity(10_000)) < 0.01)
        #expect(abs(try score("third OR third") - 2 * rarity(6_666)) < 0.01)
        #expect(try score("odd") == 1)
    }

    @Test func `rarities of one table rank the rows of another`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.registerRanking()
        try connection.execute(
            """
            CREATE VIRTUAL TABLE t USING fts5(x, y, columnsize = 0); CREATE VIRTUAL TABLE u USING fts5(x, y, columnsize = 0);
            INSERT INTO t (x, y) VALUES ('a', 'b'), ('a', ''), ('b', ''), ('a', ''); INSERT INTO u (x, y) VALUES ('a', 'b')
            """)
        let rarities = try #require(
            try connection.first("SELECT rarities(t) FROM t WHERE t MATCH 'a b' LIMIT 1") { $0.value(0) })
        func score(_ table: String, _ value: SQLiteValue, _ weights: String) throws -> Double? {
            try connection.first(
                "SELECT relevance(\(table), ?1\(weights)) FROM \(table) WHERE \(table) MATCH 'a b'", value
            ) { $0.double(0) ?? -1 }
        }
        let own = try score("t", .null, "")
        #expect(try score("u", rarities, "") == own && score("t", rarities, "") == own)
        #expect(try score("u", .null, "") != own)
        // What is no rarities of this search is not taken for them.
        #expect(try score("t", .blob([1, 2, 3]), "") == own)
        #expect(try score("t", .text("rarities"), "") == own)
        #expect(try score("t", .null, ", 2.0") ?? 0 > own ?? 0)
        #expect(try score("t", .null, ", 1.0, 1.0, 5.0, 7.0") == own)
    }
}

extension [PublicationDate?] {
    fileprivate var sortedNewestFirst: Self { sorted { ($0?.description ?? "") > ($1?.description ?? "") } }
}
