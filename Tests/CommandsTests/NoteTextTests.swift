internal import Articles
internal import TestSupport
internal import Testing

@testable internal import Commands

@Suite struct `A note in the editor` {
    private static let pieces = ["a", "Ñ", "東", "\"", ",", " ", ":", "title:", "Keywords: x", "#", "\\", "e\u{301}"]

    private func text(_ dice: inout Dice, _ pieces: [String] = pieces) -> String {
        (0..<Int.random(in: 0...6, using: &dice)).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &dice)] }
            .joined()
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `000-32 001-32 000-37 001-37 what is laid before a person and left so says the same`(seed: UInt64) {
        var dice = Dice(seed: seed &* 0x9E37_79B9_7F4A_7C15)
        var keywords: [String] = []
        for _ in 0..<Int.random(in: 0...4, using: &dice) {
            let keyword = NoteText.oneLine(text(&dice))
            if !keyword.isEmpty, !keywords.contains(keyword) { keywords.append(keyword) }
        }
        let content = Note.Content(
            title: NoteText.oneLine(text(&dice)),
            body: NoteText.body(text(&dice, Self.pieces + ["\n", "\n\n", "\nTitle: no title\n"])), keywords: keywords)
        #expect(NoteText.content(of: NoteText.text(of: content)) == content)
    }

    @Test(arguments: [
        ("just words\n", Note.Content(body: "just words")), ("", Note.Content()), ("\n\n", Note.Content()),
        ("TITLE : x", Note.Content(title: "x")),
        ("keywords: b,a, b\ntitle: x\ny", Note.Content(title: "x", body: "y", keywords: ["b", "a"])),
        ("Title: a\r\nKeywords:\r\n\r\nb\r\nc\r\n", Note.Content(title: "a", body: "b\nc")),
        ("\nTitle: of the body\n", Note.Content(body: "Title: of the body")),
        ("Titles: a\n", Note.Content(body: "Titles: a")),
    ])
    func `may lose its two lines, or change their order`(text: String, expected: Note.Content) {
        #expect(NoteText.content(of: text) == expected)
    }

    @Test(arguments: [
        ("a, b ,,a", ["a", "b"]), ("\"a, b\",c", ["a, b", "c"]), ("\"say \"\"hi\"\", x\"", ["say \"hi\", x"]),
        ("a \"b", ["a \"b"]), ("\"open, end", ["open, end"]), (" , ", []),
    ])
    func `keywords are typed with commas between them`(text: String, expected: [String]) {
        #expect(NoteText.keywords(text) == expected)
    }
}
