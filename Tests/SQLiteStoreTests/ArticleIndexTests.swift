internal import Articles
internal import Chronology
internal import Expectations
internal import SQLite
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// The index of articles says what they say, however far it has come.
@Suite struct ArticleIndexTests {
    private typealias Laws = ArticleStoreConformance

    private static func ids(_ listing: ArticleListing, usesIndex: Bool, _ connection: borrowing Connection) throws
        -> [Int64]
    {
        let selection = try ArticleSelection(listing, in: connection, usesIndex: usesIndex, tried: "test")
        var ids = try connection.prepare(selection.sql)
        ids.bind(selection.values)
        var found: [Int64] = []
        while try ids.step() { found.append(ids.int64(0) ?? 0) }
        return found
    }

    private static func listed(
        _ listing: ArticleListing, _ extent: RankWalk.Extent, _ connection: borrowing Connection
    ) throws -> [Int64] {
        var ids = try ListedIDs(listing, extent: extent, in: connection, tried: "test")
        var found: [Int64] = []
        while let id = try ids.next(in: connection) { found.append(id) }
        return found
    }

    private static func count(_ listing: ArticleListing, _ connection: borrowing Connection) throws -> Int {
        let selection = try ArticleSelection(listing, in: connection, isOrdered: false, tried: "test")
        var count = try connection.prepare("SELECT count(*) FROM (\(selection.sql))")
        count.bind(selection.values)
        return try count.step() ? count.int(0) ?? 0 : 0
    }

    private static func reading(_ store: StoreInspection) throws -> Connection {
        try StoreOpening.forReading(store.path, tried: "test")
    }

