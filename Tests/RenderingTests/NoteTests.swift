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
        expectReport(NotesReport(try notes()), named: "notes")
        #expect(NotesReport(try notes()).text(on: .plain).split(separator: "\n").count == 4)
    }

    @Test func `no notes are told from none that fit`() {
        #expect(NotesReport([]).text(on: .plain) == "No notes yet; `articlesync notes add` makes one.\n")
        #expect(NotesReport([], isSelection: true).text(on: .plain) == "No note is like that.\n")
        #expect(NotesReport([]).json == "{\"notes\":[]}\n")
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
