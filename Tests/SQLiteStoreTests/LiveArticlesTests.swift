internal import Articles
internal import Expectations
internal import Glibc
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// A listing that is followed, over the real writer and over whatever else writes the file.
@Suite(.timeLimit(.minutes(5))) struct `A listing that is followed` {
    private typealias Laws = ArticleStoreConformance

    /// Provider ids as whoever follows has them, by applying what is told as `ListingChange` says.
    private struct Follower {
        var ids: [String] = []
        var last: [ListingChange<ArticleKey, StoredArticle>] = []
        var waits: [String] = []

        /// Takes the next update.
        mutating func take(_ live: LiveArticles) async throws {
            var changes: [ListingChange<ArticleKey, StoredArticle>] = []
            var set: ListingSet?
            var isWaiting = false
            let goesOn = try await live.next { piece in
                switch piece {
                case .waiting(let reason):
                    waits.append(reason)
                    isWaiting = true
                case .set(let begun): set = begun
                case .change(let change): changes.append(change)
                }
            }
            guard goesOn else { throw TestFailure("it ended") }
            if isWaiting { return }
            for kind in ListingChangeKind.allCases {
                #expect(set?.counts[kind] ?? 0 == changes.count { $0.kind == kind })
            }
            if set?.isInitial == true { ids = [] } else { last = changes }
            for change in changes.sorted(by: { ($0.formerPlace ?? -1) > ($1.formerPlace ?? -1) })
            where change.kind == .removed || change.isMoved {
                ids.remove(at: change.formerPlace ?? 0)
            }
            for change in changes where change.kind == .added || change.isMoved {
                ids.insert(change.key.id, at: change.place ?? 0)
            }
            for change in changes where change.kind != .removed {
                #expect(change.place.map { ids[$0] } == change.key.id)
            }
        }
    }

    @Test func `004-47 what a replacement adds, moves, changes and removes is told with its places`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, [Laws.page(0, ["a", "b", "c", "d"])])
        let live = try store.reader.observe(ArticleListing())
        var follower = Follower()
        try await follower.take(live)
        #expect(follower.ids == ["a", "b", "c", "d"])
        var changed = Laws.article("c")
        changed.headline = "Another headline"
        try await Laws.sync(
            writer, [Laws.page(0, [Laws.article("n"), Laws.article("d"), Laws.article("a"), changed])], at: 10)
        try await follower.take(live)
        #expect(follower.ids == ["n", "d", "a", "c"])
        let told = follower.last.map { [$0.kind.rawValue, $0.key.id] + ($0.isMoved ? ["moved"] : []) }
        #expect(told == [["removed", "b"], ["added", "n"], ["moved", "d", "moved"], ["changed", "c"]])
        #expect(follower.last.map(\.formerPlace) == [1, nil, 3, 2])
        #expect(follower.last.map(\.place) == [nil, 0, 1, 3])
        #expect(follower.last.last?.item?.article.headline == "Another headline")
        #expect(follower.last.first?.item?.vanishedAt == Laws.at(11), "what is left of it in the store")
    }

    @Test func `000-28 a sync that finds everything as it was tells nothing, and the next change is told alone`()
        async throws
    {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, [Laws.page(0, ["a", "b"])])
        let live = try store.reader.observe(ArticleListing())
        var follower = Follower()
        try await follower.take(live)
        // Three that change nothing but when the articles were last seen.
        let path = store.path
        for second in [10, 20, 30] as [Int64] { try await Laws.sync(writer, [Laws.page(0, ["a", "b"])], at: second) }
        let later = Task {
            try await Laws.sync(SQLiteArticleWriter(path: path), [Laws.page(0, ["a", "b", "c"])], at: 40)
        }
        try await follower.take(live)
        #expect(follower.last.map(\.kind) == [.added])
        #expect(follower.ids == ["a", "b", "c"])
        _ = try await later.value
    }

    @Test func `000-28 predicate, sort keys, limit and query hold for what is told`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, [Laws.page(0, ["a", "b", "c", "x1"])])
        var listing = ArticleListing()
        listing.queries = [Laws.query().name]
        listing.predicate = #"provider_id LIKE "?""#
        listing.sort = "provider_id:NO"
        listing.limit = 3
        let live = try store.reader.observe(listing)
        var follower = Follower()
        try await follower.take(live)
        #expect(follower.ids == ["c", "b", "a"])
        try await Laws.sync(writer, [Laws.page(0, ["a", "b", "c", "x2", "d"])], at: 10)
        try await follower.take(live)
        #expect(follower.ids == ["d", "c", "b"])
        #expect(follower.last.map(\.kind) == [.removed, .added])
    }

    @Test(arguments: [nil, "-provider_id"])
    func `000-28 what a search finds is followed, in the order of its ranking or of keys`(sort: String?) async throws {
        func article(_ id: String, _ headline: String) -> Article {
            var article = Laws.article(id)
            article.headline = headline
            return article
        }
        let store = try StoreInspection()
        let first = [article("a", "Knicks"), article("b", "Knicks and many other words"), article("c", "Nothing")]
        try await Laws.sync(store.writer, [Laws.page(0, first)])
        var listing = ArticleListing()
        (listing.search, listing.sort) = ("knicks", sort)
        let live = try store.reader.observe(listing)
        var follower = Follower()
        try await follower.take(live)
        func listed() throws -> [String] {
            var ids: [String] = []
            _ = try store.reader.articles(listing) { ids.append($0.article.key.id) }
            return ids
        }
        #expect(try follower.ids == listed() && Set(follower.ids) == ["a", "b"])
        let second = [article("a", "Lakers"), article("b", "Knicks and other words"), article("c", "The Knicks")]
        try await Laws.sync(store.writer, [Laws.page(0, second)], at: 10)
        try await follower.take(live)
        #expect(try follower.ids == listed() && Set(follower.ids) == ["b", "c"])
        #expect(follower.last.allSatisfy { $0.kind == .removed || $0.item?.hit != nil })
        #expect(follower.last.first?.item?.article.headline == "Lakers")
    }

    @Test(arguments: [
        "DELETE FROM query_articles", "BEGIN; DELETE FROM query_articles; DELETE FROM articles; COMMIT",
    ])
    func `000-28 a whole table that another program empties is told`(sql: String) async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, ["a", "b"])])
        let live = try store.reader.observe(ArticleListing())
        var follower = Follower()
        try await follower.take(live)
        try store.execute("PRAGMA foreign_keys = OFF; \(sql)")
        try await follower.take(live)
        #expect(follower.ids == [])
        #expect(follower.last.map(\.kind) == [.removed, .removed])
        #expect(follower.last.map { $0.item == nil } == [sql.hasPrefix("BEGIN"), sql.hasPrefix("BEGIN")])
    }

    @Test func `000-28 the writer of the same process tells when it has committed`() async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, ["a"])])
        let live = try store.reader.observe(ArticleListing())
        var follower = Follower()
        try await follower.take(live)
        let commits = live.onCommit
        let writer = SQLiteArticleWriter(path: store.path) { isBeginning in if !isBeginning { commits() } }
        for round in 1...5 {
            let names = (0...round).map { "r\(round)-\($0)" }
            try await Laws.sync(writer, [Laws.page(0, names)], at: Int64(round))
            while follower.ids != names { try await follower.take(live) }
        }
    }

    @Test func `a store that is not there yet is waited for, and one that is removed and made anew is gone over to`()
        async throws
    {
        let store = try StoreInspection()
        let live = try store.reader.observe(ArticleListing())
        var follower = Follower()
        try await follower.take(live)
        let waits = ["there is no store at \(store.path)"]
        #expect(follower.waits == waits)
        try await Laws.sync(store.writer, [Laws.page(0, ["a", "b"])])
        while follower.ids.isEmpty { try await follower.take(live) }
        #expect(follower.ids == ["a", "b"])
        for ending in ["", "-wal", "-shm"] { try Files.remove(store.path + ending) }
        try await follower.take(live)
        #expect(follower.waits == waits + waits, "told once more, and not what a store in the making looks like")
        let path = store.path
        let making = Task { try await Laws.sync(SQLiteArticleWriter(path: path), [Laws.page(0, ["b", "c"])]) }
        while follower.ids != ["b", "c"] { try await follower.take(live) }
        _ = try await making.value
        #expect(follower.waits == waits + waits)
    }

    @Test func `a file that is no store ends it at once, but not one that it becomes for a while`() async throws {
        let store = try StoreInspection()
        try store.folder.write("This is not a database, whatever it is called.\n", to: "articles.db")
        let first = try LiveArticles(path: store.path, ArticleListing())
        let failure = await #expect(throws: StoreFailure.self) { _ = try await first.next { _ in } }
        #expect(failure?.kind == .unusable)
        try Files.remove(store.path)
        try await Laws.sync(store.writer, [Laws.page(0, ["a"])])
        let live = try store.reader.observe(ArticleListing())
        var follower = Follower()
        try await follower.take(live)
        for ending in ["-wal", "-shm"] { try Files.remove(store.path + ending) }
        try store.folder.write("Half of a copy, perhaps.\n", to: "copy")
        #expect(unsafe rename(store.folder.file("copy"), store.path) == 0)
        try await follower.take(live)
        #expect(follower.waits == ["\(store.path) cannot be read: file is not a database"])
        try Files.remove(store.path)
        try await Laws.sync(store.writer, [Laws.page(0, ["b"])])
        while follower.ids != ["b"] { try await follower.take(live) }
    }

    @Test func `a mistake in a predicate, a sort key or a search is told before there is a store`() throws {
        let folder = try TemporaryFolder()
        for change in [
            { $0.predicate = "headlin = 1" }, { $0.sort = "headlin" }, { $0.search = " - " },
        ] as [(inout ArticleListing) -> Void] {
            var listing = ArticleListing()
            change(&listing)
            let failure = #expect(throws: StoreFailure.self) {
                try LiveArticles(path: folder.file("articles.db"), listing)
            }
            #expect(failure?.kind == .usage)
        }
        #expect(try Files.names(in: folder.path) == [])
    }

    @Test func `the task that follows can be cancelled while nothing happens`() async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, ["a"])])
        let (told, tell) = AsyncStream.makeStream(of: Void.self)
        let path = store.path
        let task = Task {
            var updates = 0
            let live = try LiveArticles(path: path, ArticleListing())
            while try await live.next({ _ in }) {
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