    @Test(arguments: 1...12)
    func `an indexed listing is the plain one, at every state of the index`(_ seed: UInt64) async throws {
        let store = try StoreInspection()
        var history = History(dice: Dice(seed: seed))
        let writer = store.writer
        try await writer.open()
        let older = try Self.reading(store)
        var listings: [ArticleListing] = []
        var before: [[Int64]] = []
        for step in 0..<30 {
            try await history.go(on: writer, store, at: Int64(step * 10))
            let connection = try Self.reading(store)
            try connection.execute("BEGIN")
            for _ in 0..<12 {
                let listing = history.listing()
                let plain = try Self.ids(listing, usesIndex: false, connection)
                let indexed = try Self.ids(listing, usesIndex: true, connection)
                #expect(indexed == plain, "seed \(seed), step \(step): \(listing)")
                #expect(try Self.count(listing, connection) == plain.count, "seed \(seed), step \(step): \(listing)")
            }
            for first in [1, 3, 40] {
                let listing = history.page()
                let extent = RankWalk.Extent(first: first, slices: 3, most: 20, few: 0)
                let walked = try Self.listed(listing, extent, connection)
                let plain = try Self.ids(listing, usesIndex: false, connection)
                #expect(walked == plain, "seed \(seed), step \(step), walk from \(first): \(listing)")
            }
            // A reader of the store as it was some steps ago sees it so until it ends.
            if step % 5 == 4 {
                for (listing, ids) in zip(listings, before) {
                    #expect(
                        try Self.ids(listing, usesIndex: true, older) == ids, "seed \(seed), step \(step): \(listing)")
                }
                older.rollBack()
                try older.execute("BEGIN")
                listings = (0..<6).map { _ in history.listing() }
                before = try listings.map { try Self.ids($0, usesIndex: false, older) }
            }
        }
        #expect(try store.reader.articleIndexFaults() == [])
        try await writer.indexArticles()
        #expect(try store.reader.articlesWaitingForIndex() == 0)
        #expect(try store.reader.articleIndexFaults() == [])
        #expect(try store.number("SELECT count(*) FROM _folded") == store.number("SELECT count(*) FROM articles"))
        older.rollBack()
        try store.check()
        try store.execute("INSERT INTO _trigrams (_trigrams) VALUES ('integrity-check')")
    }

    /// Articles of two queries, indexed.
    private static func indexed() async throws -> StoreInspection {
        let store = try StoreInspection()
        var articles = (0..<30).map { Laws.article("a\($0)") }
        for index in articles.indices {
            articles[index].headline =
                ["El Año nuevo \(index)", "STRASSE und Straße \(index)", "plain \(index)"][index % 3]
            articles[index].section = ["Sports", "Arts"][index % 2]
            articles[index].publishedAt = .day(Laws.week.from.adding(days: index % 7))
        }
        try await Laws.sync(store.writer, [Laws.page(0, articles)])
        try await Laws.sync(store.writer, [Laws.page(0, Array(articles[5..<12]))], query: Laws.query("other"), at: 10)
        #expect(try await store.writer.indexArticles(articles: 7) == 30)
        return store
    }

    private static func listing(_ predicate: String?, sort: String? = nil, _ queries: [String] = []) -> ArticleListing {
        var listing = ArticleListing()
        (listing.predicate, listing.sort, listing.queries) = (predicate, sort, queries)
        return listing
    }

    @Test(arguments: ["ano", "AÑO", "an\u{303}o n", "nuevo 3"])
    func `a folded needle is found through the trigrams`(_ needle: String) async throws {
        let store = try await Self.indexed()
        let connection = try Self.reading(store)
        let listing = Self.listing("headline CONTAINS[cd] \"\(needle)\"", sort: "-published_at")
        let selection = try ArticleSelection(listing, in: connection, tried: "test")
        #expect(selection.sql.contains("_trigrams MATCH"))
        #expect(!selection.sql.contains("UNION"))
        let found = try Self.ids(listing, usesIndex: true, connection)
        #expect(try !found.isEmpty && found == Self.ids(listing, usesIndex: false, connection))
    }

    @Test func `the newest of a query are read off the index, in order`() async throws {
        let store = try await Self.indexed()
        let connection = try Self.reading(store)
        var listing = Self.listing(nil, sort: "-published_at", ["other"])
        listing.limit = 3
        let selection = try ArticleSelection(listing, in: connection, tried: "test")
        let plan = try connection.all("EXPLAIN QUERY PLAN " + selection.sql, .text("other"), 3, 0) { $0.text(3) ?? "" }
        #expect(plan.contains { $0.contains("COVERING INDEX _listed_by_date") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        #expect(try Self.ids(listing, usesIndex: true, connection).count == 3)
    }

    @Test func `a count by section reads an index alone`() async throws {
        let store = try await Self.indexed()
        let connection = try Self.reading(store)
        let listing = Self.listing(#"section == "Sports" AND published_at >= "2015-07-03""#)
        let selection = try ArticleSelection(listing, in: connection, isOrdered: false, tried: "test")
        let plan = try connection.all(
            "EXPLAIN QUERY PLAN SELECT count(*) FROM (\(selection.sql))", "Sports", "2015-07-03"
        ) { $0.text(3) ?? "" }
        #expect(plan.count == 1 && plan[0].contains("COVERING INDEX _listed_by_section"), "\(plan)")
        #expect(try store.reader.count(listing) == 10)
    }

    @Test func `an unchanged result leaves nothing to be indexed, a change what has changed`() async throws {
        let store = try await Self.indexed()
        var articles = (0..<3).map { Laws.article("n\($0)") }
        try await Laws.sync(store.writer, [Laws.page(0, articles)], query: Laws.query("third"), at: 20)
        try await store.writer.indexArticles()
        try await Laws.sync(store.writer, [Laws.page(0, articles)], query: Laws.query("third"), at: 30)
        #expect(try store.reader.articlesWaitingForIndex() == 0)
        articles[1].headline = "another"
        try await Laws.sync(store.writer, [Laws.page(0, articles)], query: Laws.query("third"), at: 40)
        #expect(try store.column("SELECT article_id FROM _unindexed") == [32])
        try await Laws.sync(
            store.writer, [Laws.page(0, Array(articles.dropFirst()))], query: Laws.query("third"), at: 50)
        #expect(try store.column("SELECT article_id FROM _unindexed") == [31, 32])
        #expect(try await store.writer.indexArticles() == 2)
    }

    @Test func `whoever writes to articles, the index knows what it is to look at again`() async throws {
        let store = try await Self.indexed()
        try store.execute(
            """
            UPDATE articles SET section = 'Arts' WHERE id = 1;
            UPDATE articles SET url = 'other' WHERE id = 2; -- says nothing to the index
            UPDATE articles SET headline = headline WHERE id = 3;
            INSERT OR REPLACE INTO articles (id, provider, provider_id, first_seen_at, changed_at, last_seen_at)
            SELECT 4, provider, provider_id, first_seen_at, changed_at, last_seen_at FROM articles WHERE id = 4;
            DELETE FROM query_articles WHERE article_id IN (5, 6);
            UPDATE query_articles SET article_id = 5 WHERE article_id = 7;
            DELETE FROM articles WHERE id = 7;
            DELETE FROM queries WHERE name = 'other';
            """)
        #expect(
            try store.column("SELECT article_id FROM _unindexed") == [1, 4, 5, 6, 7, 8, 9, 10, 11, 12])
        #expect(try await store.writer.indexArticles(articles: 4) == 10)
        #expect(try store.reader.articleIndexFaults() == [])
        #expect(try store.number("SELECT count(*) FROM _listed WHERE article_id = 7 OR query_id = 2") == 0)
    }

    @Test func `an article that was gone and turns out to be one that is held is gone no more`() async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, ["x"])])
        try await Laws.sync(store.writer, [Laws.page(0, ["y"])], at: 10)
        try await Laws.sync(store.writer, [Laws.page(0, [Laws.article("x", aliases: ["y"])])], at: 20)
        #expect(try store.column("SELECT vanished_at FROM articles") == [.null])
        try store.check()
    }

    @Test func `few articles are left for later where a threshold says so`() async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, (0..<10).map { "a\($0)" })])
        #expect(try await store.writer.indexArticles(ifMoreThan: 10) == 0)
        #expect(try store.reader.articlesWaitingForIndex() == 10)
        #expect(try await store.writer.indexArticles(ifMoreThan: 9, articles: 3) == 10)
        #expect(try await store.writer.indexArticles(ifMoreThan: 0) == 0)
    }

    @Test func `a slice that is stopped anywhere leaves the index as it was`() async throws {
        let store = try await Self.indexed()
        try store.execute(
            """
            UPDATE articles SET headline = 'Ganz neu ' || id WHERE id % 4 = 0;
            DELETE FROM query_articles WHERE article_id = 7;
            """
        )
        try await Laws.sync(store.writer, [Laws.page(0, ["n1", "n2", "n3"])], query: Laws.query("third"), at: 20)
        let file = StoreFile(
            try StoreOpening.forWriting(store.path, busyTimeout: .seconds(5), tried: "test"), identity: .current)
        try file.learnToFold()
        let all = "SELECT group_concat(article_id || ifnull(headline, ''), '|') FROM _folded"
        let (before, waiting) = (try store.column(all), try store.reader.articlesWaitingForIndex())
        let budget = Atomic(0)
        file.connection.askToContinue(every: 1) { budget.subtract(1, ordering: .relaxed).newValue > 0 }
        var attempts = 0
        for steps in sequence(first: 1, next: { $0 + 1 + $0 / 8 }) {
            budget.store(steps, ordering: .relaxed)
            let done = try? file.indexSome(atMost: 100)
            budget.store(.max, ordering: .relaxed)
            if done != nil { break }
            attempts += 1
            #expect(try store.column(all) == before && store.reader.articlesWaitingForIndex() == waiting)
        }
        #expect(attempts > 20)
        #expect(try store.reader.articlesWaitingForIndex() == 0 && store.reader.articleIndexFaults() == [])
        file.connection.askToContinue(every: 1) { true }
        try store.execute("INSERT INTO _trigrams (_trigrams) VALUES ('integrity-check')")
    }

    @Test func `an index of letters that has none, or others, is told of and made anew`() async throws {
        let store = try await Self.indexed()
        let listing = Self.listing(#"headline CONTAINS[cd] "nuevo""#)
        #expect(try store.reader.count(listing) == 10)
        try store.execute("INSERT INTO _trigrams (_trigrams) VALUES ('delete-all')")
        #expect(try store.reader.count(listing) == 0)
        #expect(try store.reader.articleIndexFaults() == ["30 headlines are not in the index of their letters"])
        try store.execute("INSERT INTO _trigrams (rowid, headline) SELECT article_id, 'others' FROM _folded")
        #expect(try store.reader.articleIndexFaults() == ["30 of 30 headlines are not found by their letters"])
        try await store.writer.remakeArticleIndex()
        #expect(try store.reader.articleIndexFaults() == [])
        #expect(try store.reader.count(listing) == 10)
    }

    @Test func `an index that says otherwise is told of and made anew`() async throws {
        let store = try await Self.indexed()
        try store.execute(
            """
            UPDATE _folded SET headline = 'x' WHERE article_id < 3;
            DELETE FROM _listed WHERE article_id = 4 AND query_id = 0;
            UPDATE _listed SET section = 'x' WHERE article_id = 5;
            DELETE FROM _folded WHERE article_id = 9;
            """)
        #expect(
            try store.reader.articleIndexFaults() == [
                "2 folded headlines are not those of their articles",
                "2 memberships are listed that are none, or otherwise",
                "1 memberships are not listed", "1 headlines are in the index of letters that are none",
                "1 articles are not folded",
            ])
        try await store.writer.remakeArticleIndex()
        #expect(try store.reader.articleIndexFaults() == [] && store.reader.articlesWaitingForIndex() == 0)
    }

    @Test func `a store of version 3 is indexed when it has come to the current version`() async throws {
        let store = try await Self.indexed()
        let objects = try store.column(
            """
            SELECT 'DROP ' || type || ' ' || name || ';' FROM sqlite_schema
            WHERE name IN ('_index', '_unindexed', '_folded', '_trigrams', '_listed', '_imported_notes')
                OR type = 'trigger' AND name GLOB '*_index_*' ORDER BY type = 'table'
            """)
        let script = objects.map { value in if case .text(let text) = value { text } else { "" } }.joined(
            separator: " ")
        try store.execute(
            script + """
                DROP TRIGGER notes_version; ALTER TABLE notes DROP COLUMN _version;
                ALTER TABLE _budgets DROP COLUMN refusals;
                PRAGMA user_version = 3
                """)
        try await store.writer.open()
        #expect(try store.reader.articlesWaitingForIndex() == 30)
        var listing = Self.listing(#"headline CONTAINS[cd] "ano""#, sort: "-published_at")
        listing.limit = 4
        let before = try store.ids(listing)
        #expect(try await store.writer.indexArticles() == 30)
        #expect(try store.ids(listing) == before && before.count == 4)
        #expect(try store.reader.articleIndexFaults() == [])
        try store.check()
    }
}

