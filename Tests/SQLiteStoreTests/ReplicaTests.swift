internal import Articles
internal import Expectations
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// A store, a copy of it elsewhere, and files between them.
@Suite struct `A replica` {
    private typealias Laws = ArticleStoreConformance

    /// A source, what its replica had last, and the replica.
    private struct Pair {
        let source: StoreInspection
        let replica: StoreInspection
        let writer: SQLiteArticleWriter
        var base: String { source.folder.file("base.db") }
        var file: String { source.folder.file("changes") }

        init() async throws {
            source = try StoreInspection()
            replica = try StoreInspection()
            writer = source.writer
            try await writer.open()
        }

        /// Lets the replica begin as the source is.
        func begin() throws {
            _ = try source.reader.copy(to: base)
            _ = try source.reader.copy(to: replica.path)
        }

        @discardableResult
        func export() throws -> ChangeExport {
            try source.reader.exportChanges(since: base, to: file, replacing: true, advancing: true)
        }

        @discardableResult
        func carry() async throws -> ChangeImport {
            try export()
            return try await replica.writer.importChanges(from: file)
        }

        /// Every row that travels, by table.
        static func rows(_ store: StoreInspection) throws -> [String: [[SQLiteValue]]] {
            let connection = try Connection(path: store.path, access: .readOnly)
            var rows: [String: [[SQLiteValue]]] = [:]
            let names = try TravellingTables.names(of: "main", in: connection) + TravellingTables.whole.map(\.name)
            for table in names {
                let columns = try TravellingTables.columns(of: table, in: "main", connection)
                // Whose process a run is, is known where it runs alone.
                let list = columns.map { $0 == "_owner" ? "NULL" : "\"\($0)\"" }.joined(separator: ", ")
                rows[table] = try connection.all("SELECT \(list) FROM \"\(table)\" ORDER BY \(list)") { $0.values }
            }
            return rows
        }

        func export(replacing copy: String) throws -> ChangeExport {
            try source.reader.exportChanges(since: copy, to: file, replacing: true, advancing: true)
        }

        func expectSame(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
            let (one, other) = (try Self.rows(source), try Self.rows(replica))
            #expect(one.keys.sorted() == other.keys.sorted())
            for (table, rows) in one {
                #expect(other[table] == rows, "\(table) \(comment ?? "")", sourceLocation: sourceLocation)
            }
            try replica.check(comment, sourceLocation: sourceLocation)
        }
    }

    /// Something that happens to a store, drawn from a hat.
    private static func happen(
        _ dice: inout Dice, to store: StoreInspection, _ writer: SQLiteArticleWriter, at seconds: Int64
    ) async throws {
        switch Int.random(in: 0..<10, using: &dice) {
        case 0..<5:
            let query = Laws.query(["knicks", "heat"].randomElement(using: &dice) ?? "", keep: .everything)
            var plain = Laws.query(query.name)
            plain.keep = Bool.random(using: &dice) ? .everything : .window
            let ids = (0..<12).filter { _ in Bool.random(using: &dice) }.map { "article-\($0)" }
            let articles = ids.map { id in
                Laws.article(
                    id, aliases: Int.random(in: 0..<4, using: &dice) == 0 ? ["old-\(id)"] : [],
                    version: Int.random(in: 0..<3, using: &dice))
            }
            try await Laws.sync(writer, [Laws.page(0, articles.shuffled(using: &dice))], query: plain, at: seconds)
        case 5:
            var retention = Retention()
            retention.vanishedBefore = Laws.at(seconds)
            retention.runsBefore = Laws.at(seconds)
            _ = try await writer.prune(retention)
        case 6:
            let ticket = try await writer.begin(Laws.query("heat"), window: Laws.week, at: Laws.at(seconds))
            _ = try await writer.finish(
                ticket, ending: RunEnding(.failed, counts: RunCounts()), at: Laws.at(seconds))
        default: try await write(&dice, in: store, writer, at: seconds)
        }
    }

