internal import Articles
internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

/// What is shown of the text in which a search found something.
@Suite struct SnippetTests {
    private static func marked(_ text: String) -> MarkedText {
        MarkedText(text.replacing("[", with: "\u{F8F0}").replacing("]", with: "\u{F8F1}"))
    }

    @Test(arguments: [
        ("all of a [short] text", 40, "all of a «short» text"),
        ("all of a [short] text", 21, "all of a «short» text"), ("all of a [short] text", 18, "…of a «short» text"),
        ("one two three four five six seven [eight] nine ten", 20, "…seven «eight» nine…"),
        ("[one] two three four five six seven [eight] [nine] ten", 20, "…seven «eight» «nine»…"),
        ("[one] two three four five six seven eight nine ten", 12, "«one» two…"),
        ("one two three four five six seven eight nine [ten]", 14, "…nine «ten»"),
        ("no hit in a text that is long enough", 12, "no hit in…"),
        ("a [verylongwordthatdoesnotfit] b", 10, "a «verylo»…"),
        ("a [phrase of several words that] goes on", 16, "a «phrase of»…"),
        ("東京で[バスケ]ットボールの試合", 12, "…«バスケ»ット…"), ("[x]", 1, "«x»"), ("[xyz]", 1, "«x»…"), ("", 5, ""),
    ])
    func `a long text is shown where the hits are, in whole words`(_ text: String, _ width: Int, _ shown: String) {
        #expect(Self.marked(text).excerpt(width: width).quoted == shown)
    }

    @Test func `an excerpt is never wider, and never invents a hit`() {
        var random = Dice(seed: 12)
        for _ in 0..<1_000 {
            var text = ""
            for _ in 0..<random.next() % 40 {
                let word = String(
                    repeating: ["a", "é", "東", "👍"][Int(random.next() % 4)], count: Int(random.next() % 9))
                text += random.next() % 4 == 0 ? "[\(word)x] " : "\(word) "
            }
            let marked = Self.marked(text)
            for width in [4, 10, 33, 160] {
                let excerpt = marked.excerpt(width: width)
                let plain = excerpt.parts.map(\.text).joined()
                #expect(plain.displayWidth <= width, "\(text) \(width)")
                #expect((excerpt.hits > 0) == (marked.hits > 0), "\(text) \(width): \(excerpt.quoted)")
                let whole = marked.parts.map(\.text).joined()
                #expect(whole.contains(plain.drop { $0 == "…" }.prefix { $0 != "…" }), "\(text) \(width)")
            }
        }
    }

    private static func samples() throws -> [StoredArticle] {
        var full = try Samples.full()
        full.hit = SearchHit(
            score: 7.123_456, headline: marked("[Knicks] win, \"finally\": a long evening at the Garden ends well"),
            passage: marked(full.article.leadParagraph?.replacing("rim twice", with: "[rim] [twice]") ?? ""))
        var headlineAlone = try Samples.full()
        headlineAlone.hit = SearchHit(
            score: 2, headline: marked("[Knicks] win, \"finally\": a long evening at the Garden [ends well]"))
        var bare = try Samples.bare()
        bare.hit = SearchHit(score: 0.5)
        var foreign = try Samples.foreign()
        foreign.hit = SearchHit(
            score: 0.25, headline: marked("東京で[バスケットボール] 🏀 \u{1B}[31mred\u{202E}evil\u{7}"),
            passage: marked("evil \u{1B}]0;title\u{7} [text]\nof two lines"))
        return [full, headlineAlone, bare, foreign]
    }

    private func render(_ format: ArticleFormat, _ terminal: Terminal = .plain) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var renderer = ArticleRenderer(format, terminal: terminal, hits: true) { bytes += $0 }
        try renderer.begin()
        for row in try Self.samples() { try renderer.row(row) }
        try renderer.end()
        return bytes
    }

    @Test(arguments: [ArticleFormat.json, .jsonl, .csv])
    func `what was searched for has a score and a snippet in every format`(_ format: ArticleFormat) throws {
        expectGolden(try render(format), named: "found.\(format.rawValue)")
    }

    @Test func `a file gets hits between guillemets`() throws {
        expectGolden(try render(.table), named: "found-plain.txt")
    }

    @Test func `a terminal gets hits in reverse, as far as they fit`() throws {
        expectGolden(try render(.table, Terminal(width: 80, usesColour: true)), named: "found-80-colour.txt")
        expectGolden(try render(.table, Terminal(width: 50)), named: "found-50.txt")
    }

    @Test func `no line of what was found is wider than the terminal`() throws {
        for width in [20, 33, 40, 61, 80, 100, 200] {
            let text = String(decoding: try render(.table, Terminal(width: width)), as: UTF8.self)
            for line in text.split(separator: "\n") {
                #expect(line.displayWidth <= max(width, 17), "\(width): \(line)")
            }
        }
    }

    @Test func `rows beyond the sample have their passages too`() throws {
        var bytes: [UInt8] = []
        var renderer = ArticleRenderer(.table, hits: true) { bytes += $0 }
        try renderer.begin()
        for _ in 0..<500 { try renderer.row(try Self.samples()[0]) }
        try renderer.end()
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 1_001)
        #expect(lines.count { $0.contains("«rim» «twice»") } == 500)
    }
}
