internal import Articles
internal import Chronology
internal import Expectations
internal import Glibc
internal import SQLite
internal import SQLiteStore
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite struct ConcurrencyTests {
    private typealias Laws = ArticleStoreConformance

    /// In one snapshot: each article tells the generation that it belongs to, and there are as many as that one has.
    private static let snapshot = """
        SELECT CASE WHEN count(*) = 20 AND min(headline) = max(headline)
            AND min(headline) = (SELECT generation FROM queries) AND min(rank) = 1 AND max(rank) = 20
            THEN 'whole' ELSE 'torn: ' || count(*) || ' ' || min(headline) || ' ' || max(headline) END
        FROM query_articles JOIN articles ON id = article_id;
        """

    private static func contents(_ generation: Int) -> [ArticlePage] {
        (0..<2).map { page in
            // Half of the articles are other ones in each generation.
            Laws.page(
                page,
                (0..<10).map { number in
                    var article = Laws.article(number < 5 ? "a\(page)-\(number)" : "g\(generation)-\(page)-\(number)")
                    article.headline = "\(generation)"
                    return article
                })
        }
    }

    @Test(.tags(.thorough), .enabled(if: Tools.sqlite3 != nil, "the sqlite3 tool is not installed"))
    func `004-44 readers in other processes and threads see whole generations only`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, Self.contents(1))
        let generations = Thoroughness.rounds(100, of: 1_000)
        // Each process looks four times a generation, half of them in a transaction of several statements.
        let two = "BEGIN; \(Self.snapshot) SELECT count(*) FROM runs; \(Self.snapshot) COMMIT;"
        let script = (0..<generations).map { _ in Self.snapshot + "\n" + Self.snapshot + "\n" + two + "\n" }.joined()
        try store.folder.write(".timeout 10000\n" + script, to: "script.sql")
        let children = try (0..<3).map { _ in
            try ChildProcess(
                try #require(Tools.sqlite3), ["-readonly", store.path, ".read \(store.folder.file("script.sql"))"],
                keepingIn: store.folder)
        }
        let path = store.path
        let end = Flag()
        let looks = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                group.addTask { try await Self.look(SQLiteArticleReader(path: path), until: end) }
            }
            for generation in 2...generations {
                try await Laws.sync(writer, Self.contents(generation), at: Int64(generation))
            }
            end.isUp.store(true, ordering: .releasing)
            return try await group.reduce(0, +)
        }
        #expect(looks > generations / 20)
        for child in children {
            let ending = try await child.ending()
            #expect(ending.code == 0, "\(ending.errors)")
            let lines = ending.output.split(separator: "\n")
            #expect(lines.count { $0 == "whole" } == 4 * generations)
            #expect(lines.filter { $0.hasPrefix("torn") } == [])
        }
        #expect(try store.number("SELECT generation FROM queries") == generations)
        try store.check()
    }

    /// Reads listing after listing and tells how many; fails at one that is torn.
    private static func look(_ reader: SQLiteArticleReader, until end: Flag) async throws -> Int {
        var looks = 0
        while !end.isUp.load(ordering: .acquiring) {
            var headlines: [String] = []
            _ = try reader.articles(ArticleListing()) { headlines.append($0.article.headline ?? "") }
            #expect(headlines.count == 20 && Set(headlines).count == 1)
            looks += 1
            await Task.yield()
        }
        return looks
    }

    @Test(.tags(.thorough))
    func `readers see windows of one generation only, whichever of them were read`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let path = store.path
        let end = Flag()
        /// Each round tells its number in one article of the first window, and moves others between two windows.
        func sync(_ round: Int) async throws {
            let moving = (0..<9).map { "m\($0)" }
            let cut = round % 10
            try await Laws.sync(
                writer, [(1, 2, ["g\(round)"] + moving.prefix(cut)), (3, 4, moving.dropFirst(cut) + ["h\(round)"])],
                at: Int64(round))
        }
        try await Laws.sync(writer, [(1, 2, []), (3, 4, []), (5, 7, ["rest"])])
        try await sync(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    let connection = try Connection(path: path, access: .readOnly)
                    while !end.isUp.load(ordering: .acquiring) {
                        let (ids, stored) = try connection.transaction(.deferred) { () throws(SQLiteError) in
                            (
                                try connection.all(
                                    "SELECT provider_id FROM current_articles ORDER BY window_rank, rank"
                                ) { $0.text(0) ?? "" },
                                try connection.first("SELECT total(stored) FROM windows") { $0.int(0) ?? 0 }
                            )
                        }
                        let round = ids.first?.dropFirst()
                        #expect(ids.count == 12 && stored == 12 && ids.last == "rest")
                        #expect(ids.dropLast().last?.dropFirst() == round)
                        #expect(ids.filter { $0.hasPrefix("m") } == (0..<9).map { "m\($0)" })
                        await Task.yield()
                    }
                }
            }
            for round in 1...Thoroughness.rounds(60, of: 300) { try await sync(round) }
            end.isUp.store(true, ordering: .releasing)
            try await group.waitForAll()
        }
        try store.check()
    }

    @Test func `004-46 a reader that listens while a replacement commits goes on in its snapshot`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, Self.contents(1))
        let reader = store.reader
        let path = store.path
        var headlines: [String] = []
        var isFirst = true
        _ = try reader.articles(ArticleListing()) { article in
            if isFirst {
                // From another process's point of view: the contents change between the first row and the second.
                let other = try Connection(path: path, access: .readWrite)
                try other.execute("UPDATE articles SET headline = 'later'; DELETE FROM query_articles")
                isFirst = false
            }
            headlines.append(article.article.headline ?? "")
        }
        #expect(headlines == Array(repeating: "1", count: 20))
        #expect(try store.ids() == [])
    }

    @Test func `004-51 two processes that sync one query leave whole contents without doubles`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, Self.contents(1))
        let rounds = Thoroughness.rounds(20, of: 60)
        async let other: Void = Self.syncInAnotherProcess(store.path, rounds)
        for round in 0..<rounds { try await Self.syncWhenFree(writer, Self.contents(2_000 + round), at: Int64(round)) }
        await other
        #expect(try store.number("SELECT generation FROM queries") == 2 * rounds + 1)
        #expect(try store.number("SELECT count(DISTINCT article_id) FROM query_articles") == 20)
        #expect(try store.number("SELECT count(*) FROM query_articles") == 20)
        #expect(try store.number("SELECT count(*) FROM runs WHERE outcome = 'complete'") == 2 * rounds + 1)
        // Never two at once: each ended before the next began.
        #expect(try store.number("SELECT count(*) FROM runs") == 2 * rounds + 1)
        #expect(
            try store.number(
                """
                SELECT count(DISTINCT headline) FROM query_articles JOIN articles ON id = article_id
                """) == 1)
        try store.check()
    }

    private static func syncInAnotherProcess(_ path: String, _ rounds: Int) async {
        await #expect(processExitsWith: .success) { [path = path as String, rounds = rounds as Int] in
            let writer = SQLiteArticleWriter(path: path)
            for round in 0..<rounds {
                try await Self.syncWhenFree(writer, Self.contents(1_000 + round), at: Int64(round))
            }
        }
    }

    /// Syncs as soon as no other run of the query is going.
    private static func syncWhenFree(_ writer: SQLiteArticleWriter, _ pages: [ArticlePage], at: Int64) async throws {
        while true {
            do {
                try await Laws.sync(writer, pages, at: at)
                return
            } catch let failure as StoreFailure where failure.kind == .going {
                await Task.yield()
            }
        }
    }

    @Test func `004-52 two queries at once keep their own contents`() async throws {
        let store = try StoreInspection()
        let path = store.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["one", "two", "three"] {
                group.addTask {
                    let writer = SQLiteArticleWriter(path: path)
                    for round in 0..<20 {
                        let names = (0..<10).map { "shared-\($0)" } + ["\(name)-\(round)"]
                        try await Laws.sync(writer, [Laws.page(0, names)], query: Laws.query(name), at: Int64(round))
                    }
                }
            }
            try await group.waitForAll()
        }
        for name in ["one", "two", "three"] {
            var listing = ArticleListing()
            listing.queries = [name]
            #expect(try store.ids(listing) == (0..<10).map { "shared-\($0)" } + ["\(name)-19"])
        }
        #expect(try store.number("SELECT count(*) FROM articles WHERE vanished_at IS NULL") == 13)
        try store.check()
    }

    @Test func `004-45 no handle on the store is left when its users are gone`() async throws {
        let store = try StoreInspection()
        for _ in 0..<3 {
            let (writer, reader) = (store.writer, store.reader)
            try await Laws.sync(writer, Self.contents(1))
            _ = try reader.runs(query: nil, limit: 1)
            #expect(try Tools.openFiles(in: store.folder.path) > 0)
        }
        #expect(try Tools.openFiles(in: store.folder.path) == 0)
    }
}

/// Raised once, seen by all.
private final class Flag: Sendable {
    let isUp = Atomic(false)
}

/// What is around on the machine.
enum Tools {
    static let sqlite3: String? = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3"].first { Files.exists($0) }

    /// How many files under a folder this process has open.
    static func openFiles(in folder: String) throws -> Int {
        try Files.names(in: "/proc/self/fd").count { name in
            var buffer = [CChar](repeating: 0, count: 4_096)
            let count = unsafe readlink("/proc/self/fd/\(name)", &buffer, buffer.count)
            return count > 0
                && String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self).hasPrefix(
                    folder + "/")
        }
    }
}
