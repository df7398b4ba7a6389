import Articles
import Chronology
import Providers
import TestSupport
import Testing

/// What there is in a recorded answer, counted from the file itself by other means.
struct Recording: Sendable, CustomTestStringConvertible {
    let name: String
    let total: Total
    let articles: Int
    let distinct: Int
    /// The id of the first article.
    let first: String
    /// How many articles have each of `Recording.fields`; of lists, how many values there are in all.
    let filled: [Int]

    init(_ name: String, total: Total, articles: Int, distinct: Int, first: String, filled: [Int]) {
        self.name = name
        self.total = total
        self.articles = articles
        self.distinct = distinct
        self.first = first
        self.filled = filled
    }

    var testDescription: String { name }

    static let fields: [(name: String, count: @Sendable (Article) -> Int)] = [
        ("url", { $0.url == nil ? 0 : 1 }), ("headline", { $0.headline == nil ? 0 : 1 }),
        ("abstract", { $0.abstract == nil ? 0 : 1 }), ("lead paragraph", { $0.leadParagraph == nil ? 0 : 1 }),
        ("byline", { $0.byline == nil ? 0 : 1 }), ("authors", { $0.authors.count }),
        ("source", { $0.source == nil ? 0 : 1 }), ("section", { $0.section == nil ? 0 : 1 }),
        ("kind", { $0.kind == nil ? 0 : 1 }), ("published", { $0.publishedAt == nil ? 0 : 1 }),
        ("words", { $0.wordCount == nil ? 0 : 1 }), ("image", { $0.imageURL == nil ? 0 : 1 }),
        ("keywords", { $0.keywords.count }),
    ]

    /// A recorded answer; a document that was recorded alone stands in an envelope.
    static func bytes(_ name: String) throws -> [UInt8] {
        let bytes = try Recordings.bytes("nyt/" + name + ".json")
        guard name.contains("single-doc") else { return bytes }
        let envelope = #"{"status":"OK","response":{"docs":["#.utf8
        return Array(envelope) + bytes + Array(#"],"metadata":{"hits":1,"offset":0,"time":1}}}"#.utf8)
    }
}

@Suite struct RecordingTests {
    private func read(_ name: String, status: Int = 200, page: Int = 0) throws -> ArticlePage {
        try Definitions.nyt.get().read(Recording.bytes(name), status: status, page: page)
    }

    private func failure(_ name: String, status: Int = 200) throws -> SourceFailure {
        try #require(throws: SourceFailure.self) { try read(name, status: status) }
    }

    @Test(arguments: Recordings.cases(invented, recorded: recordings) { "nyt/\($0.name).json" })
    func `004-26 each page is read whole`(_ recording: Recording) throws {
        let page = try read(recording.name)
        #expect(page.total == recording.total)
        #expect(page.articles.count == recording.articles)
        #expect(page.dropped == [])
        #expect(Set(page.articles.map(\.key)).count == recording.distinct)
        #expect(page.articles.first?.key == ArticleKey(provider: "nyt", id: recording.first))
        #expect(page.bytes == (try Recording.bytes(recording.name)).count)
        for (field, expected) in zip(Recording.fields, recording.filled) {
            #expect(page.articles.map(field.count).reduce(0, +) == expected, "\(field.name)")
        }
    }

    @Test func `every answer of the folders has its test`() throws {
        let names = try Recordings.folders.flatMap { try Files.names(in: $0 + "/nyt") }
            .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
        let read = Set((invented + recordings).map(\.name)).union([
            "2019_fl-word-count-only", "2021_zero-hits", "2026_zero-hits", "error_401_invalid-key",
            "error_401_missing-key", "error_429_quota", "error_500_bad-boolean", "error_500_bad-url", "gateway_headers",
            "2026_gateway-headers",
            "2017-08_error_500_bad-url-in-index", "2017-12_error_500_bad-boolean", "2019-02_vcr_fl-word_count_only",
            "2021-07_zero-hits_docs-empty-array", "2026-02_zero-hits_docs-null", "error_401_invalid_key",
            "error_401_missing_key", "error_429_apigee_quota",
        ])
        // Schemas are no answers.
        #expect(Set(names.filter { !$0.contains("schema") }).subtracting(read) == [])
    }

    @Test func `the same article under two ids stays two, in order`() throws {
        let articles = try read("2015_two-ids").articles
        #expect(articles[0].url == articles[1].url && articles[0].publishedAt == articles[1].publishedAt)
        #expect(articles[0].key != articles[1].key)
        // A text with a number in one document, a number in the next.
        #expect(articles.map(\.wordCount) == [120, 118, 90, 75])
        #expect(articles.map(\.byline) == ["By THE NEW YORK TIMES", "By ADA SAMPLE", nil, nil])
        #expect(articles[1].authors == ["Ada SAMPLE"], "a person without a name is none")
    }

