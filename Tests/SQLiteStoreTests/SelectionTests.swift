internal import Articles
internal import Chronology
internal import Expectations
internal import Records
internal import SQLite
internal import SQLiteStore
internal import TestSupport
internal import Testing

@Suite struct SelectionTests {
    private typealias Laws = ArticleStoreConformance

    /// Four articles: knicks (Sports, 900 words), café (Arts, 100), lakers (Sports, no count), los (World, 500).
    private static func filled() async throws -> StoreInspection {
        let store = try StoreInspection()
        var articles = ["knicks", "café", "lakers", "los"].map { Laws.article($0) }
        articles[0].headline = "Knicks win in New York"
        (articles[0].section, articles[0].wordCount, articles[0].keywords) = ("Sports", 900, ["Basketball", "N.B.A."])
        articles[1].headline = "Un Café à Paris"
        (articles[1].section, articles[1].wordCount, articles[1].abstract) = ("Arts", 100, "About coffee")
        articles[2].headline = "Lakers lose in Los Angeles"
        (articles[2].section, articles[2].byline) = ("Sports", "By Ada Lovelace")
        articles[3].headline = "Angeles without los"
        (articles[3].section, articles[3].wordCount, articles[3].leadParagraph) = ("World", 500, "Rain fell.")
        articles[0].publishedAt = .day(Laws.week.from)
        articles[1].publishedAt = .instant(Laws.at(0))
        articles[3].publishedAt = .day(Laws.week.to)
        try await Laws.sync(store.writer, [Laws.page(0, articles)])
        return store
    }

    private static func listing(
        predicate: String? = nil, search: String? = nil, sort: String? = nil, limit: Int? = nil
    ) -> ArticleListing {
        var listing = ArticleListing()
        (listing.predicate, listing.search, listing.sort, listing.limit) = (predicate, search, sort, limit)
        return listing
    }

    @Test(arguments: [
        ("knicks", ["knicks"]), ("cafe", ["café"]), ("CAFÉ", ["café"]), ("coffee", ["café"]), ("rain", ["los"]),
        ("basketball", ["knicks"]), ("lovelace", ["lakers"]), ("\"los angeles\"", ["lakers"]),
        ("los angeles", ["lakers", "los"]), ("knicks OR rain", ["knicks", "los"]), ("angeles NOT lakers", ["los"]),
        ("headline:angeles", ["lakers", "los"]), ("byline:angeles", []), ("kni*", ["knicks"]), ("nobody", []),
        ("NEAR(knicks york, 5)", ["knicks"]),
    ])
    func `a search finds words in any of the five columns`(_ search: String, _ ids: [String]) async throws {
        let store = try await Self.filled()
        #expect(try store.ids(Self.listing(search: search)).sorted() == ids)
        #expect(try store.reader.count(Self.listing(search: search)) == ids.count)
    }

    @Test(arguments: ["", "  ", "?!"])
    func `a search without a word is usage`(_ search: String) async throws {
        let store = try await Self.filled()
        for look in [{ _ = try store.ids($0) }, { _ = try store.reader.count($0) }] as [(ArticleListing) throws -> Void]
        {
            let failure = try #require(throws: StoreFailure.self) { try look(Self.listing(search: search)) }
            #expect(failure.kind == .usage)
            #expect(failure.column == 1, "\(failure)")
        }
    }

    @Test(arguments: [
        ("\"los angeles lose", ["lakers"]), ("los AND", []), ("nobody:los", []), ("knicks-win", ["knicks"]),
        ("(los", ["lakers", "los"]), ("-knicks", ["knicks"]), ("in NOT", []),
    ])
    func `a search that cannot be read is one for plain words`(_ search: String, _ ids: [String]) async throws {
        let store = try await Self.filled()
        #expect(try store.ids(Self.listing(search: search)).sorted() == ids)
        #expect(try store.reader.count(Self.listing(search: search)) == ids.count)
    }

