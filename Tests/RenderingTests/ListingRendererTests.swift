internal import Articles
internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct `A listing that goes on` {
    /// A beginning, and two sets of changes of every kind.
    private func render(_ format: ListingFormat, terminal: Terminal = .plain, empty: Bool = false) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var renderer = ListingRenderer(format, terminal: terminal) { bytes += $0 }
        let (full, bare, foreign) = (try Samples.full(), try Samples.bare(), try Samples.foreign())
        try renderer.write(empty ? [] : [full, bare], at: Samples.instant("2015-07-08T10:00:00Z"))
        try renderer.write(
            [
                ListingChange(.removed, from: 1, key: bare.article.key, article: bare),
                ListingChange(.removed, from: 0, key: ArticleKey(provider: "nyt", id: "gone\u{1B}[2J"), article: nil),
                ListingChange(.added, to: 0, key: foreign.article.key, article: foreign),
                ListingChange(.moved, from: 4, to: 1, isMoved: true, key: full.article.key, article: full),
            ], at: Samples.instant("2015-07-08T10:00:01.250Z"))
        try renderer.write(
            [
                ListingChange(.changed, from: 0, to: 0, key: foreign.article.key, article: foreign),
                ListingChange(.changed, from: 2, to: 1, isMoved: true, key: bare.article.key, article: bare),
            ], at: Samples.instant("2015-07-08T10:00:02Z"))
        return bytes
    }

    @Test func `000-28 as a table has marks and places before each article`() throws {
        expectGolden(try render(.table), named: "listing-plain.txt")
        expectGolden(try render(.table, terminal: Terminal(width: 80)), named: "listing-80.txt")
        expectGolden(try render(.table, terminal: Terminal(width: 60, usesColour: true)), named: "listing-colour.txt")
        expectGolden(try render(.table, empty: true), named: "listing-empty.txt")
    }

    @Test func `000-28 as JSON lines has an object for each article, whose set can be applied`() throws {
        expectGolden(try render(.jsonl), named: "listing.jsonl")
    }

    @Test func `marks and places are never cut, though the first lines had none`() throws {
        for width in [40, 80, 200] {
            let text = String(decoding: try render(.table, terminal: Terminal(width: width)), as: UTF8.self)
            for line in ["-     2", "-     1", "+           1", "~     5     2", "~     1     1"] {
                #expect(text.contains("\n\(line)  "), "\(line) in \(text)")
            }
        }
    }

    @Test func `no line is wider than the terminal`() throws {
        for width in [40, 60, 80, 120] {
            let text = String(decoding: try render(.table, terminal: Terminal(width: width)), as: UTF8.self)
            for line in text.split(separator: "\n") where !line.hasPrefix("2015-") {
                #expect(line.displayWidth <= width, "\(width): \(line)")
            }
        }
    }

    @Test func `many articles reach the sink in pieces, and all of them`() throws {
        var pieces: [Int] = []
        var renderer = ListingRenderer(.jsonl) { pieces.append($0.count) }
        let article = try Samples.full()
        try renderer.write(Array(repeating: article, count: 500), at: Samples.instant("2015-07-08T10:00:00Z"))
        #expect(pieces.count > 10 && pieces.allSatisfy { $0 < 20_000 })
        #expect(pieces.reduce(0, +) > 500 * 1_000)
    }
}
