import Chronology
import Records
import SQLite
import TestSupport
import Testing

/// Setting up, finding, deleting: once in French, once in Spanish.
@Suite(.serialized) struct `A store of records` {
    @Test(arguments: Language.allCases)
    func
        `000-01 001-01 000-03 001-03 000-05 001-05 one line opens a store of a name, makes the file, and finds it again`(
            language: Language
        ) async throws
    {
        let folder = try TemporaryFolder()
        let store = try RecordStore.open(.named(language.name, in: folder.path), [MagicNote.self], log: .silent)
        #expect(store.path == "\(folder.path)/\(language.name).sqlite" && Files.exists(store.path))
        var note = language.notes[0]
        try await store.insert(&note)
        let again = try RecordStore.open(.file(store.path), [MagicNote.self], log: .silent)
        #expect(try await again.all(MagicNote.all) == [note])
        for name in ["", "a/b", "..", "a\0b"] {
            #expect(throws: RecordError.self) {
                try RecordStore.open(.named(name, in: folder.path), [MagicNote.self], log: .silent)
            }
        }
    }

    @Test func `000-02 001-02 without a name the store has the program's`() throws {
        let folder = try TemporaryFolder()
        let store = try RecordStore.open(.ofProcess(in: folder.path), [MagicNote.self], log: .silent)
        let program = try #require(CommandLine.arguments.first?.split(separator: "/").last)
        #expect(store.path == "\(folder.path)/\(program).sqlite" && Files.exists(store.path))
    }

    @Test(arguments: Language.allCases)
    func `000-04 001-04 000-22 001-22 a store comes with its default context`(language: Language) async throws {
        let store = try await RecordStore.notes(language)
        #expect(try await store.defaultContext.count(MagicNote.all) == 3)
        #expect(await !store.defaultContext.hasChanges)
    }

    @Test func `000-06 001-06 a record is a value with typed columns, declared in one place`()
        async throws
    {
        let store = try RecordStore.open(.inMemory, [MagicNote.self], log: .silent)
        let columns = try await store.read("look") { connection throws(RecordError) in
            do throws(SQLiteError) {
                return try connection.all("SELECT name || ' ' || type FROM pragma_table_info('note')") {
                    $0.text(0) ?? ""
                }
            } catch { throw RecordError(error, tried: "look") }
        }
        #expect(
            columns == [
                "id INTEGER", "date TEXT", "title TEXT", "body TEXT", "keywords TEXT", "_version INTEGER",
            ])
        #expect(
            MagicNote.table.field(of: \MagicNote.date) == "date"
                && MagicNote.table.field(of: \MagicNote.title.count) == nil)
    }

    @Test(arguments: Language.allCases)
    func `000-07 001-07 000-13 001-13 the type itself is asked for all of its records`(
        language: Language
    ) async throws {
        let store = try await RecordStore.notes(language)
        let found = try await store.all(MagicNote.all)
        #expect(Set(found.map(\.title)) == Set(language.titles) && found.count == 3)
        #expect(found.allSatisfy { $0.id > 0 && $0.version == 1 })
    }

    @Test func `000-14 001-14 an empty store has no record, and that is no error`() async throws {
        let store = try RecordStore.open(.inMemory, [MagicNote.self], log: .silent)
        #expect(try await store.all(MagicNote.all) == [])
        #expect(try await store.first(MagicNote.all) == nil)
        #expect(try await store.count(MagicNote.all) == 0)
        #expect(try await !store.exists(MagicNote.all))
    }

    @Test(arguments: Language.allCases)
    func `000-15 001-15 000-16 001-16 records are sorted by date, the oldest or the newest first`(
        language: Language
    ) async throws {
        let store = try await RecordStore.notes(language)
        let oldest = try await store.all(MagicNote.all.sorted(by: "date", ascending: true))
        #expect(oldest.map(\.title) == language.titles)
        let newest = try await store.all(MagicNote.all.sorted(by: "date", ascending: false))
        #expect(newest.map(\.title) == language.titles.reversed())
        #expect(try await store.all(MagicNote.all.sorted(by: "date:NO,title")) == newest)
        #expect(try await store.all(MagicNote.all.sorted(by: \.date, ascending: false).sorted(by: \.title)) == newest)
        let two = MagicNote.all.sorted(by: SortTerms([.init("body", isAscending: false), .init("date")]))
        #expect(try await store.all(two).map(\.title) == language.titles.sorted(by: >))
        #expect(try await store.all(MagicNote.all.sorted(by: "date").limited(to: 1, after: 1)) == [oldest[1]])
        #expect(try await store.first(MagicNote.all.sorted(by: "-date")) == newest[0])
        #expect(throws: PredicateError.self) { try MagicNote.all.sorted(by: "dat") }
    }

    @Test(arguments: Language.allCases)
    func `000-11 001-11 000-17 001-17 the layer below is within reach and says the same, record for record`(
        language: Language
    ) async throws {
        let store = try await RecordStore.notes(language)
        let short = try await store.all(MagicNote.all.sorted(by: "date"))
        let long = try await store.read("do it the long way") { connection throws(RecordError) in
            do throws(SQLiteError) {
                return try connection.all(
                    "SELECT id, date, title, body, keywords, _version FROM note ORDER BY date"
                ) { row in
                    MagicNote(
                        id: row.int64(0) ?? 0,
                        date: Instant(iso8601: row.text(1) ?? "") ?? Instant(secondsSince1970: 0),
                        title: row.text(2) ?? "", body: row.text(3) ?? "", keywords: row.text(4) ?? "",
                        version: row.int64(5) ?? 0)
                }
            } catch { throw RecordError(error, tried: "do it the long way") }
        }
        #expect(short == long && short.count == 3)
    }

    @Test(arguments: Language.allCases)
    func `000-18 001-18 000-19 001-19 000-20 001-20 000-21 001-21 records are searched with arguments, accents and all`(
        language: Language
    ) async throws {
        let store = try await RecordStore.notes(language)
        let word = language.plainWord
        let text = try MagicNote.all.filtered(
            by: "title CONTAINS[cd] %@ OR keywords CONTAINS[cd] %@", .text(word), .text(word))
        let built = MagicNote.all.filtered(
            by: .any([.contains("title", word, .caseDiacritic), .contains("keywords", word, .caseDiacritic)]))
        let expected = language == .french ? [language.titles[1], language.titles[2]] : [language.titles[1]]
        #expect(try await store.all(text.sorted(by: "date")).map(\.title) == expected)
        #expect(try await store.all(built.sorted(by: "date")).map(\.title) == expected)
        #expect(try await store.count(MagicNote.all.filtered(by: .contains("title", word))) == 0)
        for hostile in ["' OR 1=1 --", "%", "\") OR 1", "'; DROP TABLE note; --"] {
            #expect(try await store.count(MagicNote.all.filtered(by: "title CONTAINS %@", .text(hostile))) == 0)
        }
        #expect(try await store.count(MagicNote.all) == 3)
    }

    @Test(arguments: Language.allCases)
    func `000-23 001-23 000-26 001-26 000-29 001-29 every record of a list may be changed and removed, by its place`(
        language: Language
    ) async throws {
        let store = try await RecordStore.notes(language)
        var list = try await store.all(MagicNote.all.sorted(by: "date"))
        #expect(try await store.count(MagicNote.all) == list.count)
        for index in list.indices {
            list[index].body += " ¡sí!"
            #expect(try await store.update(&list[index]) == .saved(1))
            #expect(try await store.all(MagicNote.all.sorted(by: "date"))[index] == list[index])
        }
        for note in list { #expect(try await store.delete(note) == .saved(1)) }
        #expect(try await store.count(MagicNote.all) == 0)
    }

    @Test(arguments: Language.allCases)
    func `000-34 001-34 000-35 001-35 000-36 001-36 a new record is added with its date, and a change leaves that`(
        language: Language
    ) async throws {
        let store = try RecordStore.open(.inMemory, [MagicNote.self], log: .silent)
        var note = language.notes[0]
        #expect(try await store.insert(&note) == .saved(1) && note.id == 1)
        note.title = language.titles[1]
        #expect(try await store.update(&note) == .saved(1))
        #expect(try await store.update(&note) == .unchanged)
        #expect(try await store.all(MagicNote.all) == [note])
        #expect(note.date == language.notes[0].date && note.version == 2)
    }

    @Test(arguments: Language.allCases)
    func `000-41 001-41 000-42 001-42 000-43 001-43 a record is all that its removal needs, and the removal is kept`(
        language: Language
    ) async throws {
        let folder = try TemporaryFolder()
        let store = try RecordStore.open(.named(language.name, in: folder.path), [MagicNote.self], log: .silent)
        var list: [MagicNote] = []
        for var note in language.notes {
            try await store.insert(&note)
            list.append(note)
        }
        let removed = list.remove(at: 1)
        #expect(try await store.delete(removed) == .saved(1))
        let relaunched = try RecordStore.open(.file(store.path), [MagicNote.self], log: .silent)
        #expect(try await relaunched.all(MagicNote.all.sorted(by: "date")) == list)
        let failure = await #expect(throws: RecordError.self) { try await store.delete(removed) }
        #expect("\(try #require(failure))".contains("note \(removed.id) is there no more"))
    }

    @Test func `a query or a whole table is removed, and numbers are not given again`() async throws {
        let store = try await RecordStore.notes(.spanish)
        #expect(try await store.delete(MagicNote.all.sorted(by: "date").limited(to: 1)) == .saved(1))
        #expect(try await store.delete(MagicNote.all.filtered(by: .equal("title", "nadie"))) == .unchanged)
        #expect(try await store.truncate(MagicNote.self) == .saved(2))
        #expect(try await store.truncate(MagicNote.self) == .unchanged)
        var note = Language.spanish.notes[0]
        try await store.insert(&note)
        #expect(note.id == 4)
    }

    @Test func `figures are reckoned over all, or over each group`() async throws {
        let store = try await RecordStore.notes(.spanish)
        for var note in Language.spanish.notes.prefix(2) {
            note.date = note.date.adding(.milliseconds(500))
            try await store.insert(&note)
        }
        let all = try await store.aggregates(
            MagicNote.all, [.count, .minimum("date"), .maximum("date"), .sum("id"), .average("id"), .distinct("title")])
        #expect(
            all == [
                AggregateRow(
                    group: [],
                    figures: [
                        5, "2015-07-04T00:00:00Z", "2015-07-06T00:00:00Z", 15, 3.0, 3,
                    ])
            ])
        let groups = try await store.aggregates(
            MagicNote.all.filtered(by: .notEqual("title", "Ñandú")), [.count, .maximum("date")], groupedBy: ["title"])
        #expect(
            groups == [
                AggregateRow(group: ["Búsqueda del año"], figures: [2, "2015-07-05T00:00:00.500Z"]),
                AggregateRow(group: ["Título"], figures: [2, "2015-07-04T00:00:00.500Z"]),
            ])
        #expect(try await store.aggregates(MagicNote.all, []) == [])
        for wrong in [Aggregate.sum("title"), .maximum("titel")] {
            await #expect(throws: RecordError.self) { try await store.aggregates(MagicNote.all, [wrong]) }
        }
    }

    @Test func `a day and its midnight are one group and one value, as they are to a filter`() async throws {
        let folder = try TemporaryFolder()
        let store = try RecordStore.open(.named("groups", in: folder.path), [MagicNote.self], log: .silent)
        _ = try await store.insert(contentsOf: Language.french.notes)
        try Connection(path: store.path, access: .readWrite).execute(
            """
            INSERT INTO note (date, title, body, keywords, _version) VALUES ('2015-07-04', 'a day', '', '', 1),
                ('2015-07-05T00:00:00.500Z', 'later', '', '', 1)
            """)
        #expect(try await store.count(MagicNote.all.filtered(by: .equal("date", "2015-07-04T00:00:00Z"))) == 2)
        let groups = try await store.aggregates(MagicNote.all, [.count], groupedBy: ["date"])
        #expect(
            groups == [
                AggregateRow(group: ["2015-07-04T00:00:00Z"], figures: [2]),
                AggregateRow(group: ["2015-07-05T00:00:00.500Z"], figures: [1]),
                AggregateRow(group: ["2015-07-05T00:00:00Z"], figures: [1]),
                AggregateRow(group: ["2015-07-06T00:00:00Z"], figures: [1]),
            ])
        #expect(try await store.aggregates(MagicNote.all, [.distinct("date")]).first?.figures == [4])
    }
}
