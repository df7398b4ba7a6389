internal import Articles
internal import Chronology
internal import Expectations
internal import Records
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

@Suite struct `Articles as records` {
    private typealias Laws = ArticleStoreConformance

    /// One of which a provider said everything.
    private static var whole: Article {
        var whole = Laws.article("whole")
        (whole.headline, whole.abstract, whole.leadParagraph) = ("Un café", "About coffee", "Rain fell.")
        (whole.byline, whole.authors) = ("By Ada \"Countess\" Lovelace", ["Ada \"Countess\" Lovelace"])
        (whole.source, whole.section, whole.kind, whole.language) = ("Example", "Arts", "news", "en")
        (whole.url, whole.imageURL) = ("https://example.com/whole", "https://example.com/whole.jpg")
        (whole.publishedAt, whole.updatedAt) = (.instant(Laws.at(0)), .instant(Laws.at(60)))
        (whole.wordCount, whole.keywords, whole.aliases) = (900, ["Coffee", "Paris"], ["older", "oldest"])
        return whole
    }

    /// Three articles, of which a provider said everything, something, and nothing.
    private static func filled() async throws -> StoreInspection {
        let store = try StoreInspection()
        var some = Laws.article("some")
        some.publishedAt = .day(Laws.week.from)
        let none = Article(key: ArticleKey(provider: "nyt", id: "none"))
        try await Laws.sync(store.writer, [Laws.page(0, [whole, some, none])])
        return store
    }

    private static func records(
        _ query: RecordQuery<ArticleRecord>, of store: StoreInspection
    ) throws -> [StoredArticle] {
        try store.reader.records("test") { (connection) throws(RecordError) in
            try query.all(in: connection).map { $0.article() }
        }
    }

    @Test func `an article is the same by its record as by every reader`() async throws {
        let store = try await Self.filled()
        let records = try Self.records(ArticleRecord.all.sorted(by: "id"), of: store)
        var listed: [StoredArticle] = []
        var listing = ArticleListing()
        listing.sort = "id"
        _ = try store.reader.articles(listing) { listed.append($0) }
        #expect(records == listed && records.map(\.article.key.id) == ["whole", "some", "none"])
        for record in records {
            #expect(try store.reader.article("\(record.id)") == record)
            #expect(try store.reader.history(of: "\(record.id)")?.article == record)
        }
        #expect(records[0].article == Self.whole && records[0].queries == ["basketball"])
        #expect(records[2].article == Article(key: records[2].article.key))
    }

    @Test func `articles are found, sorted and counted through their record`() async throws {
        let store = try await Self.filled()
        let dated = try ArticleRecord.all.filtered(by: "published_at >= \"2015-07-01\"").sorted(by: "-published_at")
        #expect(try Self.records(dated, of: store).map(\.article.key.id) == ["whole", "some"])
        let held = try ArticleRecord.all.filtered(by: "ANY queries == \"basketball\" AND word_count == NIL")
        let count = try store.reader.records("test") { (connection) throws(RecordError) in
            try held.count(in: connection)
        }
        #expect(count == 2)
    }

    @Test(arguments: [
        ("published_at", "'yesterday'", "a day like 2015-07-04, or an instant like 2015-07-04T00:00:00Z"),
        ("updated_at", "'2015-02-30'", "a day like 2015-07-04, or an instant like 2015-07-04T00:00:00Z"),
        ("authors", "'Ada'", "a JSON array of texts"), ("keywords", "'{\"a\":1}'", "a JSON array of texts"),
        ("first_seen_at", "''", "an instant like 2015-07-04T00:00:00Z"),
        ("changed_at", "'2015'", "an instant like 2015-07-04T00:00:00Z"),
        ("last_seen_at", "'x'", "an instant like 2015-07-04T00:00:00Z"),
        ("vanished_at", "'x'", "an instant like 2015-07-04T00:00:00Z"),
    ])
    func `a value that another program spoilt is missing alone, and is told of`(
        column: String, value: String, type: String
    ) async throws {
        let store = try await Self.filled()
        let whole = try #require(try store.reader.article("whole"))
        #expect(try store.reader.unreadableValues() == [])
        try store.execute("UPDATE articles SET \(column) = \(value) WHERE id = \(whole.id)")
        #expect(
            try store.reader.unreadableValues() == ["\(column) of articles \(whole.id): found a text, expected \(type)"]
        )
        var expected = whole
        switch column {
        case "published_at": expected.article.publishedAt = nil
        case "updated_at": expected.article.updatedAt = nil
        case "authors": expected.article.authors = []
        case "keywords": expected.article.keywords = []
        case "first_seen_at": expected.firstSeenAt = Instant(secondsSince1970: 0)
        case "changed_at": expected.changedAt = whole.firstSeenAt
        default: break
        }
        #expect(try store.reader.article("whole") == expected)
        #expect(try store.reader.article("some") != nil)
    }

    @Test func `lists that another tool wrote with space around them are read`() async throws {
        let store = try await Self.filled()
        try store.execute("UPDATE articles SET authors = ' [\"Ada\", \"Mary\"]\n' WHERE provider_id = 'some'")
        #expect(try store.reader.article("some")?.article.authors == ["Ada", "Mary"])
        #expect(try store.reader.unreadableValues() == [])
    }

    @Test func `what an article is said to have said is missing where a revision was spoilt`() async throws {
        let store = try await Self.filled()
        let id = try #require(try store.reader.article("whole")).id
        try store.execute(
            """
            INSERT INTO revisions (article_id, run_id, seen_at, field, old, new)
            SELECT \(id), id, '\(Laws.at(1_000_000))', 'word_count', 'many', '900' FROM runs LIMIT 1
            """)
        var listing = ArticleListing()
        (listing.asOf, listing.sort) = (Laws.at(999_999), "id")
        var former: [StoredArticle] = []
        _ = try store.reader.articles(listing) { former.append($0) }
        #expect(former.first?.article.headline == "Un café" && former.first?.article.wordCount == nil)
    }

    @Test func `a row that says not even who its article is fails the reading, with its column`() async throws {
        let store = try await Self.filled()
        let failure = try #require(throws: SQLiteError.self) {
            let connection = try Connection(path: store.path, access: .readOnly)
            var row = try connection.prepare(
                StoredArticleRow.select.replacing("\"articles\".\"provider_id\"", with: "NULL"))
            _ = try StoredArticleRow.article(1, &row)
        }
        #expect(failure.kind == .corrupt, "\(failure)")
        #expect(failure.message == "cannot read provider_id of articles 1: found nothing, expected a text")
    }
}
