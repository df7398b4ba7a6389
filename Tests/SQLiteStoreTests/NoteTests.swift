internal import Articles
internal import Chronology
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

private let noon = RawStore.at(0)
private let later = RawStore.at(3_600)

/// A store with two articles that no query holds, the first for less long.
private func makeScene() throws -> (store: RawStore, writer: SQLiteArticleWriter) {
    let store = try RawStore()
    for (id, vanished) in [("young", "2015-08-01"), ("old", "2015-07-01")] {
        try store.execute(
            """
            INSERT INTO articles (provider, provider_id, url, headline, first_seen_at, changed_at, last_seen_at, vanished_at)
            VALUES ('nyt', '\(id)', 'https://example.org/\(id)', 'Headline of \(id)', '2015-01-01T00:00:00Z',
                '2015-01-01T00:00:00Z', '2015-01-01T00:00:00Z', '\(vanished)T00:00:00Z')
            """)
    }
    return (store, store.inspection.writer)
}

@Suite struct `Notes in the store` {
    @Test func `000-34 001-34 000-35 001-35 a note is added in one call and dated now`() async throws {
        let (store, writer) = try makeScene()
        let content = Note.Content(title: "Año", body: "a\nb", keywords: ["búsqueda", "with \"quotes\", and commas"])
        let added = try await writer.addNote(content, about: 1, at: noon)
        #expect(
            added
                == Note(
                    id: 1, content: content, date: noon, changedAt: noon,
                    subject: Note.Subject(
                        article: 1, headline: "Headline of young", url: "https://example.org/young")))
        #expect(try store.inspection.column("SELECT created_at FROM notes") == [.text(noon.description)])
    }

    @Test func `000-38 001-38 000-47 001-47 after reopening, notes are as they were left`() async throws {
        let (store, writer) = try makeScene()
        let first = try await writer.addNote(Note.Content(title: "título"), at: noon)
        let second = try await writer.addNote(Note.Content(body: "búsqueda, ¡ñ!"), about: 2, at: noon)
        #expect(try store.reader.notes() == [second, first])
        #expect(try store.reader.note(first.id) == first)
        let other = store.inspection.writer
        let changed = try await other.changeNote(first.id, to: Note.Content(title: "Élan d'été"), about: nil, at: later)
        #expect(try store.reader.note(first.id) == changed)
        try await other.removeNotes([second.id])
        #expect(try store.reader.notes() == [changed])
        #expect(try store.reader.note(second.id) == nil)
        try store.inspection.check()
    }

    @Test func `000-36 001-36 000-37 001-37 editing changes the note that there is, and its date stays`() async throws {
        let (store, writer) = try makeScene()
        let before = try await writer.addNote(Note.Content(title: "título"), about: 1, at: noon)
        let content = Note.Content(title: "Ñandú", body: "año\nété", keywords: ["clé, donnée"])
        let after = try await writer.changeNote(before.id, to: content, about: 2, at: later)
        #expect(after.content == content && after.subject?.article == 2)
        #expect(after.date == noon && after.changedAt == later)
        #expect(try store.number("SELECT count(*) FROM notes") == 1)
        let free = try await writer.changeNote(before.id, to: content, about: nil, at: later)
        #expect(free.subject == nil)
    }

    @Test(arguments: ["Élan d'été", "Búsqueda del año, ¡Ñandú!"])
    func `000-36 001-36 of two who edit a note at once the second is told, and nothing of the first is lost`(
        title: String
    ) async throws {
        let (store, writer) = try makeScene()
        let read = try await writer.addNote(Note.Content(title: title), at: noon)
        #expect(read.version == 1)
        let mine = Note.Content(title: title, body: "mine", keywords: ["á"])
        let first = try await writer.changeNote(read.id, to: mine, about: nil, expecting: read.version, at: later)
        #expect(first.version == 2)
        let other = store.inspection.writer
        let failure = await #expect(throws: StoreFailure.self) {
            try await other.changeNote(
                read.id, to: Note.Content(title: "theirs"), about: nil, expecting: read.version, at: later)
        }
        #expect(
            failure?.reason == "somebody else changed it meanwhile (it was version 1, and is 2 now)"
                && failure?.kind == .refused)
        #expect(try store.reader.note(read.id) == first)
        // The same change twice is none.
        #expect(
            try await other.changeNote(read.id, to: mine, about: nil, expecting: read.version, at: later) == first)
        // Whoever writes without counting is counted.
        try store.execute("UPDATE notes SET body = 'another program' WHERE id = \(read.id)")
        #expect(try store.reader.note(read.id)?.version == 3)
        await #expect(throws: StoreFailure.self) {
            try await other.changeNote(read.id, to: mine, about: nil, expecting: first.version, at: later)
        }
        let now = try await other.changeNote(read.id, to: mine, about: nil, expecting: 3, at: later)
        #expect(now.version == 4 && now.content == mine)
        try await writer.removeNotes([read.id])
        let gone = await #expect(throws: StoreFailure.self) {
            try await other.changeNote(read.id, to: mine, about: nil, expecting: 4, at: later)
        }
        #expect(gone?.reason == "no note has the number \(read.id) (there is none yet)")
    }

    @Test func `a change to what it is already leaves it untouched`() async throws {
        let (store, writer) = try makeScene()
        let note = try await writer.addNote(Note.Content(title: "same", keywords: ["a"]), about: 1, at: noon)
        #expect(try await writer.changeNote(note.id, to: note.content, about: 1, at: later) == note)
        #expect(try store.reader.note(note.id)?.changedAt == noon)
    }

    @Test func `000-43 001-43 a removal is kept, is of all or of none, and a number is never given twice`() async throws
    {
        let (store, writer) = try makeScene()
        for title in ["Ça va", "Búsqueda", "Ñ"] { _ = try await writer.addNote(Note.Content(title: title), at: noon) }
        do throws(StoreFailure) {
            try await writer.removeNotes([2, 9, 1])
            Issue.record("note 9 is not there")
        } catch {
            #expect(error.kind == .refused)
            #expect(error.reason == "no note has the number 9 (there are 3, 2, 1)")
        }
        #expect(try store.number("SELECT count(*) FROM notes") == 3)
        try await writer.removeNotes([3, 1])
        #expect(try store.reader.notes().map(\.id) == [2])
        #expect(try await writer.addNote(Note.Content(title: "d"), at: noon).id == 4)
    }

    @Test func `000-14 001-14 without notes the list is empty`() throws {
        let (store, _) = try makeScene()
        #expect(try store.reader.notes().isEmpty)
    }

    @Test(arguments: [
        ("busqueda", [2, 1]), ("BÚSQUEDA", [2, 1]), ("ano", [1]), ("σοφος", [3]), ("ΣΟΦΌΣ", [3]), ("straße", []),
        ("", [3, 2, 1]), ("%", []), ("' OR 1=1 --", []), ("quote\"d", [3]), ("body", []), ("[", []), ("q1\",\"q2", []),
    ])
    func `000-19 001-19 000-21 001-21 001-48 search is in titles and keywords, whatever case and diacritics`(
        text: String, expected: [Int64]
    ) async throws {
        let (store, writer) = try makeScene()
        _ = try await writer.addNote(Note.Content(title: "Año de búsqueda", body: "body"), at: RawStore.at(1))
        _ = try await writer.addNote(
            Note.Content(title: "x", keywords: ["otra", "Bu\u{301}squeda"]), at: RawStore.at(2))
        _ = try await writer.addNote(
            Note.Content(title: "ὁ Σοφός", keywords: ["quote\"d", "q1", "q2"]), at: RawStore.at(3))
        var listing = NoteListing()
        listing.search = text
        #expect(try store.reader.notes(listing).map(\.id) == expected)
    }

    @Test func `001-49 the newest come first, by instant and not by text`() async throws {
        let (store, writer) = try makeScene()
        // As text, a fraction would come before the whole second.
        for milliseconds in [500, 0, 250] {
            let instant = Instant(millisecondsSince1970: 1_436_000_000_000 + Int64(milliseconds))
            _ = try await writer.addNote(Note.Content(title: "\(milliseconds)"), at: instant)
        }
        #expect(try store.reader.notes().map(\.content.title) == ["500", "250", "0"])
        var listing = NoteListing()
        listing.limit = 2
        #expect(try store.reader.notes(listing).map(\.content.title) == ["500", "250"])
    }

    @Test func `notes about an article are found, and search narrows them`() async throws {
        let (store, writer) = try makeScene()
        _ = try await writer.addNote(Note.Content(title: "a"), about: 1, at: noon)
        _ = try await writer.addNote(Note.Content(title: "b"), about: 2, at: noon)
        _ = try await writer.addNote(Note.Content(title: "b"), about: 1, at: noon)
        var listing = NoteListing()
        listing.article = 1
        #expect(try store.reader.notes(listing).map(\.id) == [3, 1])
        listing.search = "B"
        #expect(try store.reader.notes(listing).map(\.id) == [3])
    }

    @Test func `a note outlives its article, and prune spares an article with a note`() async throws {
        let (store, writer) = try makeScene()
        _ = try await writer.addNote(Note.Content(title: "about the old"), about: 2, at: noon)
        let pruned = try await writer.prune(Retention(vanishedBefore: later))
        #expect(pruned.articles == 0)
        #expect(try store.reader.notes().first?.subject?.headline == "Headline of old")
        // Whatever else removes an article.
        try store.execute("PRAGMA foreign_keys = ON; DELETE FROM articles WHERE id = 2")
        let left = try #require(try store.reader.notes().first)
        #expect(left.content.title == "about the old" && left.subject == nil)
        try await writer.removeNotes([left.id])
        #expect(try store.number("SELECT count(*) FROM notes") == 0)
    }

    @Test func `about an article that is not there no note is made`() async throws {
        let (store, writer) = try makeScene()
        let failure = await #expect(throws: StoreFailure.self) {
            try await writer.addNote(Note.Content(title: "x"), about: 99, at: noon)
        }
        #expect(failure?.kind == .refused && failure?.reason == "there is no article 99, or no more")
        #expect(try store.number("SELECT count(*) FROM notes") == 0)
        let missing = await #expect(throws: StoreFailure.self) {
            try await writer.changeNote(7, to: Note.Content(title: "x"), about: nil, at: noon)
        }
        #expect(missing?.reason == "no note has the number 7 (there is none yet)")
    }

    @Test func `a change of the normal form is a change`() async throws {
        let (store, writer) = try makeScene()
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        for (before, after) in [(composed, decomposed), (decomposed, composed)] {
            let note = try await writer.addNote(Note.Content(title: before, keywords: [before]), at: noon)
            let titled = Note.Content(title: after, keywords: [before])
            _ = try await writer.changeNote(note.id, to: titled, about: nil, at: later)
            let whole = Note.Content(title: after, keywords: [after])
            #expect(try await writer.changeNote(note.id, to: whole, about: nil, at: later).version == 3)
            #expect(
                try store.inspection.column("SELECT title || keywords FROM notes WHERE id = \(note.id)")
                    == [.text("\(after)[\"\(after)\"]")])
        }
    }

    @Test func `keywords that another program wrote in its own form are read, found, and kept by an edit`() async throws
    {
        let (store, writer) = try makeScene()
        for (id, keywords) in [
            (1, #" ["x","y"]"#), (2, #"["x", 7, null]"#), (3, "\n[\"x\"\n]\n"), (4, #"{"x": "x"}"#),
        ] {
            _ = try await writer.addNote(Note.Content(title: "First", body: "body"), at: noon)
            try store.execute("UPDATE notes SET keywords = '\(keywords)' WHERE id = \(id)")
        }
        #expect(try store.reader.notes().map(\.content.keywords) == [[], ["x"], ["x"], ["x", "y"]])
        var listing = NoteListing()
        listing.search = "x"
        #expect(try store.reader.notes(listing).map(\.id) == [3, 2, 1])
        let before = try store.inspection.column("SELECT keywords FROM notes")
        for id in Int64(1)...4 {
            var content = try #require(try store.reader.note(id)).content
            content.title = "Second"
            let changed = try await writer.changeNote(id, to: content, about: nil, at: later)
            #expect(changed.content == content && changed.date == noon)
        }
        #expect(try store.inspection.column("SELECT keywords FROM notes") == before)
        let given = Note.Content(title: "Second", body: "body", keywords: ["x", "y", "z"])
        _ = try await writer.changeNote(1, to: given, about: nil, at: later)
        #expect(
            try store.inspection.column("SELECT keywords FROM notes WHERE id = 1") == [.text(#"["x","y","z"]"#)])
    }

    @Test func `are handed over one by one, in the order of a listing, and their ids without them`() async throws {
        let (store, writer) = try makeScene()
        for title in ["a", "b", "c"] { _ = try await writer.addNote(Note.Content(title: title), at: noon) }
        var listing = NoteListing()
        listing.limit = 2
        var titles: [String] = []
        try store.reader.notes(listing) { titles.append($0.content.title) }
        #expect(titles == ["c", "b"])
        #expect(try store.reader.noteIDs() == [1, 2, 3])
        struct Enough: Error {}
        #expect(throws: Enough.self) { try store.reader.notes { _ in throw Enough() } }
        #expect(try store.reader.notes().count == 3)
    }

    @Test func `what other tools wrote carelessly is listed all the same`() throws {
        let (store, _) = try makeScene()
        try store.execute(
            """
            INSERT INTO notes (date, title, keywords, created_at, changed_at) VALUES
                ('2015-07-08', 'a day', 'not json', '', ''), ('yesterday', 'no date', '{"a": 1}', '', '')
            """)
        let notes = try store.reader.notes()
        #expect(notes.map(\.content.title) == ["no date", "a day"])
        #expect(notes.map(\.date) == [nil, Instant(iso8601: "2015-07-08T00:00:00Z")])
        var listing = NoteListing()
        // Found by its title, with the keywords of the other to be looked at.
        listing.search = "no date"
        #expect(try store.reader.notes(listing).map(\.id) == [2])
    }
}
