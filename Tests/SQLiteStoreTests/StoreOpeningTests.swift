internal import Articles
internal import Expectations
internal import Glibc
internal import SQLite
internal import SQLiteStore
internal import TestSupport
internal import Testing

@Suite struct StoreOpeningTests {
    private typealias Laws = ArticleStoreConformance

    /// What both ends say against a file.
    private static func refusals(_ path: String) async -> [StoreFailure] {
        var failures: [StoreFailure] = []
        do throws(StoreFailure) { try await SQLiteArticleWriter(path: path).open() } catch { failures.append(error) }
        do throws(StoreFailure) { _ = try SQLiteArticleReader(path: path).runs(query: nil, limit: 1) } catch {
            failures.append(error)
        }
        return failures
    }

    @Test func `a store that is not there yet is missing, with what to do`() throws {
        let store = try StoreInspection()
        let failure = try #require(throws: StoreFailure.self) { _ = try store.reader.article("a") }
        #expect(failure.kind == .missing && failure.hint?.contains("articlesync sync") == true)
        #expect(!Files.exists(store.path))
        // It may come while the reader waits for it.
        let reader = store.reader
        #expect(throws: StoreFailure.self) { _ = try reader.statuses(staleAfter: [:], at: Laws.at(0)) }
    }

    @Test func `a reader finds the store that came after it`() async throws {
        let store = try StoreInspection()
        let reader = store.reader
        #expect(throws: StoreFailure.self) { _ = try reader.article("a") }
        try await Laws.sync(store.writer, [Laws.page(0, ["a"])])
        #expect(try reader.article("a") != nil)
    }

    @Test func `a file that is not SQLite's is left alone`() async throws {
        let store = try StoreInspection()
        try store.folder.write(
            "these are my notes, not a database, and longer than a header of SQLite's is\n", to: "articles.db")
        let failures = await Self.refusals(store.path)
        #expect(failures.map(\.kind) == [.unusable, .unusable])
        #expect(failures.first?.reason == "file is not a database")
        #expect(try Files.text(store.path).hasPrefix("these are my notes"))
    }

    @Test func `another program's database is left alone`() async throws {
        for sql in ["CREATE TABLE songs (title)", "PRAGMA application_id = 7; CREATE TABLE songs (title)"] {
            let store = try StoreInspection()
            try Connection(path: store.path, access: .create).execute(sql)
            let before = try Files.read(store.path)
            let failures = await Self.refusals(store.path)
            #expect(failures.map(\.kind) == [.unusable, .unusable])
            #expect(failures.allSatisfy { $0.reason == "the file is another program's database" })
            #expect(try Files.read(store.path) == before)
        }
    }

    @Test func `a store of a newer version is refused with both versions`() async throws {
        let store = try StoreInspection()
        try await store.writer.open()
        try store.execute("PRAGMA user_version = 99")
        let failures = await Self.refusals(store.path)
        #expect(failures.map(\.kind) == [.unusable, .unusable])
        #expect(failures.allSatisfy { $0.reason.contains("99") && $0.hint?.contains("newer") == true })
        #expect(try store.number("PRAGMA user_version") == 99)
    }

    @Test func `a folder is no store`() async throws {
        let folder = try TemporaryFolder()
        #expect(await Self.refusals(folder.path).map(\.kind) == [.unusable, .unusable])
    }

    @Test func `the folders of a store are made`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("state/articlesync/articles.db")
        try await SQLiteArticleWriter(path: path).open()
        #expect(Files.exists(path))
        try folder.write("", to: "file")
        let failure = await #expect(throws: StoreFailure.self) {
            try await SQLiteArticleWriter(path: folder.file("file/articles.db")).open()
        }
        #expect(failure?.kind == .other && failure?.hint != nil)
    }

    @Test func `a store that another writer holds is busy`() async throws {
        let store = try StoreInspection()
        try await store.writer.open()
        let holder = try Connection(path: store.path, access: .readWrite)
        try holder.execute("BEGIN IMMEDIATE")
        let writer = SQLiteArticleWriter(path: store.path, busyTimeout: .milliseconds(10))
        let failure = await #expect(throws: StoreFailure.self) {
            _ = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(0))
        }
        #expect(failure?.kind == .busy && failure?.tried.contains("begin a run of basketball") == true)
        holder.rollBack()
        _ = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(0))
    }

    @Test func `many writers may make one store at once`() async throws {
        let store = try StoreInspection()
        let path = store.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await Laws.sync(
                        SQLiteArticleWriter(path: path), [Laws.page(0, ["a", "b\(number)"])],
                        query: Laws.query("q\(number)"))
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.number("SELECT count(*) FROM articles") == 9)
        try store.check()
    }

    @Test(.enabled(if: AnotherUser.isAvailable, "only root can become another user"))
    func `a file or folder without write access is read only to a writer`() async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, ["a"])])
        AnotherUser.mayRead(store.folder)
        for path in [store.path, store.folder.file("new.db"), store.folder.file("new/new.db")] {
            await #expect(processExitsWith: .success) { [path = path as String] in
                AnotherUser.become()
                do throws(StoreFailure) {
                    try await SQLiteArticleWriter(path: path).open()
                    exit(1)
                } catch {
                    exit(error.kind == .readOnly ? 0 : 2)
                }
            }
        }
    }

    @Test(.enabled(if: AnotherUser.isAvailable, "only root can become another user"))
    func `another user reads with read access alone, while a writer is there and after it`() async throws {
        let store = try StoreInspection()
        var writer: SQLiteArticleWriter? = store.writer
        if let writer { try await Laws.sync(writer, [Laws.page(0, ["a", "b"])]) }
        AnotherUser.mayRead(store.folder)
        for _ in 0..<2 {
            await #expect(processExitsWith: .success) { [path = store.path as String] in
                AnotherUser.become()
                var ids: [String] = []
                _ = try SQLiteArticleReader(path: path).articles(ArticleListing()) { ids.append($0.article.key.id) }
                exit(ids == ["a", "b"] ? 0 : 1)
            }
            writer = nil
        }
        #expect(writer == nil)
        // Nor is the writer, when it is back, disturbed by what a reader left.
        try await Laws.sync(store.writer, [Laws.page(0, ["c"])], at: 10)
        #expect(try store.ids() == ["c"])
    }
}

/// A user without rights of its own, which root can become.
enum AnotherUser {
    static var isAvailable: Bool { geteuid() == 0 }

    static func become() { guard setgid(65_534) == 0, setuid(65_534) == 0 else { exit(9) } }

    /// Lets every user read a folder and the files in it, and none but the owner write.
    static func mayRead(_ folder: TemporaryFolder) {
        unsafe chmod(folder.path, 0o755)
        for name in (try? Files.names(in: folder.path)) ?? [] { unsafe chmod(folder.file(name), 0o644) }
    }
}