    @Test func `a uri is the identity and the older id an alias`() throws {
        let article = try #require(try read("2018_no-section").articles.first)
        #expect(article.key.id == "nyt://article/00000000-0000-5000-8000-000000000008")
        #expect(article.aliases == ["aaaa00000000000000000008"])
        #expect(article.section == nil)
        #expect(try read("2022_single-doc").articles.first?.aliases == [])
        #expect(try read("2015_two-ids").articles.allSatisfy { $0.aliases.isEmpty })
    }

    @Test func `entities are decoded and relative images made absolute`() throws {
        let articles = try read("2016_images-and-entities").articles
        #expect(articles[0].abstract == "It may rain \u{2014} or not.")
        #expect(articles[0].imageURL == "https://static01.nyt.com/images/2016/03/27/picnic-articleLarge.jpg")
        #expect(articles[1].imageURL == nil && articles[1].source == "AP")
        #expect(articles[0].authors == ["Ada Maria SAMPLE"])
    }

    @Test func `an article of 2022 has each of its fields`() throws {
        let article = try #require(try read("2022_single-doc").articles.first)
        #expect(article.url == "https://www.nytimes.com/2022/03/06/sports/sack-race.html")
        #expect(article.headline == "A Sack Race Without a Fall")
        #expect(article.abstract == "The sack race is over.")
        #expect(article.leadParagraph == "EXAMPLEHAVEN \u{2014} Nobody fell.")
        #expect(article.byline == "By Ada Sample")
        #expect(article.authors == ["Ada Sample"])
        #expect(article.source == "The New York Times")
        #expect(article.section == "Sports")
        #expect(article.kind == "News")
        #expect(article.publishedAt == PublicationDate("2022-03-06T20:37:16Z"))
        #expect(article.updatedAt == nil)
        #expect(article.wordCount == 1_044)
        #expect(article.language == nil)
        #expect(article.imageURL == "https://static01.nyt.com/images/2022/03/06/sack-articleLarge.jpg")
        #expect(article.keywords == ["Sack Races", "Muster, Max"])
    }

    @Test func `an article of 2026 has what that form has, and empty strings are missing`() throws {
        let article = try #require(try read("2026_single-doc").articles.first)
        #expect(article.byline == "By Ada Sample")
        // The form has no persons, and a byline cannot be cut into names reliably.
        #expect(article.authors == [])
        #expect(article.leadParagraph == nil)
        #expect(article.kind == "Op-Ed")
        #expect(article.publishedAt == PublicationDate("2026-02-16T10:03:05Z"))
        #expect(article.wordCount == 1_090)
        #expect(article.imageURL == "https://static01.nyt.com/images/2026/02/16/clock-articleLarge.jpg")
        let blanked = try read("2025_metadata").articles[1]
        #expect(blanked.headline == nil)
        #expect(blanked.byline == nil)
        #expect(blanked.imageURL == nil)
    }

    @Test func `a word count of nought is nought`() throws {
        let articles = try read("2019_uri-and-id").articles
        #expect(articles.map(\.wordCount) == [1_855, 0])
        #expect(articles[1].key.id.hasPrefix("nyt://interactive/"))
    }

    @Test(
        arguments: Recordings.cases(
            ["2021_zero-hits", "2026_zero-hits"],
            recorded: ["2021-07_zero-hits_docs-empty-array", "2026-02_zero-hits_docs-null"]
        ) { "nyt/\($0).json" })
    func `no hits are an empty page in both forms`(_ name: String) throws {
        let page = try read(name)
        #expect(page.total == .exactly(0))
        #expect(page.documents == 0)
    }

    @Test func `004-33 a page whose documents all lack an id is drift, not an empty page`() throws {
        let failure = try failure("2019_fl-word-count-only")
        #expect(failure.kind == .drift)
        #expect(failure.reason.hasPrefix("none of the 4 documents in `response.docs` can be read: article.id at"))
    }

    @Test(
        arguments: Recordings.cases(
            ["error_500_bad-url", "error_500_bad-boolean"],
            recorded: ["2017-08_error_500_bad-url-in-index", "2017-12_error_500_bad-boolean"]
        ) { "nyt/\($0).json" })
    func `a server that trips over one document is a poisoned page`(_ name: String) throws {
        let failure = try failure(name, status: 500)
        #expect(failure.kind == .poisonPage)
        #expect(failure.reason.contains("Failed to convert"))
        #expect(failure.reason.hasSuffix("(status 500)"))
    }

    @Test(
        arguments: Recordings.cases(
            ["error_401_invalid-key", "error_401_missing-key"],
            recorded: ["error_401_invalid_key", "error_401_missing_key"]
        ) { "nyt/\($0).json" })
    func `a refused key is told with where to name one`(_ name: String) throws {
        let failure = try failure(name, status: 401)
        #expect(failure.kind == .badKey)
        #expect(failure.hint?.contains("api_key_file") == true)
    }

    @Test(
        arguments: Recordings.cases(["error_429_quota"], recorded: ["error_429_apigee_quota"]) { "nyt/\($0).json" })
    func `a spent quota is a rate limit`(_ name: String) throws {
        #expect(try failure(name, status: 429).kind == .rateLimited)
    }

