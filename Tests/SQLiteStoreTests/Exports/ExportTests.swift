internal import Articles
internal import Chronology
internal import Expectations
internal import SQLite
internal import SQLiteStore
internal import Synchronization
internal import TestSupport
internal import Testing

private typealias Laws = ArticleStoreConformance

@Suite struct `An export from the store` {
    private func exported(
        _ store: StoreInspection, asOf instant: Instant? = nil, _ change: (inout ArticleListing) -> Void = { _ in }
    ) throws -> (origin: ContentsOrigin?, ids: [String]) {
        var listing = Laws.listing(["basketball"])
        listing.asOf = instant
        change(&listing)
        var ids: [String] = []
        let origin = try store.reader.export(listing) { article, _ in ids.append(article.article.key.id) }
        return (origin, ids)
    }

    @Test func `tells which run put the contents in place, and what is in the ledger`() async throws {
        let store = try StoreInspection()
        let run = try await Laws.sync(store.writer, [Laws.page(0, ["b", "a"])])
        let (found, ids) = try exported(store)
        let origin = try #require(found)
        #expect(ids == ["b", "a"])
        #expect(origin.query == "basketball" && origin.provider == "nyt" && origin.window == Laws.week)
        #expect(origin.fingerprint == Laws.query().fingerprint)
        #expect(origin.generation == 1 && origin.articles == 2 && origin.pruned == 0 && origin.isWhole)
        #expect(origin.run == run && origin.storedAt == Laws.at(1) && origin.contentsAt == Laws.at(1))
        #expect(origin.windows?.map(\.days) == [Laws.week] && origin.missing == .exactly(0))
        // A run that failed afterwards is none of the contents' making.
        let ticket = try await store.writer.begin(Laws.query(), window: Laws.week, at: Laws.at(9))
        _ = try await store.writer.finish(ticket, ending: RunEnding(.failed, counts: RunCounts()), at: Laws.at(10))
        #expect(try exported(store).origin == origin)
    }

    @Test func `of contents that never were is none`() async throws {
        let store = try StoreInspection()
        let ticket = try await store.writer.begin(Laws.query(), window: Laws.week, at: Laws.at(0))
        _ = try await store.writer.finish(ticket, ending: RunEnding(.failed, counts: RunCounts()), at: Laws.at(1))
        #expect(try exported(store).origin == nil)
        try await Laws.sync(store.writer, [Laws.page(0, ["a"])], at: 10)
        #expect(try exported(store).origin != nil)
        #expect(try exported(store, asOf: Laws.at(5)).origin == nil)
    }

    @Test func `of the past is of the generation of then, and the same for ever`() async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, ["a", "b"])])
        let then = try exported(store, asOf: Laws.at(5))
        #expect(then.ids == ["a", "b"] && then.origin?.generation == 1 && then.origin?.articles == 2)
        #expect(then.origin?.windows == nil && then.origin?.contentsAt == nil && then.origin?.missing == nil)
        try await Laws.sync(store.writer, [Laws.page(0, ["b", "c", "d"], version: 1)], at: 100)
        let later = try exported(store, asOf: Laws.at(5))
        #expect(later.origin == then.origin && later.ids == then.ids)
        #expect(try exported(store).origin?.generation == 2)
    }

    @Test func `tells how many articles of then are gone from the store`() async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, ["a", "b", "c"])])
        try await Laws.sync(store.writer, [Laws.page(0, ["c"])], at: 100)
        _ = try await store.writer.prune(Retention(vanishedBefore: Laws.at(1_000), runsBefore: nil))
        let then = try exported(store, asOf: Laws.at(50))
        #expect(then.ids == ["c"] && then.origin?.articles == 3 && then.origin?.pruned == 2)
        #expect(then.origin?.coverage == .complete && then.origin?.isWhole == false)
        #expect(try exported(store).origin?.isWhole == true)
    }

    @Test func `filters and sorts like a listing`() async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, ["a", "b", "c"])])
        let some = try exported(store) { ($0.predicate, $0.sort) = (#"headline != "b""#, "-headline") }
        #expect(some.ids == ["c", "a"] && some.origin?.articles == 3)
        #expect(throws: StoreFailure.self) { try exported(store) { $0.sort = "nothing" } }
    }

    @Test func `has notes as they are listed, also what other tools wrote carelessly`() async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, ["a", "b"])])
        _ = try await store.writer.addNote(Note.Content(title: "mine", keywords: ["x"]), about: 1, at: Laws.at(0))
        try store.execute(
            """
            INSERT INTO notes (article_id, date, title, keywords, created_at, changed_at) VALUES
                (1, '2015-07-08', 'a day', '{"k": "v"}', '', '2015-07-09'), (2, 'yesterday', 'no date', 'none', '', '')
            """)
        var exported: [Note] = []
        _ = try store.reader.export(Laws.listing(["basketball"]), withNotes: true) { exported += $1 }
        #expect(exported.sorted { $0.id > $1.id } == (try store.reader.notes().sorted { $0.id > $1.id }))
        #expect(exported.first { $0.id == 2 }?.date == Instant(iso8601: "2015-07-08T00:00:00Z"))
        #expect(exported.first { $0.id == 2 }?.content.keywords == [])
    }

    @Test func `hands on what the receiver throws, and leaves no snapshot open`() async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, ["a", "b"])])
        let reader = SQLiteArticleReader(path: store.path, connections: 1)
        for _ in 0..<3 {
            #expect(throws: TestFailure.self) {
                try reader.export(Laws.listing(["basketball"])) { _, _ in throw TestFailure("enough") }
            }
        }
        try await Laws.sync(store.writer, [Laws.page(0, ["c"])], at: 10)
        var ids: [String] = []
        _ = try reader.export(Laws.listing(["basketball"])) { article, _ in ids.append(article.article.key.id) }
        #expect(ids == ["c"])
    }

    @Test func `is of one snapshot while a writer replaces`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        func contents(_ generation: Int) -> [ArticlePage] {
            [
                Laws.page(
                    0,
                    (0..<40).map { number in
                        var article = Laws.article(number < 20 ? "a\(number)" : "g\(generation)-\(number)")
                        article.headline = "\(generation)"
                        return article
                    })
            ]
        }
        try await Laws.sync(writer, contents(1))
        let path = store.path
        let end = Flag()
        let exports = try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask {
                let reader = SQLiteArticleReader(path: path)
                var exports = 0
                while !end.isUp.load(ordering: .acquiring) || exports == 0 {
                    var headlines: [String?] = []
                    let origin = try reader.export(Laws.listing(["basketball"])) { article, _ in
                        headlines.append(article.article.headline)
                    }
                    let generation = try #require(origin?.generation)
                    #expect(headlines.count == 40 && Set(headlines) == ["\(generation)"])
                    #expect(origin?.run?.counts.stored == 40 && origin?.articles == 40)
                    exports += 1
                    await Task.yield()
                }
                return exports
            }
            for generation in 2...200 { try await Laws.sync(writer, contents(generation), at: Int64(generation)) }
            end.isUp.store(true, ordering: .releasing)
            return try await group.reduce(0, +)
        }
        #expect(exports > 0)
    }
}

/// Raised once, seen by all.
private final class Flag: Sendable {
    let isUp = Atomic(false)
}