/// What happens to a store, at random: syncs of three queries, changes by hand, and the index coming on by a few.
private struct History {
    var dice: Dice
    private static let names = ["basketball", "climate", "arts"]
    private static let headlines = [
        "El Año nuevo", "el ano", "ANO nuevo", "Straße", "Strasse", "ﬁnal", "Ελλάς", "knicks win", "Knicks \"win\" 3-2",
        "an",
        "e\u{301}te\u{301} 2015", "été", "NUL\0behind it", "", "が か\u{3099}", "Đorđe", "k\u{308}nicks", "日本語の見出し",
    ]
    private static let predicates: [String?] = [
        nil, #"headline CONTAINS[cd] "ano""#, #"headline CONTAINS[cd] "an""#, #"headline CONTAINS[c] "NUEVO""#,
        #"headline CONTAINS "nuevo""#, #"headline BEGINSWITH[cd] "KNI""#, #"headline ENDSWITH[cd] "it""#,
        #"headline == [cd] "EL AÑO NUEVO""#, #"NOT headline CONTAINS[cd] "ano""#, #"headline IN {"Straße","el ano"}"#,
        #"headline CONTAINS[cd] "été" OR headline CONTAINS[cd] "knicks win""#, #"headline CONTAINS[cd] "behind""#,
        #"headline CONTAINS[cd] "\"win""#, #"headline CONTAINS[cd] "\#u{FFFD}beh""#, #"headline CONTAINS[cd] "l b""#,
        #"headline CONTAINS[cd] "vo""#, #"headline CONTAINS[cd] "n""#,
        #"headline ENDSWITH "O""#, #"headline LIKE[c] "*año*"  AND headline CONTAINS "Añ""#,
        #"headline CONTAINS[cd] "日本語の""#, #"headline CONTAINS[d] "が か""#,
        #"headline CONTAINS[cd] "ano" AND section == "Arts""#,
        #"headline CONTAINS[cd] "ano nuevo" AND word_count > 200"#, #"section == "Arts""#, "section == NIL",
        "word_count > 300",
        #"published_at >= "2015-07-03""#, #"published_at == "2015-07-04T00:00:00Z""#, "published_at == NIL",
        #"published_at BETWEEN {"2015-07-02", "2015-07-05"} AND kind != "News""#, "rank <= 3",
        #"provider_id CONTAINS "1""#,
        #"headline CONTAINS[cd] "ano" AND rank > 2"#, #"last_seen_at >= "2015-07-04""#, "published_at > changed_at",
        #"headline CONTAINS[cd] "nothing""#, #"headline LIKE[cd] "*ano*""#, #"headline CONTAINS[cd] section"#,
    ]
    private static let sorts: [String?] = [
        nil, "-published_at", "published_at", "section,-published_at", "headline", "-word_count,headline", "id", "-id",
        "rank", "-last_seen_at", "kind,published_at", "updated_at",
    ]

