import Chronology
import Records
import SQLite
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Records that are observed` {
    private typealias Update = LiveRecords<MagicNote>.Update

    /// A store in a file, with another connection to it.
    private struct Place {
        let folder: TemporaryFolder
        let store: RecordStore
        let journal = Journal()

        init(_ models: [any Record.Type] = [MagicNote.self]) throws {
            folder = try TemporaryFolder()
            store = try RecordStore.open(.file(folder.file("notes.sqlite")), models, log: journal.log)
        }

        func execute(_ sql: String) throws { try Connection(path: store.path, access: .readWrite).execute(sql) }

        @discardableResult
        func add(_ title: String, day: Int64 = 0) async throws -> MagicNote {
            var note = MagicNote(
                date: Instant(millisecondsSince1970: 1_435_968_000_000 + day * 86_400_000), title: title)
            try await store.insert(&note)
            return note
        }
    }

    /// Whoever observes: the records by applying what is told.
    private struct Observer<Model: Record & Equatable> {
        let live: LiveRecords<Model>
        var records: [ObservedRecord<Model>] = []
        var last: RowChanges<RecordID<Model>, ObservedRecord<Model>>?

        init(_ live: LiveRecords<Model>) { self.live = live }

        mutating func take() async throws {
            switch try await live.next() {
            case nil: throw TestFailure("it ended")
            case .waiting(let pause): throw pause
            case .initial(let records, _): self.records = records
            case .changes(let changes, _):
                #expect(!changes.isEmpty)
                records = changes.applied(to: records)
                last = changes
            }
        }

        var models: [Model] { records.compactMap { try? $0.reading.get() } }
    }

    @Test func `000-28 004-47 the changes, applied, always give what the query gives`() async throws {
        var dice = Dice(seed: 47)
        let place = try Place()
        let query = try MagicNote.all.filtered(by: "title BEGINSWITH[cd] 'a'").sorted(by: "date:NO,title").limited(
            to: 8)
        var observer = Observer(try place.store.observe(query))
        try await observer.take()
        #expect(observer.models.isEmpty)
        var updates = 0
        for _ in 0..<150 {
            for _ in 0...dice.next() % 4 { try await change(place, &dice) }
            let there = try await place.store.all(query)
            // What is as it was is not told, and would be waited for in vain.
            guard there != observer.models else { continue }
            try await observer.take()
            updates += 1
            #expect(observer.models == there)
            #expect(observer.records.map(\.id) == there.map(\.recordID))
        }
        #expect(updates > 80)
    }

    /// Writes something, through the store or past it.
    private func change(_ place: Place, _ dice: inout Dice) async throws {
        let title = ["a", "á", "Ab", "b"][Int(dice.next() % 4)] + "\(dice.next() % 5)"
        let some = try await place.store.all(MagicNote.all)
        let chosen = some.isEmpty ? nil : some[Int(dice.next() % UInt64(some.count))]
        switch (dice.next() % 12, chosen) {
        case (0..<5, _), (_, nil): try await place.add(title, day: Int64(dice.next() % 6))
        case (5..<8, var note?):
            note.title = title
            try await place.store.update(&note)
        case (8, let note?): try await place.store.delete(note)
        case (9, let note?):
            try place.execute(
                "REPLACE INTO note SELECT id, date, '\(title)', body, keywords, _version FROM note WHERE id = \(note.id)"
            )
        case (10, let note?): try place.execute("DELETE FROM note WHERE id = \(note.id)")
        default: if dice.next() % 4 == 0 { try place.execute("DELETE FROM note") }
        }
    }

    @Test func `000-28 004-47 rows that leave the filter and join it are told with their places, by the same store`()
        async throws
    {
        let place = try Place()
        var notes: [MagicNote] = []
        for (day, title) in ["a0", "b1", "a2", "a3"].enumerated() {
            notes.append(try await place.add(title, day: Int64(day)))
        }
        var observer = Observer(
            try place.store.observe(try MagicNote.all.filtered(by: "title BEGINSWITH 'a'").sorted(by: "date:NO")))
        try await observer.take()
        #expect(observer.models.map(\.title) == ["a3", "a2", "a0"])
        var (leaving, joining) = (notes[2], notes[1])
        (leaving.title, joining.title) = ("b2", "a1")
        let both = [leaving, joining]
        try await place.store.write("let one leave and one join") { (connection) throws(RecordError) in
            for var note in both { _ = try MagicNote.table.update(&note, in: connection) }
        }
        try await observer.take()
        #expect(observer.models.map(\.title) == ["a3", "a1", "a0"])
        #expect(observer.last?.deletions.map { [$0.place, Int($0.key.description)] } == [[1, 3]])
        #expect(observer.last?.insertions.map(\.place) == [1])
        #expect(observer.last?.insertions.map(\.row.id) == [notes[1].recordID])
        #expect(observer.last?.moves.isEmpty == true && observer.last?.modifications.isEmpty == true)
    }

    @Test(
        .enabled(if: Tool.sqlite3 != nil, "the program sqlite3 is not installed"),
        arguments: [
            ("DELETE FROM note", []), ("DELETE FROM note WHERE id = 2", ["one", "three"]),
            (
                "REPLACE INTO note SELECT id, date, 'other', body, keywords, _version FROM note WHERE id = 1",
                ["other", "two", "three"]
            ),
            ("UPDATE note SET title = 'second' WHERE id = 2", ["one", "second", "three"]),
            ("UPDATE note SET id = 9 WHERE id = 1", ["two", "three", "one"]),
        ])
    func `000-28 what another process writes is told, whatever the statement`(sql: String, titles: [String])
        async throws
    {
        let place = try Place()
        for title in ["one", "two", "three"] { try await place.add(title) }
        var observer = Observer(try place.store.observe(MagicNote.all))
        try await observer.take()
        #expect(observer.models.map(\.title) == ["one", "two", "three"], "by key, where no order was asked for")
        let other = try ChildProcess(
            try #require(Tool.sqlite3), ["-batch", place.store.path, sql], keepingIn: place.folder)
        try await observer.take()
        #expect(observer.models.map(\.title) == titles)
        #expect(try await other.ending().code == 0)
    }

    @Test func `000-28 many saves are one change set, and what is as it was is not told`() async throws {
        let place = try Place()
        let note = try await place.add("a")
        var observer = Observer(try place.store.observe(MagicNote.all))
        var witness = Observer(try place.store.observe(MagicNote.all))
        try await observer.take()
        try await witness.take()
        for number in 0..<20 { try await place.add("n\(number)") }
        try await observer.take()
        #expect(observer.last?.insertions.count == 20)
        try await witness.take()
        // There and back again, as it was, and one more.
        for title in ["b", "a"] { try place.execute("UPDATE note SET title = '\(title)' WHERE id = \(note.id)") }
        try place.execute("UPDATE note SET title = title; PRAGMA wal_checkpoint(TRUNCATE); VACUUM")
        let later = Task { [place] in try await place.add("last") }
        try await observer.take()
        _ = try await later.value
        #expect(observer.last?.insertions.count == 1 && observer.last?.modifications.isEmpty == true)
        try await witness.take()
        #expect(witness.models == observer.models)
    }

    @Test func `000-28 a context's changes are told when they are saved`() async throws {
        let place = try Place()
        try await place.add("kept")
        var observer = Observer(try place.store.observe(MagicNote.all))
        try await observer.take()
        var note = MagicNote(date: Instant(secondsSince1970: 0), title: "pending")
        let context = place.store.defaultContext
        try await context.insert(&note)
        try await place.add("meanwhile")
        try await observer.take()
        #expect(observer.models.map(\.title) == ["kept", "meanwhile"])
        _ = try await context.save()
        try await observer.take()
        #expect(observer.models.map(\.title) == ["kept", "meanwhile", "pending"])
    }

    @Test func `000-28 a column that cannot be read is the failure of its row alone, and is told when it is put right`()
        async throws
    {
        let place = try Place([Laptop.self])
        for model in ["old", "odd", "new"] {
            var laptop = Laptop(model: model, color: .success(Color(red: 1, green: 2, blue: 3)))
            try await place.store.insert(&laptop)
        }
        let good = try Connection(path: place.store.path, access: .readOnly).first(
            "SELECT hex(color) FROM laptop WHERE id = 2"
        ) { $0.text(0) ?? "" }
        let live: LiveRecords<StrictLaptop> = try place.store.observe(StrictLaptop.all)
        guard case .initial(var laptops, _)? = try await live.next() else { throw TestFailure("no beginning") }
        for (blob, isReadable) in [("FFFF", false), ("FFFE", false), (try #require(good), true)] {
            try place.execute("UPDATE laptop SET color = x'\(blob)' WHERE id = 2")
            guard case .changes(let changes, _)? = try await live.next() else { throw TestFailure("no change") }
            #expect(changes.modifications.map(\.to) == [1] && changes.deletions.isEmpty && changes.moves.isEmpty)
            laptops = changes.applied(to: laptops)
            #expect(laptops.map(\.id.description) == ["1", "2", "3"])
            for (place, laptop) in laptops.enumerated() {
                switch laptop.reading {
                case .success: #expect(place != 1 || isReadable)
                case .failure(let failure):
                    #expect(place == 1 && !isReadable)
                    #expect(failure.column == "color" && failure.key == "2")
                }
            }
        }
    }

    @Test func `a list longer than its limit is cut, and the query's own limit is none of its`() async throws {
        let place = try Place()
        for title in ["a", "b", "c"] { try await place.add(title) }
        let cut = try place.store.observe(MagicNote.all, limit: 2)
        guard case .initial(let first, isCut: true)? = try await cut.next() else { throw TestFailure("not cut") }
        #expect(first.map(\.id.description) == ["1", "2"])
        let limited = try place.store.observe(MagicNote.all.limited(to: 1, after: 1), limit: 2)
        guard case .initial(let second, isCut: false)? = try await limited.next() else { throw TestFailure("cut") }
        #expect(second.map(\.id.description) == ["2"])
    }

    @Test func `a store in memory, an unknown field and a table that is dropped are told`() async throws {
        let memory = try RecordStore.open(.inMemory, [MagicNote.self], log: .silent)
        let failure = #expect(throws: RecordError.self) { try memory.observe(MagicNote.all) }
        #expect(
            failure?.description
                == "cannot open :memory:: a store in memory has no file that could be watched; observe one in a file")
        let place = try Place()
        let mistaken = MagicNote.all.filtered(by: .equal("titel", .text("x")))
        let refusal = #expect(throws: RecordError.self) { try place.store.observe(mistaken) }
        guard case .filter? = refusal else { throw TestFailure("not the filter: \(String(describing: refusal))") }
        #expect(place.journal.events(.warning).map(\.tried) == ["observe note"])
        let live = try place.store.observe(MagicNote.all)
        _ = try await live.next()
        try place.execute("DROP TABLE note")
        let end = await #expect(throws: RecordError.self) { _ = try await live.next() }
        #expect(end?.description.contains("no such table: note") == true, "\(String(describing: end))")
    }

    @Test func `whoever observes can be cancelled while nothing happens`() async throws {
        let place = try Place()
        try await place.add("a")
        let (told, tell) = AsyncStream.makeStream(of: Void.self)
        let store = place.store
        let task = Task {
            var updates = 0
            for try await _ in try store.observe(MagicNote.all) {
                updates += 1
                tell.yield()
            }
            return updates
        }
        for await _ in told { break }
        task.cancel()
        #expect(try await task.value == 1)
    }
}

/// Programs that a test may run.
private enum Tool {
    static let sqlite3 = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3"].first { Files.exists($0) }
}
