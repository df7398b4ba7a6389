internal import Articles
internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct `Notes in words` {
    private func notes() throws -> [Note] {
        let made = try Samples.instant("2015-07-08T10:05:00Z")
        return [
            Note(
                id: 12,
                content: Note.Content(
                    title: "Call the coach about the long evening at the Garden, and ask who threw it",
                    body:
                        "Before noon.\n\n  - the throw \u{1B}[31mred\n\t- the rim, of which nobody in the building had "
                        + "expected that it would hold for as long as it did\n",
                    keywords: ["sport", "phone, calls"]),
                date: made, changedAt: try Samples.instant("2015-07-09T08:00:00Z"),
                subject: Note.Subject(
                    article: 17, headline: "Knicks win, \"finally\": a long evening",
                    url: "https://example.org/2015/07/04/sports/knicks.html")),
            Note(
                id: 3, content: Note.Content(body: "\n Without a title\nand a second line"), date: made,
                changedAt: made, subject: Note.Subject(article: 2)),
            Note(id: 1, content: Note.Content(title: "東京\u{202E}", keywords: ["Ñ"]), date: nil, changedAt: nil),
        ]
    }

    @Test func `000-23 001-23 000-24 001-24 a list has a line a note, with title and keywords`() throws {
        let table = table(of: try notes())
        for (terminal, ending) in [
            (Terminal.plain, "plain"), (Terminal(width: 80), "80"), (Terminal(width: 60, usesColour: true), "colour"),
        ] {
            expectGolden(table.text(on: terminal), named: "notes-\(ending).txt")
        }
        expectGolden(try document(of: try notes()), named: "notes.json")
        #expect(table.text(on: .plain).split(separator: "\n").count == 4)
    }

    @Test func `no notes are told from none that fit`() {
        #expect(table(of: []).text(on: .plain) == "No notes yet; `articlesync notes add` makes one.\n")
        #expect(NotesTable(isSelection: true).text(on: .plain) == "No note is like that.\n")
    }

    @Test func `a document of notes comes in pieces, each as soon as it is there`() throws {
        #expect(try document(of: []) == "{\"notes\":[]}\n")
        var note = try notes()[1]
        note.content.body = String(repeating: "é", count: 20_000)
        var pieces: [Int] = []
        var document = NotesDocument { pieces.append($0.count) }
        for count in 1...3 {
            try document.append(note)
            #expect(pieces.count == count)
        }
        try document.end()
        #expect(pieces.count == 4 && pieces.dropLast().allSatisfy { (40_000..<41_000).contains($0) }, "\(pieces)")
        // Of a note without a title, a line has how it begins.
        let line = table(of: [note]).text(on: .plain)
        #expect(line.contains(String(repeating: "é", count: 400) + "…") && line.count < 1_000)
    }

    private func table(of notes: [Note]) -> NotesTable {
        var table = NotesTable()
        for note in notes { table.append(note) }
        return table
    }

    private func document(of notes: [Note]) throws -> String {
        var bytes: [UInt8] = []
        var document = NotesDocument { bytes += $0 }
        for note in notes { try document.append(note) }
        try document.end()
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `000-29 001-29 one note is shown in full, and does nothing to the terminal`() throws {
        expectReport(NoteDetails(try notes()[0]), named: "note")
        expectGolden(try notes().dropFirst().map { NoteDetails($0).text(on: .plain) }.joined(), named: "note-bare.txt")
    }

    @Test(arguments: [40, 60, 80]) func `keep to the terminal`(width: Int) throws {
        for note in try notes() {
            for line in NoteDetails(note).text(on: Terminal(width: width)).split(separator: "\n")
            where !line.contains("://") {
                #expect(line.displayWidth <= width, "\(line)")
            }
        }
    }

    @Test func `what came of it is one line, or one object`() throws {
        let note = try notes()[2]
        for (outcome, line) in [
            (NoteOutcomeReport.Outcome.added(note), "note 1 is added\n"), (.changed(note), "note 1 is changed\n"),
            (.unchanged(note), "note 1 is as it was\n"), (.removed([4]), "note 4 is removed\n"),
            (.removed([4, 5]), "notes 4, 5 are removed\n"),
        ] {
            #expect(NoteOutcomeReport(outcome).text(on: .plain) == line)
        }
        expectGolden(NoteOutcomeReport(.added(note)).json, named: "note-added.json")
        #expect(
            NoteOutcomeReport(.removed([4, 5])).json == "{\"outcome\":\"removed\",\"notes\":[4,5],\"note\":null}\n")
    }
}
