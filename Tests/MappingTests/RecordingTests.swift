internal import Mapping
internal import TestSupport
internal import Testing

/// A test's own NYT article, read by the paths of three eras of the API.
private struct Clipping: Hashable, Sendable {
    var id = ""
    var url: String?
    var headline: String?
    var lead: String?
    var byline: String?
    var authors: [String] = []
    var published: DateValue?
    var words: Int?
    var image: String?
    var keywords: [String] = []

    static func mapping() throws -> Mapping<Clipping> {
        let text = [TransformDeclaration("html"), TransformDeclaration("collapse_space")]
        return try Mapping(
            Clipping(),
            properties: [
                .text("id", \.id), .text("url", \.url), .text("headline", \.headline), .text("lead", \.lead),
                .text("byline", \.byline),
                .texts("authors", \.authors), .date("published", \.published), .integer("words", \.words),
                .text("image", \.image),
                .texts("keywords", \.keywords),
            ],
            fields: [
                FieldDeclaration("id", from: [.path("uri"), .path("_id")]),
                FieldDeclaration(
                    "url", from: [.path("web_url")],
                    transforms: [TransformDeclaration("absolute_url", ["https://www.nytimes.com"])]),
                FieldDeclaration(
                    "headline", from: [.path("headline.main"), .path("headline.print_headline")], transforms: text),
                FieldDeclaration(
                    "lead", from: [.path("lead_paragraph"), .path("abstract"), .path("snippet")], transforms: text),
                FieldDeclaration("byline", from: [.path("byline.original")], transforms: text),
                FieldDeclaration(
                    "authors", from: [.path("byline.person[*]")],
                    each: [
                        .template("{firstname} {middlename} {lastname}"), .template("{firstname} {lastname}"),
                        .path("lastname"),
                    ]),
                FieldDeclaration(
                    "published", from: [.path("pub_date")], transforms: [TransformDeclaration("date", ["iso8601"])]),
                FieldDeclaration("words", from: [.path("word_count")]),
                FieldDeclaration(
                    "image",
                    from: [
                        .path("multimedia.default.url"), .path("multimedia[?subtype=xlarge].url"),
                        .path("multimedia[0].url"),
                    ],
                    transforms: [TransformDeclaration("absolute_url", ["https://static01.nyt.com/"])]),
                FieldDeclaration("keywords", from: [.path("keywords[*].value")]),
            ])
    }
}

@Suite struct RecordingTests {
    private func read(_ name: String) throws -> (shape: ElementsShape, clippings: [Clipping], report: MappingReport) {
        let mapping = try Clipping.mapping()
        let documents = try JSONPath("response.docs")
        var document = JSONDocument()
        var report = MappingReport()
        var clippings: [Clipping] = []
        let shape = try document.parse(try Recordings.bytes("nyt/\(name)")) { root in
            try mapping.forEach(at: documents, in: root, report: &report) { clippings.append($0) }
        }
        return (shape, clippings, report)
    }

    static let pages = Recordings.cases(
        [("2015_two-ids", 4), ("2016_images-and-entities", 2), ("2018_no-section", 1), ("2019_uri-and-id", 2)],
        recorded: [
            ("2015-08_array-multimedia_34hits", 10), ("2015-12_query-nytimes-urls_695hits", 10),
            ("2016-04_33169hits", 10), ("2016-11_ap-source_27hits", 10), ("2019-02_vcr_fq_money", 10),
        ]
    ) { "nyt/\($0.0).json" }

    @Test(arguments: pages)
    func `a page is read whole and clean`(name: String, documents: Int) throws {
        let (shape, clippings, report) = try read(name + ".json")
        #expect(shape == .array(count: documents))
        #expect(clippings.count == documents)
        #expect(report.isClean, "\(report.omissions)")
        for clipping in clippings {
            #expect(clipping.headline != nil && clipping.published != nil && clipping.words != nil)
            #expect(clipping.url?.hasPrefix("http") == true)
        }
    }

    @Test func `word counts are read from numbers and from texts of the same page`() throws {
        #expect(try read("2015_two-ids.json").clippings.map(\.words) == [120, 118, 90, 75])
    }

    @Test func `a page without ids drops every document and says so`() throws {
        let (shape, clippings, report) = try read("2019_fl-word-count-only.json")
        #expect(shape == .array(count: 4))
        #expect(clippings.isEmpty)
        #expect(report.bad == 4 && report.decoded == 0)
        #expect(report.omissions[3].error.path == "response.docs[3].uri")
    }

