import Chronology
import Records
import SQLite
import TestSupport
import Testing

/// What a store says when something does not work.
@Suite struct `A store that refuses` {
    @Test(arguments: Language.allCases)
    func `000-10 001-10 000-39 001-39 what is done and every failure is logged and thrown, without what was written`(
        language: Language
    ) async throws {
        let journal = Journal()
        let store = try await RecordStore.notes(language, log: journal.log)
        #expect(journal.events.first?.description == "info: opened (open :memory:)")
        #expect(journal.events(.info).filter { $0.message == "saved" }.count == 3)
        var note = try #require(try await store.first(MagicNote.all.sorted(by: "date")))
        var stale = note
        note.title = language.titles[1]
        try await store.update(&note)
        stale.title = language.titles[2]
        await #expect(throws: RecordError.self) { try await store.update(&stale) }
        #expect(journal.events(.warning).count == 1)
        await #expect(throws: RecordError.self) {
            try await store.write("break it") { connection throws(RecordError) in
                do throws(SQLiteError) { try connection.run("INSERT INTO note (title) VALUES (?1)", "x") } catch {
                    throw RecordError(error, tried: "break it")
                }
            }
        }
        let failure = try #require(journal.events(.error).first)
        #expect(failure.description.contains("failed (break it): cannot break it: NOT NULL constraint failed"))
        for event in journal.events {
            #expect(!language.titles.contains { "\(event)".contains($0) }, "\(event)")
        }
    }

    @Test func `a table that does not fit is refused with every difference, and stays to the last byte`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("other.sqlite")
        try Connection(path: path, access: .create).execute(
            """
            CREATE TABLE note (id INTEGER PRIMARY KEY, date REAL NOT NULL, title TEXT, body TEXT NOT NULL,
                keywords TEXT NOT NULL, place TEXT NOT NULL, colour TEXT);
            INSERT INTO note VALUES (1, 2.5, 'kept', 'kept', '', 'kept', NULL);
            """)
        let before = try Files.read(path)
        let failure = #expect(throws: RecordError.self) {
            try RecordStore.open(.file(path), [Laptop.self, MagicNote.self], log: .silent)
        }
        #expect(
            failure
                == .mismatch(
                    SchemaMismatch(
                        path: path,
                        differences: [
                            "note.date is REAL, not TEXT", "note.title may be missing",
                            "there is no column note._version", "note.place must have a value, and is not declared",
                        ])))
        #expect("\(try #require(failure))".hasSuffix("bring the file up to date, or name another file"))
        #expect(try Files.read(path) == before)
    }

    @Test func `what is no store, or is not there, is named with what to do`() throws {
        let folder = try TemporaryFolder()
        let text = try folder.write("no database at all, but a text of some length\n", to: "text.sqlite")
        for (place, access, words) in [
            (StorePlace.file(text), RecordStore.Access.readWrite, "file is not a database; name another file"),
            (.file(folder.file("none/a.sqlite")), .readWrite, "unable to open database file; see whether its folder"),
            (.file(folder.file("none.sqlite")), .readOnly, "unable to open database file; see whether"),
            (.named("a/b"), .readWrite, "cannot open \"a/b\": a name is no path; name a folder with `in:`"),
        ] {
            let failure = #expect(throws: RecordError.self) {
                try RecordStore.open(place, [MagicNote.self], access: access, log: .silent)
            }
            #expect("\(try #require(failure))".contains(words), "\(String(describing: failure))")
        }
        #expect(try Files.text(text).hasPrefix("no database"))
    }

    @Test func `a store for reading is read and not written`() async throws {
        let folder = try TemporaryFolder()
        let store = try RecordStore.open(.named("a", in: folder.path), [MagicNote.self], log: .silent)
        var note = Language.spanish.notes[0]
        try await store.insert(&note)
        let reading = try RecordStore.open(.file(store.path), [MagicNote.self], access: .readOnly, log: .silent)
        #expect(try await reading.all(MagicNote.all) == [note])
        let failure = await #expect(throws: RecordError.self) { try await reading.delete(note) }
        #expect("\(try #require(failure))".contains("must be writable for this user"), "\(String(describing: failure))")
        #expect(throws: RecordError.self) {
            try RecordStore.open(.file(store.path), [MagicNote.self, Laptop.self], access: .readOnly, log: .silent)
        }
    }

    @Test func `a key that is taken is a conflict, and a transaction is all or nothing`() async throws {
        let store = try await RecordStore.notes(.french)
        var twin = Language.french.notes[0]
        twin.id = 2
        let failure = await #expect(throws: RecordError.self) { try await store.insert(&twin) }
        #expect("\(try #require(failure))".hasPrefix("note 2 is there already"))
        var fresh = Language.french.notes[0]
        fresh.id = 9
        await #expect(throws: RecordError.self) { try await store.insert(contentsOf: [fresh, twin]) }
        #expect(try await store.count(MagicNote.all) == 3)
    }

    @Test func `the default log writes warnings and errors as lines to standard error`() {
        #expect(
            RecordLog.Event.example.description == "warning: not done (change note 3): somebody else was quicker")
    }
}

extension RecordLog.Event {
    fileprivate static var example: RecordLog.Event {
        get {
            RecordLog.Event(
                level: .warning, message: "not done", tried: "change note 3", detail: "somebody else was quicker")
        }
    }
}