    private mutating func pick<Element>(_ list: [Element]) -> Element { list[Int(dice.next() % UInt64(list.count))] }
    private mutating func below(_ limit: Int) -> Int { Int(dice.next() % UInt64(limit)) }

    mutating func listing() -> ArticleListing {
        var listing = ArticleListing()
        repeat { listing.predicate = pick(Self.predicates) } while listing.predicate?.hasSuffix("section") == true
        listing.sort = pick(Self.sorts)
        listing.queries = pick([[], ["basketball"], ["climate"], ["arts"], ["arts", "climate"], ["nobody"]])
        if below(3) == 0 { (listing.limit, listing.offset) = (below(6), below(3)) }
        return listing
    }

    /// A page in the provider's order.
    mutating func page() -> ArticleListing {
        var page = listing()
        (page.sort, page.limit, page.offset) = (nil, below(8), below(4))
        return page
    }

    private mutating func article(_ number: Int) -> Article {
        var article = ArticleStoreConformance.article("a\(number)")
        // Most stay as they are from one sync to the next.
        var own = below(4) == 0 ? dice : Dice(seed: UInt64(number))
        func choose<Element>(_ list: [Element]) -> Element { list[Int(own.next() % UInt64(list.count))] }
        article.headline = choose(Self.headlines.map { Optional($0) } + [nil])
        article.section = choose(["Arts", "Sports", nil])
        article.kind = choose(["News", nil])
        article.wordCount = choose([nil, 0, 200, 400])
        article.publishedAt = choose([
            nil, PublicationDate("2015-07-04"), PublicationDate("2015-07-04T00:00:00Z"),
            PublicationDate("2015-07-04T00:00:00.500Z"), PublicationDate("2015-07-02T10:00:00Z"),
            PublicationDate("2015-07-06"),
        ])
        if below(12) == 0 { article.aliases = ["a\(number + 1)"] }
        return article
    }