    @Test func `the forms of an empty page are told apart`() throws {
        #expect(try read("2021_zero-hits.json").shape == .array(count: 0))
        #expect(try read("2026_zero-hits.json").shape == .null)
        #expect(try read("error_429_quota.json").shape == .absent)
    }

    @Test func `a document of the newest form is read in full`() throws {
        let clipping = try Clipping.mapping().decode(
            json: try Recordings.bytes("nyt/2026_single-doc.json"))
        #expect(clipping.id == "nyt://article/00000000-0000-5000-8000-00000000000e")
        #expect(clipping.byline == "By Ada Sample")
        #expect(clipping.published?.description == "2026-02-16T10:03:05Z")
        #expect(clipping.words == 1_090)
        #expect(clipping.image == "https://static01.nyt.com/images/2026/02/16/clock-articleLarge.jpg")
        #expect(clipping.keywords == ["Theater", "Example Players", "Clock (Play)"])
        #expect(clipping.lead == "A play about a clock.")
    }

    @Test func `a document of the middle form has its authors and an absolute picture`() throws {
        let clipping = try Clipping.mapping().decode(json: try Recordings.bytes("nyt/2022_single-doc.json"))
        #expect(clipping.image == "https://static01.nyt.com/images/2022/03/06/sack-articleLarge.jpg")
        #expect(clipping.authors == ["Ada Sample"])
    }

    @Test func `entities of a snippet are decoded`() throws {
        #expect(try read("2019_uri-and-id.json").clippings.first?.lead == "It\u{2019}s full.")
        #expect(try read("2019_uri-and-id.json").clippings.first?.headline == "The Piggy Bank\u{2019}s Day")
    }

    static let paths = [
        ("guardian/search.json", "response.results[*].tags[?type=contributor].webTitle"),
        ("crossref/works.json", "message.items[*].title[0]"),
        ("openalex/works.json", "results[*].authorships[*].author.display_name"),
        ("scopus/search.json", "search-results.link[?@ref=next].@href"),
        ("newsdata/array.json", "[*].creator[*]"),
        ("doaj/articles.json", "results[*].bibjson.link[?type=fulltext].url"),
        ("hackernews/search.json", "hits[*].created_at_i"), ("plos/search.json", "response.docs[*].abstract[*]"),
        ("wikipedia/search.json", "query.search[-1].pageid"),
    ]

    static let recordedPaths = [
        ("guardian/search_show_fields_tags_2012_first6.json", "response.results[*].tags[?type=contributor].webTitle"),
        ("crossref/works_filter_has_abstract.json", "message.items[*].title[0]"),
        ("openalex/works_page1_first10_of_49.json", "results[*].authorships[*].author.display_name"),
        ("scopus/search_offset0.json", "search-results.link[?@ref=next].@href"),
        ("newsdata/results_array_only.json", "[*].creator[*]"),
        ("doaj/v2_articles_page1.json", "results[*].bibjson.link[?type=fulltext].url"),
        ("hackernews/search_by_date_page_a.json", "hits[*].created_at_i"),
        ("plos/search_abstract_array.json", "response.docs[*].abstract[*]"),
        ("wikipedia/search_page1.json", "query.search[-1].pageid"),
    ]

    @Test(arguments: Recordings.cases(paths, recorded: recordedPaths) { $0.0 })
    func `the paths of other providers lead somewhere`(name: String, path: String) throws {
        let path = try JSONPath(path)
        var document = JSONDocument()
        let texts = try document.parse(try Recordings.bytes(name)) { root in path.all(in: root).map(\.scalarText) }
        #expect(!texts.isEmpty && !texts.contains(nil))
    }

    @Test func `every answer is JSON and every value of it knows its place`() throws {
        var document = JSONDocument()
        var bodies = 0
        let providers = try Recordings.folders.flatMap { folder in
            try Files.names(in: folder).map { folder + "/" + $0 }
        }
        for provider in providers {
            for name in try Files.names(in: provider) where name.hasSuffix(".json") {
                bodies += 1
                try document.parse(try Files.read("\(provider)/\(name)")) { root in
                    // The first few hundred values: each look-up goes from the root.
                    var seen = 0
                    RandomJSON.walk(root) { node in
                        seen += 1
                        if seen < 300 { #expect(node.location.first(in: root)?.location == node.location) }
                    }
                }
            }
        }
        #expect(bodies > 25)
    }
}
