internal import Articles
internal import Chronology
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

@Suite struct HistoryTests {
    private typealias Raw = RawStore

    @Test(arguments: 1...4)
    func `a history tells where an article was and what it said at every instant`(_ seed: Int) async throws {
        let store = try StoreInspection()
        var life = try StoreLife(seed: UInt64(seed), keep: .window)
        var snapshots: [(at: Instant, articles: [StoredArticle])] = []
        for _ in 0..<20 {
            try await life.step(store.writer)
            var articles: [StoredArticle] = []
            _ = try store.reader.articles(ArticleListing()) { articles.append($0) }
            snapshots.append((life.now, articles))
        }
        let keys = Set(snapshots.flatMap { $0.articles.map(\.article.key.id) })
        #expect(keys.count > 15)
        for key in keys {
            let history = try #require(try store.reader.history(of: key))
            let events = history.events
            #expect(events.first?.what == .firstSeen && events.first?.at == history.article.firstSeenAt)
            #expect(events.map(\.at) == events.map(\.at).sorted())
            #expect(events.allSatisfy { $0.run != nil })
            for (at, articles) in snapshots {
                let then = articles.first { $0.article.key.id == key }
                let past = events.prefix { $0.at <= at }
                #expect(Self.holders(past) == then?.queries ?? [], "\(key) at \(at)")
                guard let then else {
                    #expect(past.isEmpty || past.last?.what == .vanished, "\(key) at \(at): \(past)")
                    continue
                }
                var headline = history.article.article.headline
                for event in events.reversed() where event.at > at {
                    guard case .changed("headline", let old, let new) = event.what else { continue }
                    #expect(new == headline)
                    headline = old
                }
                #expect(headline == then.article.headline)
            }
        }
    }

    private static func holders(_ events: some Sequence<ArticleHistory.Event>) -> [String] {
        var holders: Set<String> = []
        for event in events {
            switch event.what {
            case .joined(let query): holders.insert(query)
            case .left(let query): holders.remove(query)
            case .firstSeen, .changed, .vanished: break
            }
        }
        return holders.sorted()
    }

    @Test func `an article is told by any of its names, and one that is not there is none`() async throws {
        let store = try StoreInspection()
        #expect(throws: StoreFailure.self) { try store.reader.history(of: "0-1") }
        var life = try StoreLife(seed: 3, keep: .window)
        for _ in 0..<4 { try await life.step(store.writer) }
        let history = try #require(try store.reader.history(of: "nyt:0-1"))
        #expect(try store.reader.history(of: "\(history.article.id)") == history)
        #expect(try store.reader.history(of: "nobody") == nil)
    }

    @Test func `what happened at one instant is told in an order that makes sense, and vanishing once`() {
        let (one, two, three) = (Raw.at(1), Raw.at(2), Raw.at(3))
        let events = ArticleEvents(
            firstSeen: one, vanished: three,
            memberships: [
                .init(query: "a", since: .init(at: one, run: 7), until: .init(at: two, run: 8)),
                .init(query: "b", since: .init(at: one, run: 9), until: .init(at: two, run: 8)),
                .init(query: "c", since: .init(at: two, run: 8), until: .init(at: three, run: 10)),
                .init(query: "d", since: .init(at: three, run: 10), until: .init(at: three, run: 10)),
            ],
            changes: [
                .init(at: two, what: .changed(field: "url", old: nil, new: "x"), run: 8),
                .init(at: two, what: .changed(field: "kind", old: "y", new: nil), run: 8),
            ])
        #expect(
            events.inOrder == [
                .init(at: one, what: .firstSeen, run: 7), .init(at: one, what: .joined(query: "a"), run: 7),
                .init(at: one, what: .joined(query: "b"), run: 9), .init(at: two, what: .joined(query: "c"), run: 8),
                .init(at: two, what: .changed(field: "url", old: nil, new: "x"), run: 8),
                .init(at: two, what: .changed(field: "kind", old: "y", new: nil), run: 8),
                .init(at: two, what: .left(query: "a"), run: 8), .init(at: two, what: .left(query: "b"), run: 8),
                .init(at: three, what: .joined(query: "d"), run: 10),
                .init(at: three, what: .left(query: "c"), run: 10), .init(at: three, what: .left(query: "d"), run: 10),
                .init(at: three, what: .vanished, run: 10),
            ])
    }

    @Test func `what began before the store remembered such things has no beginning`() async throws {
        let store = try StoreInspection()
        let connection = try Connection(path: store.path, access: .create)
        try connection.execute("PRAGMA journal_mode = WAL; " + FrozenStore.version1)
        try await store.writer.open()
        let held = try #require(try store.reader.history(of: "nyt://article/1"))
        #expect(held.events.first?.what == .firstSeen)
        #expect(!held.events.contains { $0.what == .joined(query: "basketball") || $0.what == .vanished })
        #expect(held.article.queries == ["basketball"])
        let vanished = try #require(try store.reader.history(of: "nyt://article/2"))
        #expect(vanished.events.last?.what == .vanished && vanished.events.last?.at == vanished.article.vanishedAt)
        // Since its contents were last confirmed the store knows what they were.
        let at = try #require(try store.reader.statuses(staleAfter: [:], at: Raw.at(0)).first?.contentsAt)
        var listing = ArticleListing()
        listing.asOf = at
        #expect(try store.ids(listing) == ["nyt://article/1"])
        listing.asOf = at.adding(.milliseconds(-1))
        #expect(try store.ids(listing) == [])
    }
}