    mutating func go(on writer: SQLiteArticleWriter, _ store: StoreInspection, at seconds: Int64) async throws {
        switch below(10) {
        case 0...3:
            let name = pick(Self.names)
            let first = below(30)
            let articles = (first..<first + below(25)).map { article($0) }
            try await ArticleStoreConformance.sync(
                writer, [ArticleStoreConformance.page(0, articles)],
                query: ArticleStoreConformance.query(name, keep: below(3) == 0 ? .everything : .window), at: seconds)
        case 4...6:
            if let file = try? StoreOpening.forWriting(store.path, busyTimeout: .seconds(5), tried: "test") {
                let file = StoreFile(file, identity: .current)
                try file.learnToFold()
                _ = try file.indexSome(atMost: 1 + below(12))
            }
        case 7: try await writer.indexArticles(articles: 1 + below(9))
        case 8:
            try store.execute(
                pick([
                    "UPDATE articles SET headline = 'El Año ' || id, word_count = 301 WHERE id % 5 = 2",
                    "UPDATE articles SET published_at = '2015-07-05' WHERE id % 4 = 1",
                    "DELETE FROM articles WHERE vanished_at IS NOT NULL AND id % 2 = 0",
                    "UPDATE articles SET section = NULL",
                    """
                    DELETE FROM query_articles WHERE query_id = 2 AND article_id % 3 = 0;
                    UPDATE articles SET vanished_at = changed_at
                    WHERE vanished_at IS NULL AND id NOT IN (SELECT article_id FROM query_articles);
                    UPDATE windows SET stored = (SELECT count(*) FROM query_articles WHERE window_id = windows.id),
                        _kept = (SELECT count(last_seen_at) FROM query_articles WHERE window_id = windows.id)
                    """,
                    "DELETE FROM notes",
                ]))
        default:
            if below(4) == 0 {
                try await writer.remakeArticleIndex()
            } else {
                try await writer.indexArticles(articles: 3)
            }
        }
    }
}
