import Articles
import Chronology
import SQLiteStore
import Testing

@Suite struct `The outbox of a store` {
    private let now = Instant(secondsSince1970: 1_436_227_200)

    private func line(_ notice: String, to target: String) -> OutboxLine {
        OutboxLine(
            notice: notice, target: target, event: .failed, query: "q", createdAt: now, body: "{\"id\":\"\(notice)\"}")
    }

    @Test func `gives the first line of each target, and the next when that is gone`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let lines = [line("1", to: "a"), line("1", to: "b"), line("2", to: "a")]
        #expect(try await writer.post(lines, standing: NoticeStanding(), of: "q") == [:])
        var expected = Array(lines.prefix(2))
        (expected[0].id, expected[1].id) = (1, 2)
        #expect(try await writer.heads() == expected)
        try await writer.remove(1)
        try await writer.remove(1)
        #expect(try await writer.heads().map(\.id) == [2, 3])
        try await writer.postpone(3, attempts: 4, until: now.adding(.seconds(9)), reason: "HTTP 503")
        // Another process goes on with it.
        let heads = try await store.writer.heads()
        #expect(heads.last?.attempts == 4 && heads.last?.nextAt == now.adding(.seconds(9)))
        #expect(heads.last?.reason == "HTTP 503")
        #expect(try await writer.keepLines(of: ["b"]) == ["a": 1])
        #expect(try await writer.keepLines(of: ["b"]) == [:])
        #expect(try await writer.keepLines(of: []) == ["b": 1])
        #expect(try await writer.heads() == [])
        try store.check()
    }

    @Test func `gives no number twice, so that a line that is removed late takes no other with it`() async throws {
        let writer = try StoreInspection().writer
        _ = try await writer.post([line("1", to: "a")], standing: NoticeStanding(), of: "q")
        try await writer.remove(1)
        _ = try await writer.post([line("2", to: "a")], standing: NoticeStanding(), of: "q")
        #expect(try await writer.heads().map(\.id) == [2])
    }

    @Test func `remembers what was told of each query`() async throws {
        let store = try StoreInspection()
        var standing = NoticeStanding()
        _ = try await store.writer.post([], standing: standing, of: "plain")
        standing.failingSince = now
        standing.failureToldAt = now.adding(.milliseconds(1))
        standing.staleToldOf = now.adding(.seconds(2))
        (standing.isHeld, standing.isTroubled, standing.driftTold) = (true, true, "`a` is new\n`b` is gone")
        _ = try await store.writer.post([line("1", to: "a")], standing: NoticeStanding(), of: "q")
        _ = try await store.writer.post([], standing: standing, of: "q")
        #expect(try await store.writer.noticeStandings() == ["plain": NoticeStanding(), "q": standing])
    }

    @Test func `has room for a thousand lines, of which the oldest go`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        for start in stride(from: 0, to: 1_000, by: 100) {
            let lines = (start..<start + 100).map { line("\($0)", to: $0 < 3 ? "a" : "b") }
            #expect(try await writer.post(lines, standing: NoticeStanding(), of: "q") == [:])
        }
        let more = (0..<5).map { line("more \($0)", to: "c") }
        #expect(try await writer.post(more, standing: NoticeStanding(), of: "q") == ["a": 3, "b": 2])
        #expect(try store.number("SELECT count(*) FROM _outbox") == 1_000)
        #expect(try await writer.heads().map(\.notice) == ["5", "more 0"])
    }

    @Test func `tells how old contents are, of one query and of all`() async throws {
        let store = try StoreInspection()
        try await store.writer.open()
        try store.execute(
            """
            INSERT INTO queries (name, provider, fingerprint, contents_at) VALUES ('a', 'p', 'a', '\(now)');
            INSERT INTO queries (name, provider, fingerprint) VALUES ('never', 'p', 'n')
            """)
        #expect(try store.reader.contentsAt(of: nil) == ["a": now])
        #expect(try store.reader.contentsAt(of: "a") == ["a": now])
        #expect(try store.reader.contentsAt(of: "never") == [:])
        #expect(try store.reader.contentsAt(of: "nobody") == [:])
    }
}
