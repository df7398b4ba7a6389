internal import Articles
internal import Chronology
internal import Expectations
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// Looks at what is kept, and how old what is made of it is.
@Suite struct PreviewTests {
    private typealias Laws = ArticleStoreConformance
    private static let complete = RunEnding(.complete, counts: RunCounts())

    /// A store that holds `a` and `b`, and keeps the answer that says so.
    private func stored() async throws -> (StoreInspection, SQLiteArticleWriter) {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, [Laws.page(0, ["a", "b"])])
        let candidate = try store.number("SELECT id FROM candidates")
        try store.keepAnswer(of: Int64(candidate), Laws.week, at: Laws.at(1))
        return (store, writer)
    }

    @Test func `a look goes on beside a run and beside another look, and leaves nothing behind`() async throws {
        let (store, writer) = try await stored()
        let run = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(10))
        let before = try Files.read(store.path)
        let first = try await writer.preview(Laws.query(), window: Laws.week, from: .contents, at: Laws.at(11))
        let second = try await writer.preview(Laws.query(), window: Laws.week, from: .candidate(1), at: Laws.at(11))
        #expect(first.run != second.run && first.readings.map(\.days) == [Laws.week])
        #expect(try await writer.stage(Laws.page(0, ["a", "c"]), for: first) == 2)
        #expect(try await writer.stage(Laws.page(0, ["a", "b"]), for: second) == 2)
        let difference = try await writer.difference(first, readings: first.readings, examples: 5)
        #expect((difference.added, difference.removed) == (1, 1))
        #expect(try await writer.difference(second, readings: second.readings, examples: 5).isEmpty)
        // It can replace nothing.
        await #expect(throws: StoreFailure.self) {
            _ = try await writer.replace(first, readings: first.readings, ending: Self.complete, at: Laws.at(12))
        }
        await writer.endPreview(first)
        await writer.endPreview(second)
        await #expect(throws: StoreFailure.self) { _ = try await writer.stage(Laws.page(0, ["a"]), for: first) }
        #expect(try Files.read(store.path) == before)
        #expect(try store.number("SELECT count(*) FROM runs") == 2)
        _ = try await writer.finish(run, ending: Self.complete, at: Laws.at(13))
        try store.check()
    }

    @Test func `what was not asked, or was asked otherwise, is not looked at`() async throws {
        let (_, writer) = try await stored()
        var edited = Laws.query()
        edited.filter = "section:Sports"
        for (query, origin) in [(Laws.query(), RunOrigin.source), (edited, .contents), (Laws.query(), .candidate(9))] {
            let refusal = await #expect(throws: StoreFailure.self) {
                _ = try await writer.preview(query, window: Laws.week, from: origin, at: Laws.at(10))
            }
            #expect(refusal?.kind == .refused)
        }
        let refusal = await #expect(throws: StoreFailure.self) {
            _ = try await writer.begin(edited, window: Laws.week, from: .contents, at: Laws.at(10))
        }
        #expect(
            refusal?.kind == .refused && refusal?.reason.hasPrefix("its contents answer what was asked before") == true)
    }

    @Test func `contents made of kept answers are as old as these, and not stale for being partial`() async throws {
        let (store, writer) = try await stored()
        let ticket = try await writer.begin(Laws.query(), window: Laws.week, from: .contents, at: Laws.at(500))
        _ = try await writer.stage(Laws.page(0, ["a"]), for: ticket)
        var readings = ticket.readings
        readings[0].status = .partial
        let ending = RunEnding(.partial, coverage: .partial, counts: RunCounts(), reason: "one is missing")
        _ = try await writer.replace(ticket, readings: readings, ending: ending, at: Laws.at(501))
        let status = try #require(store.reader.statuses(staleAfter: [:], at: Laws.at(600)).first)
        #expect(status.contentsAt == readings[0].readAt && status.coverage == .partial)
        #expect(status.freshness == .fresh(since: readings[0].readAt))
        #expect(
            try store.reader.statuses(staleAfter: [status.name: .seconds(300)], at: Laws.at(600)).first?.freshness
                == .stale(since: readings[0].readAt, reason: "older than stale_after"))
        // The candidate whose answers were read again is that of the present contents.
        #expect(try store.reader.candidates(of: status.name).first?.generation == status.generation)
    }

    @Test func `a candidate that a run works on is not dropped now`() async throws {
        let (store, writer) = try await stored()
        let run = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(10))
        try store.keepAnswer(of: run.candidate, Laws.week, at: Laws.at(11))
        let refusal = await #expect(throws: StoreFailure.self) { try await writer.drop(candidate: run.candidate) }
        #expect(refusal?.kind == .going)
        let none = await #expect(throws: StoreFailure.self) { try await writer.drop(candidate: 99) }
        #expect(none?.kind == .refused)
    }
}
