internal import Articles
internal import Expectations
internal import Glibc
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

@Suite struct `A copy of the store` {
    private typealias Laws = ArticleStoreConformance

    /// A store with some articles and a note.
    private func store(_ articles: Int = 50) async throws -> StoreInspection {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, [Laws.page(0, (0..<articles).map { "article-\($0)" })])
        _ = try await writer.addNote(Note.Content(title: "mine"), at: Laws.at(0))
        return store
    }

    @Test func `is whole, and alone, while somebody writes`() async throws {
        let store = try await store()
        let place = store.folder.file("copy.db")
        let writer = store.writer
        let writing = Task {
            for round in 0..<20 where !Task.isCancelled {
                try await Laws.sync(writer, [Laws.page(0, ["a", "b", "c-\(round)"])], at: Int64(10 + round))
            }
        }
        for _ in 0..<5 {
            let copy = try store.reader.copy(to: place, replacing: true)
            #expect(copy.wasThorough && copy.bytes > 100_000)
            #expect(
                try !Files.names(in: store.folder.path).contains {
                    $0.hasPrefix("copy.db-") || $0.hasSuffix(".partial")
                })
            let connection = try Connection(path: place, access: .readOnly)
            let counts = try connection.all(
                "SELECT generation, (SELECT count(*) FROM query_articles) FROM queries"
            ) { $0.values }
            #expect(counts == [[1, 50]] || counts.first?.last == 3, "\(counts)")
            #expect(try SQLiteArticleReader(path: place).danglingReferences() == [])
        }
        try await writing.value
        // It is a store like any.
        let other = SQLiteArticleWriter(path: place)
        try await Laws.sync(other, [Laws.page(0, ["z"])], at: 100)
        #expect(try SQLiteArticleReader(path: place).notes().count == 1)
    }

    @Test func `takes the place of nothing, unless it is told to`() async throws {
        let store = try await store()
        let place = try store.folder.write("precious", to: "copy.db")
        let failure = try #require(throws: StoreFailure.self) { try store.reader.copy(to: place) }
        #expect(failure.kind == .refused && failure.hint == "name another file, or say --force")
        #expect(try Files.text(place) == "precious")
        #expect(try store.reader.copy(to: place, replacing: true).bytes > 0)
        for wrong in [store.path, store.folder.path] {
            let failure = try #require(throws: StoreFailure.self) {
                try store.reader.copy(to: wrong, replacing: true)
            }
            #expect(failure.kind == .refused, "\(failure)")
        }
        // A log of a store in use would be taken for the new file's.
        try store.folder.write("log", to: "copy.db-wal")
        let log = try #require(throws: StoreFailure.self) { try store.reader.copy(to: place, replacing: true) }
        #expect(log.reason.contains("copy.db-wal"), "\(log)")
        let nowhere = try #require(throws: StoreFailure.self) {
            try store.reader.copy(to: store.folder.file("no/such/copy.db"))
        }
        #expect(nowhere.reason.contains("No such file or directory"), "\(nowhere)")
        try store.check()
    }

    @Test func `gets the permissions of the store`() async throws {
        let store = try await store()
        try Files.setMode(0o640, of: store.path)
        _ = try store.reader.copy(to: store.folder.file("copy.db"))
        #expect(try Files.standing(store.folder.file("copy.db")).mode == 0o640)
    }

    @Test func `of a damaged store is not made`() async throws {
        let store = try await store(2_000)
        try store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let page = try store.number("SELECT rootpage FROM sqlite_schema WHERE name = 'articles_vanished'")
        var bytes = try Files.read(store.path)
        for place in ((page - 1) * 8_192)..<((page - 1) * 8_192 + 64) { bytes[place] = 0xA5 }
        try Files.write(bytes, to: store.path)
        let failure = try #require(throws: StoreFailure.self) {
            try store.reader.copy(to: store.folder.file("copy.db"))
        }
        #expect(failure.kind == .unusable && failure.hint?.contains(".recover") == true, "\(failure)")
        #expect(try Files.names(in: store.folder.path) == ["articles.db", "articles.db-shm", "articles.db-wal"])
    }

    @Test func `of a store of another version is made, of another program's file not`() async throws {
        let old = try FrozenStoreTests.store(FrozenStore.version1)
        #expect(try old.reader.copy(to: old.folder.file("copy.db")).generations == 2)
        let foreign = try StoreInspection()
        try Connection(path: foreign.path, access: .create).execute("CREATE TABLE t (a)")
        #expect(throws: StoreFailure.self) { try foreign.reader.copy(to: foreign.folder.file("copy.db")) }
        let none = try StoreInspection()
        let failure = try #require(throws: StoreFailure.self) { try none.reader.copy(to: none.folder.file("copy.db")) }
        #expect(failure.kind == .missing)
        #expect(try Files.names(in: none.folder.path) == [])
    }

    @Test func `that is made by another process already is not made twice`() async throws {
        let store = try await store()
        let place = store.folder.file("copy.db")
        let descriptor = unsafe open(place + ".partial", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX) == 0)
        let failure = try #require(throws: StoreFailure.self) { try store.reader.copy(to: place) }
        #expect(failure.kind == .busy && failure.reason == "another process is making \(place)")
        flock(descriptor, LOCK_UN)
        // What a killed one left behind is in nobody's way, and a journal of it is not taken for the new one's.
        try Files.write(try Files.read(store.path), to: place + ".partial")
        try store.folder.write(String(repeating: "journal", count: 500), to: "copy.db.partial-journal")
        #expect(try store.reader.copy(to: place).bytes > 0)
        #expect(try !Files.names(in: store.folder.path).contains { $0.hasPrefix("copy.db.") })
        #expect(try SQLiteArticleReader(path: place).damages(isThorough: true) == [])
    }

    @Test func `never writes into the copy in place, which a killed one left under both names`() async throws {
        let store = try await store()
        let place = store.folder.file("copy.db")
        _ = try store.reader.copy(to: place)
        let good = try Files.read(place)
        func leaveBothNames() throws { try #require(unsafe link(place, place + ".partial") == 0) }
        try leaveBothNames()
        _ = try await store.writer.addNote(Note.Content(title: "later"), at: Laws.at(1))
        _ = try store.reader.copy(to: place, replacing: true)
        #expect(try SQLiteArticleReader(path: place).notes().count == 2)
        #expect(!Files.exists(place + ".partial"))
        // A store that turns out to be damaged must not take the good copy with it.
        try Files.write(good, to: place)
        try leaveBothNames()
        try store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let page = try store.number("SELECT rootpage FROM sqlite_schema WHERE name = 'articles_vanished'")
        var bytes = try Files.read(store.path)
        for byte in ((page - 1) * 8_192)..<((page - 1) * 8_192 + 64) { bytes[byte] = 0xA5 }
        try Files.write(bytes, to: store.path)
        let failure = #expect(throws: StoreFailure.self) { try store.reader.copy(to: place, replacing: true) }
        #expect(failure?.kind == .unusable, "\(failure as Any)")
        #expect(try Files.read(place) == good)
        #expect(!Files.exists(place + ".partial"))
    }

    @Test func `on a disk that takes no more leaves nothing behind`() async throws {
        await #expect(processExitsWith: .success) {
            let store = try StoreInspection()
            try await ArticleStoreConformance.sync(
                store.writer, [ArticleStoreConformance.page(0, (0..<2_000).map { "article-\($0)" })])
            Glibc.signal(SIGXFSZ, SIG_IGN)
            let place = store.folder.file("copy.db")
            for size in [100_000, 200_000, 300_000] as [rlim_t] {
                var limit = rlimit(rlim_cur: size, rlim_max: .max)
                guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(8) }
                do throws(StoreFailure) {
                    _ = try store.reader.copy(to: place)
                    exit(2)
                } catch {
                    guard error.hint?.contains("name a file on another") == true else { exit(3) }
                }
                guard try Files.names(in: store.folder.path).allSatisfy({ $0.hasPrefix("articles.db") }) else {
                    exit(4)
                }
            }
            var limit = rlimit(rlim_cur: .max, rlim_max: .max)
            guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(8) }
            _ = try store.reader.copy(to: place)
            exit(0)
        }
    }
}