    @Test(arguments: [
        (#"headline CONTAINS[cd] "knicks" AND word_count > 500"#, ["knicks"]),
        (#"section IN {"Sports","Arts"}"#, ["knicks", "café", "lakers"]),
        (#"headline CONTAINS[cd] "CAFE""#, ["café"]), ("word_count == NULL", ["lakers"]),
        (#"ANY keywords == "N.B.A.""#, ["knicks"]), (#"headline MATCHES ".*Los.*""#, ["lakers"]),
        (#"published_at >= "2015-07-04""#, ["café", "los"]), ("rank <= 2", ["knicks", "café"]),
        (#"last_seen_at >= "2015-07-04""#, ["knicks", "café", "lakers", "los"]), ("word_count > 9999", []),
    ])
    func `a predicate picks articles`(_ predicate: String, _ ids: [String]) async throws {
        let store = try await Self.filled()
        #expect(try store.ids(Self.listing(predicate: predicate)) == ids)
    }

    @Test(arguments: [
        ("-published_at", ["los", "café", "knicks", "lakers"]),
        ("published_at:NO,headline", ["los", "café", "knicks", "lakers"]),
        ("section,-word_count", ["café", "knicks", "lakers", "los"]), ("-rank", ["los", "lakers", "café", "knicks"]),
    ])
    func `keys put articles in order`(_ sort: String, _ ids: [String]) async throws {
        let store = try await Self.filled()
        #expect(try store.ids(Self.listing(sort: sort)) == ids)
    }

    @Test func `predicate, search, order and limit hold together`() async throws {
        let store = try await Self.filled()
        var listing = Self.listing(predicate: "word_count != 100", search: "in OR angeles", sort: "-rank", limit: 1)
        #expect(try store.ids(listing) == ["los"])
        listing.offset = 1
        listing.queries = ["basketball"]
        #expect(try store.ids(listing) == ["lakers"])
        #expect(try store.reader.count(listing) == 1)
    }

    @Test(arguments: ["oops", "", "{\"a\": \"N.B.A.\"}", "\"N.B.A.\"", "7"])
    func `what another program wrote for a list fails no listing`(written: String) async throws {
        let store = try await Self.filled()
        try store.execute(
            "UPDATE articles SET keywords = '\(written)', authors = '\(written)' WHERE provider_id = 'los'")
        let door = DynamicStore(path: store.path, clock: WallClock { Laws.at(900) }, log: .silent)
        for (predicate, ids) in [
            (#"ANY keywords == "N.B.A.""#, ["knicks"]), (#"NONE authors == "x""#, ["knicks", "café", "lakers", "los"]),
            (#"keywords CONTAINS "Basketball" AND word_count > 1"#, ["knicks"]),
        ] {
            #expect(try store.ids(Self.listing(predicate: predicate)) == ids)
            #expect(try store.reader.count(Self.listing(predicate: predicate, sort: "-published_at")) == ids.count)
            var former = Self.listing(predicate: predicate)
            former.asOf = Laws.at(900)
            #expect(try store.reader.count(former) == ids.count)
            for entity in ["articles", "current_articles"] {
                #expect(try door.count(entity, where: predicate) == ids.count, "\(entity)")
            }
        }
        let listed = try door.rows("current_articles", where: "provider_id == 'los'", keys: ["keywords"])
        #expect(listed.first?["keywords"] == [])
    }

    @Test func `a pattern that SQLite would not take is usage, with its column`() async throws {
        let store = try await Self.filled()
        let pattern = String(repeating: "🏀", count: 15_000)
        let failure = try #require(throws: StoreFailure.self) {
            _ = try store.ids(Self.listing(predicate: "word_count > 1 AND headline LIKE \"\(pattern)\""))
        }
        #expect(failure.kind == .usage && failure.column == 34, "\(failure.reason.prefix(200))")
    }

    @Test func `a predicate or sort that cannot be read is usage, with its column`() async throws {
        let store = try await Self.filled()
        for (listing, column) in [
            (Self.listing(predicate: "headline CONTAINS"), 18),
            (Self.listing(predicate: "word_count > 1 AND nobody == 2"), 20),
            (Self.listing(sort: "headline,nobody"), 10),
        ] {
            let failure = try #require(throws: StoreFailure.self) { _ = try store.ids(listing) }
            #expect(failure.kind == .usage && failure.column == column, "\(failure)")
            #expect(throws: StoreFailure.self) { _ = try store.reader.count(listing) }
        }
    }

    @Test func `the index keeps step whoever writes`() async throws {
        let store = try await Self.filled()
        try store.execute(
            """
            UPDATE articles SET headline = 'Zebras win' WHERE provider_id = 'knicks';
            INSERT INTO articles (provider, provider_id, headline, first_seen_at, changed_at, last_seen_at, vanished_at)
            VALUES ('hand', 'made', 'Giraffes', '2015-07-01', '2015-07-01', '2015-07-01', '2015-07-01');
            """)
        #expect(try store.ids(Self.listing(search: "zebras")) == ["knicks"])
        #expect(try store.ids(Self.listing(search: "york")) == [])
        let hits = "SELECT count(*) FROM articles_fts WHERE articles_fts MATCH 'giraffes'"
        #expect(try store.number(hits) == 1)
        try store.check()
        try store.execute("DELETE FROM articles WHERE provider = 'hand'")
        #expect(try store.number(hits) == 0)
        try store.check()
    }
}
