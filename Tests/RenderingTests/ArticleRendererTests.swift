internal import Articles
internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct ArticleRendererTests {
    private func render(
        _ format: ArticleFormat, _ rows: [StoredArticle], terminal: Terminal = .plain
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var renderer = ArticleRenderer(format, terminal: terminal) { bytes += $0 }
        try renderer.begin()
        for row in rows { try renderer.row(row) }
        try renderer.end()
        return bytes
    }

    private func samples() throws -> [StoredArticle] {
        [try Samples.full(), try Samples.bare(), try Samples.foreign()]
    }

    @Test func `json is an array of rows`() throws {
        expectGolden(try render(.json, samples()), named: "articles.json")
    }

    @Test func `jsonl is a row a line`() throws {
        expectGolden(try render(.jsonl, samples()), named: "articles.jsonl")
    }

    @Test func `csv has a header and quotes what needs it`() throws {
        expectGolden(try render(.csv, samples()), named: "articles.csv")
    }

    @Test func `a table fits a terminal`() throws {
        expectGolden(try render(.table, samples(), terminal: Terminal(width: 80)), named: "articles-80.txt")
    }

    @Test func `a narrow terminal narrows the flexible columns first`() throws {
        expectGolden(try render(.table, samples(), terminal: Terminal(width: 50)), named: "articles-50.txt")
    }

    @Test func `a file gets the whole table`() throws {
        expectGolden(try render(.table, samples()), named: "articles-plain.txt")
    }

    @Test(arguments: ArticleFormat.allCases)
    func `no article is a text too`(_ format: ArticleFormat) throws {
        expectGolden(try render(format, []), named: "articles-none.\(format == .table ? "txt" : format.rawValue)")
    }

    @Test func `no line of a table is wider than the terminal`() throws {
        for width in [1, 20, 33, 40, 61, 80, 100, 200] {
            let text = String(decoding: try render(.table, samples(), terminal: Terminal(width: width)), as: UTF8.self)
            for line in text.split(separator: "\n") {
                #expect(line.displayWidth <= max(width, 13), "\(width): \(line)")
            }
        }
    }

    @Test func `many rows stream in pieces, and the table keeps its columns`() throws {
        var pieces: [Int] = []
        var lines = 0
        var renderer = ArticleRenderer(.table, terminal: Terminal(width: 60)) { piece in
            pieces.append(piece.count)
            lines += piece.count { $0 == 0x0A }
        }
        try renderer.begin()
        for number in 1...5_000 {
            var row = try Samples.full()
            row.id = Int64(number)
            row.article.headline = String(repeating: "x", count: number % 300)
            try renderer.row(row)
        }
        try renderer.end()
        #expect(lines == 5_001)
        #expect(pieces.count > 10)
        #expect(pieces.allSatisfy { $0 < 40_000 })
    }

    @Test func `what the sink throws ends the writing`() throws {
        struct PipeClosed: Error {}
        var renderer = ArticleRenderer(.jsonl) { _ in throw PipeClosed() }
        try renderer.begin()
        try renderer.row(try Samples.full())
        #expect(throws: PipeClosed.self) { try renderer.end() }
    }

    @Test func `the columns are those of the store`() {
        let names = ArticleColumn.allCases.map(\.rawValue).joined(separator: " ")
        #expect(
            names == """
                id provider provider_id url headline abstract lead_paragraph byline authors source section kind \
                published_at updated_at word_count language image_url keywords first_seen_at changed_at last_seen_at \
                vanished_at queries
                """)
    }

    @Test func `one article is shown in full`() throws {
        let details = ArticleDetails(try Samples.full())
        expectGolden(details.bytes(as: .table, terminal: Terminal(width: 80)), named: "article-80.txt")
        expectGolden(details.bytes(as: .table), named: "article-plain.txt")
        expectGolden(details.bytes(as: .json), named: "article.json")
        expectGolden(details.bytes(as: .jsonl), named: "article.json")
        expectGolden(details.bytes(as: .csv), named: "article.csv")
        expectGolden(
            ArticleDetails(try Samples.foreign()).bytes(as: .table, terminal: Terminal(width: 40)),
            named: "article-foreign-40.txt")
    }
}
