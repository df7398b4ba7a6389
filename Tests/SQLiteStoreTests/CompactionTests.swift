internal import Articles
internal import Chronology
internal import Expectations
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

@Suite struct `Making a store smaller` {
    private typealias Laws = ArticleStoreConformance

    private func store() async throws -> StoreInspection {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, (0..<500).map { "article-\($0)" })])
        try store.execute(
            "INSERT INTO _shapes VALUES ('big', hex(randomblob(500000)), ''); DELETE FROM _shapes WHERE provider = 'big'"
        )
        return store
    }

    @Test func `gives back what is free, and keeps every row and number`() async throws {
        let store = try await store()
        let rows = "SELECT id || headline FROM articles ORDER BY id"
        let before = try store.column(rows)
        let slack = try store.reader.slack()
        #expect(slack.size.freeBytes > 900_000 && slack.insidePages ?? 0 > 0)
        let done = try await store.writer.compact(at: Laws.at(0))
        #expect(done.before.bytes - done.after.bytes >= slack.size.freeBytes)
        #expect(done.after.freeBytes == 0 && done.emptiedLog)
        #expect(try store.column(rows) == before)
        #expect(try store.number("SELECT count(DISTINCT segid) FROM articles_fts_idx") == 1, "the index is one")
        try store.check()
    }

    @Test func `is put off while somebody writes, whom it names`() async throws {
        let store = try await store()
        let trace = ServiceTrace(
            version: "1", configuration: "f", startedAt: Laws.at(0), reload: ServiceStanding.Reload(at: Laws.at(0)))
        try await store.writer.note(trace)
        let other = try Connection(path: store.path, access: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        let writer = SQLiteArticleWriter(path: store.path, busyTimeout: .milliseconds(10))
        let failure = try await #require(throws: StoreFailure.self) { try await writer.compact(at: Laws.at(1)) }
        #expect(failure.kind == .busy, "\(failure)")
        #expect(failure.reason.contains("the service in process \(ProcessIdentity.current.pid) holds it"), "\(failure)")
        try other.execute("ROLLBACK")
        #expect(try await writer.compact(at: Laws.at(2)).after.freeBytes == 0)
    }

    @Test func `says where a reader keeps the log from being emptied`() async throws {
        let store = try await store()
        let reader = try Connection(path: store.path, access: .readOnly)
        try reader.execute("BEGIN")
        _ = try reader.first("SELECT count(*) FROM articles") { $0.int(0) }
        let writer = SQLiteArticleWriter(path: store.path, busyTimeout: .milliseconds(10))
        #expect(try await !writer.compact(at: Laws.at(0)).emptiedLog)
        #expect(try reader.first("SELECT count(*) FROM articles") { $0.int(0) ?? 0 } == 500)
        try reader.execute("ROLLBACK")
        try store.check()
    }
}