    /// A person's hand.
    private static func write(
        _ dice: inout Dice, in store: StoreInspection, _ writer: SQLiteArticleWriter, at seconds: Int64
    ) async throws {
        let notes = try store.reader.notes()
        let content = Note.Content(
            title: "written at \(seconds) in \(store.path.suffix(20))", body: "\(dice.next())")
        let articles = try Connection(path: store.path, access: .readOnly).all("SELECT id FROM articles") {
            $0.int64(0) ?? 0
        }
        switch (Int.random(in: 0..<3, using: &dice), notes.randomElement(using: &dice)) {
        case (0, let note?):
            _ = try await writer.changeNote(note.id, to: content, about: note.subject?.article, at: Laws.at(seconds))
        case (1, let note?): try await writer.removeNotes([note.id])
        default:
            let article = Bool.random(using: &dice) ? articles.randomElement(using: &dice) : nil
            _ = try await writer.addNote(content, about: article, at: Laws.at(seconds))
        }
    }

    @Test(arguments: 0..<12)
    func `000-46 001-46 is what its source is after every file, whatever happened`(_ seed: Int) async throws {
        var dice = Dice(seed: UInt64(seed))
        let pair = try await Pair()
        var seconds: Int64 = 0
        for _ in 0..<Int.random(in: 0..<6, using: &dice) {
            try await Self.happen(&dice, to: pair.source, pair.writer, at: seconds)
            seconds += 10
        }
        try pair.begin()
        for round in 0..<5 {
            for _ in 0..<Int.random(in: 0..<6, using: &dice) {
                try await Self.happen(&dice, to: pair.source, pair.writer, at: seconds)
                seconds += 10
            }
            let change = try await pair.carry()
            #expect(change.notes == [])
            try pair.expectSame("seed \(seed), round \(round)")
            // Once more does no harm, and says so.
            #expect(try await pair.replica.writer.importChanges(from: pair.file).wasThere)
        }
        #expect(try pair.export().tables == [:], "the copy was brought on with each file")
    }

    @Test(arguments: 0..<8)
    func `loses no note that either side wrote`(_ seed: Int) async throws {
        var dice = Dice(seed: UInt64(1_000 + seed))
        let pair = try await Pair()
        let local = pair.replica.writer
        try await Laws.sync(pair.writer, [Laws.page(0, ["a", "b", "c"])])
        for number in 0..<3 {
            _ = try await pair.writer.addNote(Note.Content(title: "first \(number)"), at: Laws.at(0))
        }
        try pair.begin()
        var seconds: Int64 = 100
        for _ in 0..<4 {
            for _ in 0..<4 {
                try await Self.write(&dice, in: pair.source, pair.writer, at: seconds)
                try await Self.write(&dice, in: pair.replica, local, at: seconds)
                seconds += 10
            }
            let mine = try pair.replica.reader.notes()
            let theirs = try pair.source.reader.notes()
            // What the source last knew of: what it removes unchanged goes here too.
            let former = try SQLiteArticleReader(path: pair.base).notes()
            let change = try await pair.carry()
            let now = try pair.replica.reader.notes()
            for note in theirs where !former.contains(note) {
                #expect(now.contains(note), "the source's \(note.id) is under its number")
            }
            for note in mine where !former.contains(note) {
                #expect(now.contains { $0.content == note.content }, "\(note) was written here, \(change.notes)")
            }
            for merged in change.notes where merged.outcome == .bothKept {
                #expect(now.contains { $0.id == merged.keptAs })
            }
            try pair.replica.check()
        }
    }