    @Test(
        arguments: Recordings.cases(["2026_gateway-headers"], recorded: ["gateway_headers"]) { "nyt/\($0).json" })
    func `another JSON with status 200 is drift`(_ name: String) throws {
        let failure = try failure(name)
        #expect(failure.kind == .drift)
        #expect(failure.reason.hasPrefix("`status` is gone; "))
    }
}

/// Counted from the files: `fields` in order.
private let invented: [Recording] = [
    Recording(
        "2015_two-ids", total: .exactly(34), articles: 4, distinct: 4, first: "aaaa00000000000000000001",
        filled: [4, 4, 4, 2, 2, 1, 4, 3, 4, 4, 4, 0, 3]),
    Recording(
        "2016_images-and-entities", total: .atLeast(33169), articles: 2, distinct: 2, first: "aaaa00000000000000000005",
        filled: [2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 1, 2]),
    Recording(
        "2017_single-doc", total: .exactly(1), articles: 1, distinct: 1, first: "aaaa00000000000000000007",
        filled: [1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1]),
    Recording(
        "2018_no-section", total: .atLeast(20382), articles: 1, distinct: 1,
        first: "nyt://article/00000000-0000-5000-8000-000000000008",
        filled: [1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 1]),
    Recording(
        "2019_uri-and-id", total: .atLeast(568944), articles: 2, distinct: 2,
        first: "nyt://article/00000000-0000-5000-8000-000000000009",
        filled: [2, 2, 2, 2, 1, 1, 2, 2, 2, 2, 2, 1, 2]),
    Recording(
        "2022_single-doc", total: .exactly(1), articles: 1, distinct: 1,
        first: "nyt://article/00000000-0000-5000-8000-00000000000b",
        filled: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]),
    Recording(
        "2025_metadata", total: .atLeast(10000), articles: 2, distinct: 2,
        first: "nyt://article/00000000-0000-5000-8000-00000000000c",
        filled: [2, 1, 2, 0, 1, 0, 2, 2, 2, 2, 2, 1, 3]),
    Recording(
        "2026_single-doc", total: .exactly(1), articles: 1, distinct: 1,
        first: "nyt://article/00000000-0000-5000-8000-00000000000e",
        filled: [1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 3]),
]

/// The same of the recorded ones.
private let recordings: [Recording] = [
    Recording(
        "2015-08_array-multimedia_34hits", total: .exactly(34), articles: 10, distinct: 10,
        first: "54f3274d38f0d8529ba360f0",
        filled: [10, 10, 10, 5, 10, 8, 10, 10, 10, 10, 10, 0, 37]),
    Recording(
        "2015-12_query-nytimes-urls_695hits", total: .exactly(695), articles: 10, distinct: 10,
        first: "4fc4979745c1498b0da7b7ce",
        filled: [10, 10, 10, 10, 10, 9, 10, 5, 10, 10, 10, 1, 41]),
    Recording(
        "2016-04_33169hits", total: .atLeast(33169), articles: 10, distinct: 10,
        first: "56f6d53838f0d857ea3277fc",
        filled: [10, 10, 10, 9, 10, 3, 10, 10, 10, 10, 10, 3, 18]),
    Recording(
        "2016-11_ap-source_27hits", total: .exactly(27), articles: 10, distinct: 10,
        first: "583032447c459f6a5fcceedd",
        filled: [10, 10, 10, 10, 10, 6, 10, 10, 10, 10, 10, 4, 31]),
    Recording(
        "2017-03_single-doc", total: .exactly(1), articles: 1, distinct: 1,
        first: "58dd93d97c459f24986d78bd",
        filled: [1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 4]),
    Recording(
        "2018-10_article", total: .atLeast(20382), articles: 1, distinct: 1,
        first: "nyt://article/851f88f3-8855-5b61-956d-17dd02800ca4",
        filled: [1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 3]),
    Recording(
        "2019-02_vcr_fq_money", total: .atLeast(568944), articles: 10, distinct: 10,
        first: "nyt://article/c5537674-68d8-5480-963b-b4612822c0c9",
        filled: [10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 9, 51]),
    Recording(
        "2022-03_single-doc_uri-ids", total: .exactly(1), articles: 1, distinct: 1,
        first: "nyt://article/f6b8c202-7e6e-5bb8-8030-0ef60f4d8307",
        filled: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6]),
    Recording(
        "2025-07_metadata-form_10000hits_trimmed", total: .atLeast(10_000), articles: 2, distinct: 2,
        first: "nyt://article/6eab88a9-d45a-5468-a520-68fedb434391",
        filled: [2, 1, 2, 0, 1, 0, 2, 2, 2, 2, 2, 1, 5]),
    Recording(
        "2025-07_metadata-form_3497hits_trimmed", total: .exactly(3497), articles: 1, distinct: 1,
        first: "nyt://article/308f0c56-5f74-5216-97b2-1ca1dd57338a",
        filled: [1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1]),
    Recording(
        "2026-02_single-doc_metadata-era", total: .exactly(1), articles: 1, distinct: 1,
        first: "nyt://article/63887443-83f5-505c-86be-d0205f23424b",
        filled: [1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 8]),
]
