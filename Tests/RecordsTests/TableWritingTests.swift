import Chronology
import Records
import SQLite
import TestSupport
import Testing

/// What a table writes within the caller's transaction.
@Suite struct `A table that is written` {
    @Test func `only what differs is written, and triggers on the rest do not fire`() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(path: folder.file("notes.sqlite"), access: .create)
        try connection.execute(
            """
            CREATE TABLE note (id INTEGER PRIMARY KEY AUTOINCREMENT, date TEXT NOT NULL, title TEXT NOT NULL,
                body TEXT NOT NULL, keywords TEXT NOT NULL, _version INTEGER NOT NULL) STRICT;
            CREATE TABLE written (name TEXT NOT NULL) STRICT;
            CREATE TRIGGER title AFTER UPDATE OF title ON note BEGIN INSERT INTO written VALUES ('title'); END;
            CREATE TRIGGER body AFTER UPDATE OF body ON note BEGIN INSERT INTO written VALUES ('body'); END;
            """)
        func written() throws -> [String?] { try connection.all("SELECT name FROM written") { $0.text(0) } }
        var note = MagicNote(date: .init(secondsSince1970: 0), title: "a", body: "b", keywords: "c")
        try MagicNote.table.insert(&note, in: connection)
        note.body = "another"
        note.keywords = "others"
        #expect(try MagicNote.table.update(&note, in: connection))
        #expect(try written() == ["body"])
        #expect(try MagicNote.table.find(note.recordID, in: connection) == note && note.version == 2)
        #expect(try !MagicNote.table.update(&note, in: connection))
        var stale = note
        note.title = "another"
        #expect(try MagicNote.table.update(&note, in: connection))
        #expect(try written() == ["body", "title"])
        stale.body = "third"
        let failure = #expect(throws: RecordError.self) { try MagicNote.table.update(&stale, in: connection) }
        #expect(failure == .conflict(Conflict(table: "note", key: "1", expected: 2, found: 3)))
        #expect(try MagicNote.table.find(note.recordID, in: connection) == note)
    }

    @Test func `a record is found by its key, none by another, and one that is spoilt says so`() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(path: folder.file("notes.sqlite"), access: .create)
        try connection.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, date, title, body, keywords, _version)")
        var note = MagicNote(date: .init(secondsSince1970: 0), title: "a")
        try MagicNote.table.insert(&note, in: connection)
        #expect(note.id == 1)
        #expect(try MagicNote.table.find(RecordID(Int64(1)), in: connection) == note)
        #expect(try MagicNote.table.find(RecordID(Int64(2)), in: connection) == nil)
        try connection.execute("UPDATE note SET date = 'some day'")
        let failure = #expect(throws: RecordError.self) { try MagicNote.table.find(RecordID(Int64(1)), in: connection) }
        guard case .unreadable(let column) = failure else { throw TestFailure("\(String(describing: failure))") }
        #expect(column.column == "date" && column.key == "1")
    }
}