    @Test func `keeps both versions of a note that both sides wrote in, and says so by number`() async throws {
        let pair = try await Pair()
        for title in ["one", "two", "three"] {
            _ = try await pair.writer.addNote(Note.Content(title: title), at: Laws.at(0))
        }
        try pair.begin()
        let local = pair.replica.writer
        for (writer, who) in [(pair.writer, "theirs"), (local, "mine")] {
            _ = try await writer.changeNote(1, to: Note.Content(title: who), about: nil, at: Laws.at(1))
            _ = try await writer.addNote(Note.Content(title: "new, \(who)"), at: Laws.at(2))
        }
        try await pair.writer.removeNotes([2])
        _ = try await local.changeNote(2, to: Note.Content(title: "still mine"), about: nil, at: Laws.at(1))
        _ = try await pair.writer.changeNote(3, to: Note.Content(title: "back"), about: nil, at: Laws.at(1))
        try await local.removeNotes([3])
        let trial = try pair.export()
        #expect(trial.tables["notes"] == ChangeCounts(added: 1, changed: 2, removed: 1))
        let tried = try await local.importChanges(from: pair.file, isTrial: true)
        #expect(try pair.replica.reader.notes().map(\.content.title).sorted() == ["mine", "new, mine", "still mine"])
        let change = try await local.importChanges(from: pair.file)
        #expect(change == tried)
        #expect(
            change.notes == [
                .init(id: 1, outcome: .bothKept, keptAs: 5, title: "mine"),
                .init(id: 2, outcome: .kept, title: "still mine"),
                .init(id: 3, outcome: .broughtBack, title: "back"),
                .init(id: 4, outcome: .bothKept, keptAs: 6, title: "new, mine"),
            ])
        let titles = try pair.replica.column("SELECT id || ' ' || title FROM notes ORDER BY id")
        #expect(titles == ["1 theirs", "2 still mine", "3 back", "4 new, theirs", "5 mine", "6 new, mine"])
        #expect(try await local.addNote(Note.Content(title: "next"), at: Laws.at(3)).id == 7)
    }

    /// Files about notes alone, one after each edit of note 1.
    private func files(_ count: Int, of pair: Pair) async throws -> [String] {
        var files: [String] = []
        for number in 1...count {
            _ = try await pair.writer.changeNote(
                1, to: Note.Content(title: "version \(number)"), about: nil, at: Laws.at(Int64(number)))
            try pair.export()
            files.append(pair.source.folder.file("file \(number)"))
            try Files.write(try Files.read(pair.file), to: files[number - 1])
        }
        return files
    }

    @Test func `has had a former file about notes alone, and takes no note back for it`() async throws {
        let pair = try await Pair()
        for title in ["one", "two"] { _ = try await pair.writer.addNote(Note.Content(title: title), at: Laws.at(0)) }
        try pair.begin()
        let local = pair.replica.writer
        _ = try await local.addNote(Note.Content(title: "mine"), at: Laws.at(1))
        let files = try await files(4, of: pair)
        for file in files[..<2] { #expect(try await local.importChanges(from: file).wasThere == false) }
        let before = try pair.replica.reader.notes()
        #expect(before.map(\.content.title).sorted() == ["mine", "two", "version 2"])
        for file in [files[0], files[1], files[0]] {
            let again = try await local.importChanges(from: file)
            #expect(again.wasThere && again.notes == [], "\(again)")
        }
        #expect(try pair.replica.reader.notes() == before)
        // What the replica writes after it is its own, and stays when the file comes once more.
        _ = try await local.changeNote(2, to: Note.Content(title: "my two"), about: nil, at: Laws.at(9))
        #expect(try await local.importChanges(from: files[1]).notes == [])
        let early = try await #require(throws: StoreFailure.self) { try await local.importChanges(from: files[3]) }
        #expect(early.reason.hasPrefix("its notes do not lead on"), "\(early)")
        for file in files[2...] { #expect(try await local.importChanges(from: file).notes == []) }
        #expect(try await local.importChanges(from: files[0]).wasThere)
        let titles = try pair.replica.column("SELECT title FROM notes ORDER BY id")
        #expect(titles == ["version 4", "my two", "mine"])
    }

    @Test func `keeps what it took through compaction, and takes changes since its own file`() async throws {
        let pair = try await Pair()
        _ = try await pair.writer.addNote(Note.Content(title: "one"), at: Laws.at(0))
        try pair.begin()
        let local = pair.replica.writer
        let files = try await files(2, of: pair)
        for file in files { _ = try await local.importChanges(from: file) }
        try pair.replica.execute("VACUUM")
        #expect(try await local.importChanges(from: files[0]).wasThere)
        _ = try await local.addNote(Note.Content(title: "mine"), at: Laws.at(5))
        _ = try await pair.writer.changeNote(1, to: Note.Content(title: "later"), about: nil, at: Laws.at(6))
        _ = try pair.source.reader.exportChanges(since: pair.replica.path, to: pair.file, replacing: true)
        _ = try await local.importChanges(from: pair.file)
        #expect(try pair.replica.column("SELECT title FROM notes ORDER BY id") == ["later", "mine"])
        #expect(try await local.importChanges(from: pair.file).wasThere)
    }

    @Test func `refuses files that do not begin where it is, or that it has synced past`() async throws {
        let pair = try await Pair()
        try await Laws.sync(pair.writer, [Laws.page(0, ["a", "b"])])
        try pair.begin()
        try await Laws.sync(pair.writer, [Laws.page(0, ["b", "c"])], at: 10)
        try pair.export()
        try Files.write(try Files.read(pair.file), to: pair.source.folder.file("first"))
        try await Laws.sync(pair.writer, [Laws.page(0, ["c", "d"])], at: 20)
        try pair.export()
        let local = pair.replica.writer
        let early = try await #require(throws: StoreFailure.self) { try await local.importChanges(from: pair.file) }
        #expect(early.kind == .refused && early.hint?.hasPrefix("import the file before it first") == true, "\(early)")
        _ = try await local.importChanges(from: pair.source.folder.file("first"))
        _ = try await local.importChanges(from: pair.file)
        try pair.expectSame()
        let late = try await #require(throws: StoreFailure.self) {
            try await local.importChanges(from: pair.source.folder.file("first"))
        }
        #expect(late.reason.contains("lead from run 1 of"), "\(late)")
        try pair.expectSame()
        // A replica that syncs by itself has a history of its own.
        try await Laws.sync(local, [Laws.page(0, ["z"])], at: 30)
        try await Laws.sync(pair.writer, [Laws.page(0, ["y"])], at: 40)
        let own = try await #require(throws: StoreFailure.self) { try await pair.carry() }
        #expect(own.hint?.contains("leaves to its source") == true, "\(own)")
    }

    @Test func `refuses a file about rows that it changed itself, names them, and stays as it was`() async throws {
        let pair = try await Pair()
        try await Laws.sync(pair.writer, [Laws.page(0, ["a", "b"])])
        try pair.begin()
        try await Laws.sync(pair.writer, [Laws.page(0, [Laws.article("a", version: 1), Laws.article("b")])], at: 10)
        try pair.replica.execute("UPDATE articles SET headline = 'mine' WHERE id = 1")
        let before = try Pair.rows(pair.replica)
        let failure = try await #require(throws: StoreFailure.self) { try await pair.carry() }
        #expect(
            failure.kind == .refused && failure.reason.contains("articles 1 is another than it was there"), "\(failure)"
        )
        #expect(try Pair.rows(pair.replica) == before)
        try pair.replica.check()
    }

    @Test func `keeps what is of its own machine, and takes no run for its own`() async throws {
        let pair = try await Pair()
        try pair.begin()
        try pair.replica.execute(
            "INSERT INTO _outbox (notice, target, event, created_at, body, next_at) VALUES ('n', 't', 'failed', '', '{}', '')"
        )
        let ticket = try await pair.writer.begin(Laws.query(), window: Laws.week, at: Laws.at(0))
        try await pair.carry()
        #expect(try pair.replica.number("SELECT count(*) FROM _outbox") == 1)
        #expect(try pair.replica.column("SELECT outcome FROM runs") == ["running"])
        #expect(try pair.replica.column("SELECT _owner FROM runs") == [.null])
        _ = try await pair.writer.finish(ticket, ending: RunEnding(.failed, counts: RunCounts()), at: Laws.at(1))
        try await pair.carry()
        #expect(try pair.replica.column("SELECT outcome FROM runs") == ["failed"])
        for seconds in [10, 20] as [Int64] { try await Laws.sync(pair.writer, [Laws.page(0, ["a"])], at: seconds) }
        try await pair.carry()
        var retention = Retention()
        retention.runsBefore = Laws.at(15)
        _ = try await pair.writer.prune(retention)
        try await pair.carry()
        try pair.expectSame()
    }

    @Test func `tells an index that trails its articles which of them came to a query`() async throws {
        let pair = try await Pair()
        try await Laws.sync(pair.writer, [Laws.page(0, ["a", "b", "c"])])
        try await Laws.sync(pair.writer, [Laws.page(0, ["a", "b"])], at: 10)
        try pair.begin()
        try pair.replica.execute(
            """
            CREATE TABLE IF NOT EXISTS _index (id INTEGER PRIMARY KEY, article INTEGER NOT NULL);
            CREATE TABLE IF NOT EXISTS _unindexed (article_id INTEGER PRIMARY KEY);
            DELETE FROM _unindexed; INSERT OR REPLACE INTO _index (id, article) VALUES (1, 3)
            """)
        try await Laws.sync(pair.writer, [Laws.page(0, ["a", "b", "c", "d"])], at: 20)
        try await pair.carry()
        let owed = try pair.replica.column("SELECT article_id FROM _unindexed ORDER BY article_id")
        #expect(owed == [3], "one came back, and a new one is above the mark")
        #expect(try await pair.replica.writer.importChanges(from: pair.file).wasThere)
    }

    @Test func `takes notes of whatever length`() async throws {
        let pair = try await Pair()
        try pair.begin()
        var dice = Dice(seed: 3)
        for bytes in [200_000, 1_000_000, 3 << 20, 256 << 10] {
            let text = String((0..<bytes / 8).map { _ in "\(dice.next() % 10_000_000 + 10_000_000)" }.joined())
            _ = try await pair.writer.addNote(Note.Content(title: "long", body: text), at: Laws.at(0))
        }
        try await pair.carry()
        try pair.expectSame()
    }

    @Test func `refuses files that are cut, damaged or none of ours, at any place`() async throws {
        let pair = try await Pair()
        try pair.begin()
        try await Laws.sync(pair.writer, [Laws.page(0, (0..<30).map { "article-\($0)" })])
        try pair.export()
        let whole = try Files.read(pair.file)
        let before = try Pair.rows(pair.replica)
        let local = pair.replica.writer
        let torn = pair.source.folder.file("torn")
        let untorn = try await local.importChanges(from: pair.file, isTrial: true)
        var refusals = 0
        var dice = Dice(seed: 7)
        for length in [0, 5, 16, 20, whole.count / 2, whole.count - 1] {
            try Files.write(Array(whole.prefix(length)), to: torn)
            await #expect(throws: StoreFailure.self) { try await local.importChanges(from: torn) }
        }
        for _ in 0..<60 {
            var bytes = whole
            bytes[Int.random(in: bytes.indices, using: &dice)] ^= UInt8(1 << Int.random(in: 0..<8, using: &dice))
            try Files.write(bytes, to: torn)
            // A few bits of a frame's head say nothing; any other is found by its checksum.
            do throws(StoreFailure) {
                let tried = try await local.importChanges(from: torn, isTrial: true)
                #expect(tried == untorn)
            } catch {
                #expect(error.kind == .refused, "\(error)")
                refusals += 1
            }
        }
        #expect(refusals > 50)
        try Files.write(whole + [0], to: torn)
        await #expect(throws: StoreFailure.self) { try await local.importChanges(from: torn) }
        for foreign in [pair.base, pair.source.folder.path, pair.source.folder.file("none")] {
            let failure = try await #require(throws: StoreFailure.self) {
                try await local.importChanges(from: foreign)
            }
            #expect(failure.kind == .refused, "\(failure)")
        }
        #expect(try Pair.rows(pair.replica) == before)
        _ = try await local.importChanges(from: pair.file)
        try pair.expectSame()
    }

    @Test func `is not compared with another version, another program's file, or the store itself`() async throws {
        let pair = try await Pair()
        try pair.begin()
        let old = try FrozenStoreTests.store(FrozenStore.version1)
        let text = try pair.source.folder.write("no database, but long enough for the header of one", to: "text")
        for (copy, words) in [
            (old.path, "is of version"), (pair.source.path, "is the store itself"), (text, "is not a database"),
            (pair.source.folder.file("none"), "there is no "),
        ] {
            let failure = try #require(throws: StoreFailure.self) {
                try pair.source.reader.exportChanges(since: copy, to: pair.file)
            }
            #expect(failure.kind == .refused && failure.reason.contains(words), "\(failure)")
        }
        #expect(throws: StoreFailure.self) {
            try pair.source.reader.exportChanges(since: pair.base, to: pair.base, replacing: true)
        }
        #expect(!Files.exists(pair.file))
    }

    @Test func `gets the tables of what a store holds, and none of what a machine does`() async throws {
        let store = try StoreInspection()
        try await store.writer.open()
        let connection = try Connection(path: store.path, access: .readOnly)
        let travelling = Set(
            try TravellingTables.names(of: "main", in: connection) + TravellingTables.whole.map(\.name))
        for table in ["articles", "query_articles", "notes", "_aliases", "_answers", "_digests", "windows", "runs"] {
            #expect(travelling.contains(table))
        }
        for table in ["_budgets", "_service", "_outbox", "_notices"] { #expect(!travelling.contains(table)) }
        #expect(!travelling.contains { $0.hasPrefix("articles_fts") || $0.hasPrefix("sqlite_") })
        // SQLite passes over tables without a primary key in silence.
        for table in travelling where table != "_aliases" {
            let keys = try connection.first("SELECT max(pk) FROM pragma_table_info('\(table)')") { $0.int(0) ?? 0 }
            #expect(keys != 0, "\(table) has no primary key, so that its rows would not travel")
        }
    }

    @Test func `a copy in which notes were written is not replaced, and one that was only kept is`() async throws {
        let pair = try await Pair()
        let local = pair.replica.writer
        for title in ["a", "b", "c"] { _ = try await pair.writer.addNote(Note.Content(title: title), at: Laws.at(0)) }
        try pair.begin()
        // Whatever the store does meanwhile: the copy has nothing of its own.
        _ = try await pair.writer.changeNote(1, to: Note.Content(title: "A"), about: nil, at: Laws.at(1))
        try await pair.writer.removeNotes([2])
        _ = try await pair.writer.addNote(Note.Content(title: "d"), at: Laws.at(1))
        try pair.export()
        func refusal(_ numbers: String) throws {
            let before = try pair.replica.reader.notes()
            let failure = #expect(throws: StoreFailure.self) { try pair.export(replacing: pair.replica.path) }
            #expect(failure?.reason.contains("(\(numbers)), as in a replica's own file") == true, "\(failure as Any)")
            #expect(try pair.replica.reader.notes() == before)
        }
        // One under a number that the store gave to another, one under a number that it never gave, and an edited one.
        _ = try await local.addNote(Note.Content(title: "mine"), at: Laws.at(2))
        try refusal("4")
        _ = try await local.addNote(Note.Content(title: "mine too"), at: Laws.at(2))
        try refusal("4, 5")
        _ = try await local.changeNote(3, to: Note.Content(title: "my c"), about: nil, at: Laws.at(2))
        _ = try await local.changeNote(1, to: Note.Content(title: "my a"), about: nil, at: Laws.at(2))
        try refusal("1, 3, 4, 5")
        // Without replacing it, it can be compared with.
        _ = try pair.source.reader.exportChanges(since: pair.replica.path, to: pair.file, replacing: true)
    }
}
