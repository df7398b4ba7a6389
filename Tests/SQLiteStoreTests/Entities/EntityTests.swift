internal import Articles
internal import Chronology
internal import Expectations
internal import Records
internal import SQLite
internal import SQLiteStore
internal import TestSupport
internal import Testing

/// The store by the names of its entities.
@Suite struct `Entities of the store` {
    private typealias Laws = ArticleStoreConformance

    private static let clock = WallClock { Instant(secondsSince1970: 1_436_400_000) }

    private func door(_ store: StoreInspection) -> DynamicStore {
        DynamicStore(path: store.path, clock: Self.clock, log: .silent)
    }

    /// A store after a sync of three articles.
    private func synced() async throws -> (store: StoreInspection, door: DynamicStore) {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, [Laws.full]), Laws.page(1, ["b", "c"])])
        return (store, door(store))
    }

    private func refusal(_ work: () throws -> Void) -> DynamicError? {
        #expect(throws: DynamicError.self, performing: work)
    }

    @Test func `002-06 there is one for every public table and view, with every public column`() async throws {
        let (store, _) = try await synced()
        // Tables of the full-text index are no contents.
        let names = try store.column(
            """
            SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'view')
                AND substr(name, 1, 1) <> '_' AND name NOT LIKE 'sqlite%' ORDER BY name
            """)
        #expect(names == Entities.store.all.map(\.name).sorted().map { .text($0) })
        for entity in Entities.store.all {
            let known = entity.columns.all.map { SQLiteValue.text($0.name) }
            #expect(
                try store.column(
                    "SELECT name FROM pragma_table_info('\(entity.name)') WHERE substr(name, 1, 1) <> '_' ORDER BY name"
                )
                    == known.sorted { "\($0)" < "\($1)" }, "\(entity.name)")
        }
    }

    @Test func `headlines are looked for in the index of their letters, however far it has come`()
        async throws
    {
        let (store, door) = try await synced()
        func ids(_ predicate: String) throws -> [FilterValue] {
            try door.rows("articles", where: predicate, sort: "id", keys: ["id"]).flatMap(\.values)
        }
        let predicate = #"headline CONTAINS[cd] "ano nuevo" AND word_count == NIL"#
        for headline in ["El Año Nuevo", "ano nuevo, otra vez"] {
            try store.execute("UPDATE articles SET headline = '\(headline)', word_count = NULL WHERE id > 1")
            #expect(try ids(predicate) == [.integer(2), .integer(3)])
            try await store.writer.indexArticles()
            #expect(try ids(predicate) == [.integer(2), .integer(3)])
        }
        try store.execute("UPDATE articles SET headline = 'no more' WHERE id = 2")
        #expect(try ids(predicate) == [.integer(3)])
        #expect(try door.count("articles", where: predicate) == 1)
        let articles = try #require(Entities.store.all.first { $0.name == "articles" })
        func narrowing(_ predicate: String) throws -> SQLFragment? {
            try articles.narrowing(articles.columns.compile(Filter(predicate, over: articles.columns)))
        }
        #expect(try #require(try narrowing(predicate)).text.contains("_trigrams MATCH"))
        #expect(try narrowing("section == 'Arts'") == nil)
    }

    @Test func `002-05 types and missing values are those of the schema`() async throws {
        let (store, _) = try await synced()
        for entity in Entities.store.all {
            for column in entity.columns.all {
                let declared = try store.column(
                    """
                    SELECT type || iif("notnull" OR pk > 0, ' NOT NULL', '') FROM pragma_table_info('\(entity.name)')
                    WHERE name = '\(column.name)'
                    """)
                let type =
                    switch column.type {
                    case .text, .instant, .list: "TEXT"
                    case .integer, .bool: "INTEGER"
                    case .real: "REAL"
                    }
                let isTable =
                    try store.number("SELECT count(*) FROM pragma_table_list('\(entity.name)') WHERE type = 'table'")
                    == 1
                let expected = isTable ? "\(type)\(column.isNullable ? "" : " NOT NULL")" : nil
                if let expected { #expect(declared == [.text(expected)], "\(entity.name).\(column.name)") }
            }
        }
    }

    @Test func `002-14 each is read whole, filtered and sorted by each of its columns`() async throws {
        let (store, door) = try await synced()
        _ = try door.insert("notes", ["title": "a note", "articleID": 1])
        for entity in Entities.store.all {
            let rows = try door.rows(entity.name)
            if !["candidates", "revisions"].contains(entity.name) { #expect(!rows.isEmpty, "\(entity.name)") }
            for column in entity.columns.all {
                let present = try door.count(entity.name, where: "%K != NIL", [.text(column.name)])
                let missing = try door.count(entity.name, where: "%K == NIL", [.text(column.name)])
                #expect(present + missing == rows.count, "\(entity.name).\(column.name)")
                #expect(column.isNullable || missing == 0, "\(entity.name).\(column.name)")
                if column.type != .list {
                    #expect(try door.rows(entity.name, sort: column.name).count == rows.count)
                }
            }
        }
        let lists = try door.rows("articles", where: "provider_id == 'full'", keys: ["authors"])
        #expect(lists.first?["authors"] == ["Ada Lovelace", "O'Brien", ""])
        try store.check()
    }

    @Test func `an article was last seen when the reader says so`() async throws {
        let (store, door) = try await synced()
        try await Laws.sync(store.writer, [Laws.page(0, [Laws.full]), Laws.page(1, ["b"])], at: 500)
        let seen = try door.rows("articles", sort: "id", keys: ["provider_id", "last_seen_at"])
        #expect(seen.count == 3)
        for row in seen {
            guard case .text(let id) = row["provider_id"], let article = try store.reader.article(id) else {
                Issue.record("no article")
                continue
            }
            #expect(row["last_seen_at"] == .text(article.lastSeenAt.description), "\(id)")
        }
    }

    @Test func `002-02 002-04 the file is where the configuration says, made when missing and opened when there`()
        throws
    {
        let folder = try TemporaryFolder()
        let settings = StoreSettings(
            nil, beside: "/etc/articlesync.toml", environment: ["STATE_DIRECTORY": folder.path])
        #expect(settings.path == folder.file("articles.db"))
        for round in 1...2 {
            let door = DynamicStore(path: settings.path, clock: Self.clock, log: .silent)
            #expect(try door.insert("notes", ["title": "kept"]).key == .integer(Int64(round)))
            #expect(try door.count("notes") == round)
        }
        #expect(try Files.names(in: folder.path).contains("articles.db"))
    }

    @Test func `002-27 where no store is, reading and changing say so and make none`() throws {
        let store = try StoreInspection()
        let door = door(store)
        for call in [
            { _ = try door.rows("articles") }, { _ = try door.update("notes", set: ["title": "x"]) },
            { _ = try door.delete("notes") }, { _ = try door.delete("notes", dryRun: true) },
        ] as [() throws -> Void] {
            let failure = #expect(throws: StoreFailure.self, performing: call)
            #expect(failure?.kind == .missing)
        }
        #expect(!Files.exists(store.path))
    }

    @Test func `notes are dated by the store, and changing them moves no date`() throws {
        let store = try StoreInspection()
        let door = door(store)
        let made = try door.insert(
            "notes", ["title": "Año", "keywords": ["a", "b, c"], "date": "2001-01-01", "created_at": "2001-01-01"])
        #expect(made.key == 1 && made.ignored.map(\.key) == ["date", "created_at"])
        let note = try #require(try store.reader.note(1))
        #expect(note.content == Note.Content(title: "Año", keywords: ["a", "b, c"]))
        #expect(note.date == Self.clock.now && note.changedAt == Self.clock.now && note.subject == nil)
        let later = DynamicStore(
            path: store.path, clock: WallClock { Self.clock.now.adding(.seconds(60)) }, log: .silent)
        #expect(try later.update("notes", where: "title ==[cd] 'ano'", set: ["body": "text"]).changed == 1)
        #expect(try later.update("notes", set: ["body": "text"]).changed == 0)
        let changed = try #require(try store.reader.note(1))
        #expect(changed.content.body == "text" && changed.date == Self.clock.now)
        #expect(changed.changedAt == Self.clock.now.adding(.seconds(60)))
        #expect(try later.delete("notes", where: "id == 1") == 1)
        #expect(try store.reader.note(1) == nil)
    }

    @Test func `notes have one form, whichever way they come`() async throws {
        let store = try StoreInspection()
        let door = door(store)
        let typed = Note.Content(
            title: " Call\n the\tcoach ", body: "\r\n\na\r\n\n b\n \n", keywords: ["two  words", " ", "x\ny", "x y"])
        let kept = Note.Content(title: "Call the coach", body: "a\n\n b", keywords: ["two words", "x y"])
        #expect(typed.settled == kept && kept.settled == kept)
        let values: EntityValues = [
            "title": .text(typed.title), "body": .text(typed.body), "keywords": .texts(typed.keywords),
        ]
        _ = try door.insert("notes", values)
        _ = try await store.writer.addNote(typed, at: Self.clock.now)
        for id in [1, 2] as [Int64] { #expect(try store.reader.note(id)?.content == kept, "\(id)") }
        #expect(try door.update("notes", set: values).changed == 0, "that is what they are")
        #expect(try await store.writer.changeNote(1, to: typed, about: nil, at: Self.clock.now).version == 1)
        #expect(try door.update("notes", where: "id == 1", set: ["title": "a\nb"]).changed == 1)
        let changed = try await store.writer.changeNote(
            2, to: Note.Content(title: "a\nb"), about: nil, at: Self.clock.now)
        #expect(try store.reader.note(1)?.content.title == "a b" && changed.content == Note.Content(title: "a b"))
        for bad in [Note.Content(title: "a\0b"), Note.Content(body: "\0"), Note.Content(keywords: ["\0"])] {
            let refused = await #expect(throws: StoreFailure.self) {
                try await store.writer.addNote(bad, at: Self.clock.now)
            }
            #expect(refused?.kind == .refused && refused?.reason.contains("NUL character") == true)
            await #expect(throws: StoreFailure.self) {
                try await store.writer.changeNote(1, to: bad, about: nil, at: Self.clock.now)
            }
            #expect(
                refusal {
                    _ = try door.insert(
                        "notes", ["title": .text(bad.title), "body": .text(bad.body), "keywords": .texts(bad.keywords)])
                } != nil)
        }
        #expect(try store.reader.notes().count == 2)
        // A wrong type is not made right by the form.
        #expect(refusal { _ = try door.insert("notes", ["title": 1]) } != nil)
        #expect(refusal { _ = try door.insert("notes", ["keywords": [1]]) } != nil)
    }

    @Test func `another program's note in a form of its own stays so until somebody changes what it says`() async throws
    {
        let (store, _) = try await synced()
        try store.execute(
            "INSERT INTO notes (date, title, created_at, changed_at) VALUES ('2015-07-01', 'a\n\nb', '', '')")
        let note = try #require(try store.reader.note(1))
        #expect(try await store.writer.changeNote(1, to: note.content, about: nil, at: Self.clock.now) == note)
        let about = try await store.writer.changeNote(1, to: note.content, about: 1, at: Self.clock.now)
        #expect(about.content.title == "a\n\nb" && about.subject?.article == 1)
    }

    @Test func `who has a note in an editor is told of a change through the door, of its article alone too`()
        async throws
    {
        let (store, door) = try await synced()
        let writer = store.writer
        for values in [["body": "theirs"], ["article_id": 1]] as [EntityValues] {
            let read = try await writer.addNote(Note.Content(title: "x"), at: Self.clock.now)
            #expect(
                try door.update("notes", where: "id == %d", [.integer(read.id)], set: values).changed == 1)
            #expect(try store.reader.note(read.id)?.version == 2)
            let failure = await #expect(throws: StoreFailure.self) {
                try await writer.changeNote(
                    read.id, to: Note.Content(title: "mine"), about: nil, expecting: read.version, at: Self.clock.now)
            }
            #expect(
                failure?.reason.contains("somebody else changed it meanwhile") == true, "\(String(describing: failure))"
            )
        }
    }

    @Test func `a note is about an article that is there, and says something`() async throws {
        let (store, door) = try await synced()
        #expect(
            refusal { _ = try door.insert("notes", ["title": "x", "article_id": 99]) }
                == .dangling(key: "article_id", value: "99", entity: "articles"))
        #expect(try door.insert("notes", ["title": "x", "article_id": 1]).key == 1)
        #expect(try store.reader.note(1)?.subject?.article == 1)
        for values in [[:], ["title": ""], ["title": " \n", "body": "\t", "keywords": []]] as [EntityValues] {
            guard case .rule = refusal({ _ = try door.insert("notes", values) }) else {
                Issue.record("a note that says nothing")
                continue
            }
        }
        guard case .rule = refusal({ _ = try door.update("notes", set: ["title": ""]) }) else {
            Issue.record("a note that says nothing")
            return
        }
        #expect(try door.update("notes", set: ["article_id": nil, "body": "x"]).changed == 1)
        #expect(try door.update("notes", set: ["title": ""]).changed == 1)
        #expect(try door.count("notes") == 1)
        try store.check()
    }

    @Test(arguments: Entities.store.all.map(\.name).filter { $0 != "notes" })
    func `what syncs keep refuses to be written, and says what does it`(name: String) async throws {
        let (store, door) = try await synced()
        let before = try store.column("SELECT count(*) FROM \"\(name)\"")
        for call in [
            { _ = try door.insert(name, ["id": 1]) }, { _ = try door.update(name, set: ["id": 1]) },
            { _ = try door.delete(name) },
        ] as [() throws -> Void] {
            let failure = refusal(call).map { StoreFailure($0, tried: "try") }
            #expect(failure?.kind == .usage)
            #expect(failure?.reason.hasPrefix("\(name) can only be read here: ") == true)
        }
        #expect(try store.column("SELECT count(*) FROM \"\(name)\"") == before)
    }

    @Test func `what other tools wrote carelessly is read all the same`() async throws {
        let (store, door) = try await synced()
        try store.execute(
            """
            INSERT INTO notes (date, title, keywords, created_at, changed_at) VALUES
                ('yesterday', 'a', 'not json', '', ''), ('2015-07-08', 'b', '{"a": 1}', '', ''),
                ('2015-07-08', 'c', '["x", 1, null, ["y"]]', '', '')
            """)
        let rows = try door.rows("notes", sort: "title")
        #expect(rows.map { $0["keywords"] } == [[], [], ["x"]])
        #expect(rows.map { $0["date"] } == ["yesterday", "2015-07-08", "2015-07-08"])
        #expect(try door.count("notes", where: "ANY keywords == 'x'") == 1)
        try store.check()
    }

    @Test func `a reader is not held up by a writer, and a writer that waits too long says so`() async throws {
        let (store, _) = try await synced()
        let door = DynamicStore(path: store.path, clock: Self.clock, busyTimeout: .milliseconds(1), log: .silent)
        _ = try door.insert("notes", ["title": "x"])
        let other = try Connection(path: store.path, access: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        #expect(try door.count("articles") == 3)
        #expect(try door.update("notes", set: ["title": "x"]).changed == 0)
        guard case .store(let error) = refusal({ _ = try door.update("notes", set: ["title": "y"]) }) else {
            Issue.record("nothing was told")
            return
        }
        #expect(StoreFailure(DynamicError.store(error), tried: "try").kind == .busy)
        other.rollBack()
        #expect(try door.update("notes", set: ["title": "y"]).changed == 1)
        try store.check()
    }

    @Test(
        arguments: [
            ("wordcount > 3", 1, "wordcount: no such field (nearest: word_count)"),
            ("word_count > \"many\"", 14, "found text \"many\""), ("headline ==", 12, "found the end"),
        ])
    func `002-15 a predicate that cannot be read is told with its column`(
        predicate: String, column: Int, reason: String
    ) async throws {
        let (store, door) = try await synced()
        let error = refusal { _ = try door.rows("articles", where: predicate) }
        let failure = error.map { StoreFailure($0, tried: "select articles") }
        #expect(failure?.kind == .usage && failure?.column == column, "\(String(describing: failure))")
        #expect(failure?.reason.hasPrefix("predicate: \(reason)") == true, "\(String(describing: failure))")
        try store.check()
    }
}
