internal import Articles
internal import Expectations
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// Notes that are followed, over the real writer.
@Suite(.timeLimit(.minutes(5))) struct `Notes that are followed` {
    private typealias Laws = ArticleStoreConformance

    /// What is told next: the mark, the id and the places of each change, and the set.
    private func next(_ live: LiveNotes) async throws -> (set: ListingSet?, changes: [LiveNotes.Change]) {
        var set: ListingSet?
        var changes: [LiveNotes.Change] = []
        let goesOn = try await live.next { piece in
            switch piece {
            case .waiting: break
            case .set(let begun): set = begun
            case .change(let change): changes.append(change)
            }
        }
        guard goesOn else { throw TestFailure("it ended") }
        return (set, changes)
    }

    @Test func `000-28 004-47 what is added, edited and removed is told with its places, the newest first`()
        async throws
    {
        let store = try StoreInspection()
        let writer = store.writer
        for (second, title) in [(1, "one"), (2, "two")] as [(Int64, String)] {
            _ = try await writer.addNote(.init(title: title), at: Laws.at(second))
        }
        let live = try store.reader.observe(NoteListing())
        let (beginning, first) = try await next(live)
        #expect(beginning == ListingSet(isInitial: true, counts: [.added: 2]))
        #expect(first.map(\.key) == [2, 1] && first.map(\.item?.content.title) == ["two", "one"])
        _ = try await writer.addNote(.init(title: "three"), at: Laws.at(3))
        _ = try await writer.changeNote(1, to: .init(title: "first"), about: nil, at: Laws.at(4))
        try await writer.removeNotes([2])
        let (set, changes) = try await next(live)
        #expect(set == ListingSet(isInitial: false, counts: [.removed: 1, .added: 1, .changed: 1]))
        #expect(changes.map(\.kind) == [.removed, .added, .changed] && changes.map(\.key) == [2, 3, 1])
        #expect(changes.map(\.formerPlace) == [0, nil, 1] && changes.map(\.place) == [nil, 0, 1])
        #expect(changes.map(\.item?.content.title) == [nil, "three", "first"])
    }

    @Test func `a file that is no store ends it`() async throws {
        let store = try StoreInspection()
        try store.folder.write("This is not a database, whatever it is called.\n", to: "articles.db")
        let live = try store.reader.observe(NoteListing())
        let failure = await #expect(throws: StoreFailure.self) { _ = try await next(live) }
        #expect(failure?.kind == .unusable)
    }
}

extension LiveNotes {
    fileprivate typealias Change = ListingChange<Int64, Note>
}
