internal import Articles
internal import Chronology
internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct `A listing that goes on` {
    private typealias Change = ListingChange<ArticleKey, StoredArticle>

    /// A beginning, and two sets of changes of every kind.
    private func render(_ format: ListingFormat, terminal: Terminal = .plain, empty: Bool = false) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var renderer = ListingRenderer(format, of: StoredArticle.self, terminal: terminal) { bytes += $0 }
        let (full, bare, foreign) = (try Samples.full(), try Samples.bare(), try Samples.foreign())
        let initial = (empty ? [] : [full, bare]).enumerated().map { place, article in
            Change(.added, to: place, key: article.article.key, item: article)
        }
        try renderer.write(initial, isInitial: true, at: Samples.instant("2015-07-08T10:00:00Z"))
        try renderer.write(
            [
                Change(.removed, from: 1, key: bare.article.key, item: bare),
                Change(.removed, from: 0, key: ArticleKey(provider: "nyt", id: "gone\u{1B}[2J"), item: nil),
                Change(.added, to: 0, key: foreign.article.key, item: foreign),
                Change(.moved, from: 4, to: 1, isMoved: true, key: full.article.key, item: full),
            ], at: Samples.instant("2015-07-08T10:00:01.250Z"))
        try renderer.write(
            [
                Change(.changed, from: 0, to: 0, key: foreign.article.key, item: foreign),
                Change(.changed, from: 2, to: 1, isMoved: true, key: bare.article.key, item: bare),
            ], at: Samples.instant("2015-07-08T10:00:02Z"))
        return bytes
    }

    /// The same of notes.
    private func renderNotes(_ format: ListingFormat, terminal: Terminal = .plain) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var renderer = ListingRenderer(format, of: Note.self, terminal: terminal) { bytes += $0 }
        let made = try Samples.instant("2015-07-04T09:30:00Z")
        let free = Note(
            id: 7, content: .init(title: "Búsqueda del año", body: "Two\nlines", keywords: ["ñandú", "a, b"]),
            date: made, changedAt: made)
        let bound = Note(
            id: 12, content: .init(body: "Begins so\u{1B}[31m\nand goes on"), date: nil, changedAt: made,
            subject: .init(article: 3, headline: "Knicks win", url: "https://example.org/knicks.html"), version: 2)
        try renderer.write(
            [.init(.added, to: 0, key: 7, item: free)], isInitial: true, at: Samples.instant("2015-07-08T10:00:00Z"))
        try renderer.write(
            [
                .init(.removed, from: 4, key: 3, item: nil), .init(.added, to: 0, key: 12, item: bound),
                .init(.changed, from: 0, to: 1, key: 7, item: free), .init(.changed, from: 1, to: 2, key: 5, item: nil),
            ], at: Samples.instant("2015-07-08T10:00:01Z"))
        return bytes
    }

    @Test func `000-28 notes are written as articles are`() throws {
        expectGolden(try renderNotes(.table), named: "listing-notes-plain.txt")
        expectGolden(try renderNotes(.table, terminal: Terminal(width: 80)), named: "listing-notes-80.txt")
        expectGolden(try renderNotes(.jsonl), named: "listing-notes.jsonl")
    }

    @Test func `what comes later has room, though what came first was short`() throws {
        var text = ""
        var renderer = ListingRenderer(.table, of: Note.self, terminal: Terminal(width: 110)) {
            text += String(decoding: $0, as: UTF8.self)
        }
        let now = try Samples.instant("2015-07-08T10:00:00Z")
        func note(_ id: Int64, _ title: String) -> ListingChange<Int64, Note> {
            .init(
                .added, to: 0, key: id,
                item: Note(id: id, content: .init(title: title), date: now, changedAt: now))
        }
        try renderer.write([note(1, "Short")], isInitial: true, at: now)
        try renderer.write([note(2, "A title of thirty-five letters here")], at: now)
        #expect(text.contains("  A title of thirty-five letters here\n"))
    }

    @Test func `a listing of notes that is empty says what makes one, or that none is like that`() throws {
        for (isSelection, line) in [
            (false, "No notes yet; `articlesync notes add` makes one.\n"), (true, "No note is like that.\n"),
        ] {
            var text = ""
            var renderer = ListingRenderer(.table, of: Note.self, isSelection: isSelection) {
                text += String(decoding: $0, as: UTF8.self)
            }
            try renderer.write([], isInitial: true, at: Samples.instant("2015-07-08T10:00:00Z"))
            #expect(text == line)
        }
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
        var renderer = ListingRenderer(.jsonl, of: StoredArticle.self) { pieces.append($0.count) }
        let article = try Samples.full()
        let changes = (0..<500).map { Change(.added, to: $0, key: article.article.key, item: article) }
        try renderer.write(changes, isInitial: true, at: Samples.instant("2015-07-08T10:00:00Z"))
        #expect(pieces.count > 10 && pieces.allSatisfy { $0 < 20_000 })
        #expect(pieces.reduce(0, +) > 500 * 1_000)
    }
}

extension ListingRenderer {
    /// Writes a set and its changes.
    fileprivate mutating func write(
        _ changes: [ListingChange<Item.Key, Item>], isInitial: Bool = false, at now: Instant
    ) throws {
        var counts: [ListingChangeKind: Int] = [:]
        for change in changes { counts[change.kind, default: 0] += 1 }
        try begin(ListingSet(isInitial: isInitial, counts: counts), at: now)
        for change in changes { try write(change) }
    }
}
