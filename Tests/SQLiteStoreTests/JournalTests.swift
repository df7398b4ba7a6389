internal import Articles
internal import Chronology
internal import Expectations
internal import Glibc
internal import JSONText
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

@Suite struct JournalTests {
    private typealias Laws = ArticleStoreConformance

    @Test func `004-51 a live run is respected, and one of a dead process is closed as interrupted`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = store.path as String] in
            let writer = SQLiteArticleWriter(path: path)
            _ = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(1))
            _ = try await writer.begin(Laws.query("other"), window: Laws.week, at: Laws.at(1))
            kill(getpid(), SIGKILL)
        }
        let mine = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(2))
        let runs = try store.reader.runs(query: "basketball", limit: 9)
        #expect(runs.map(\.outcome) == [.running, .interrupted])
        #expect(runs[0].id == mine.run)
        #expect(runs[1].finishedAt == Laws.at(2) && runs[1].reason != nil)
        // Only the query that is begun is looked at.
        #expect(try store.number("SELECT count(*) FROM runs WHERE outcome = 'running'") == 2)
        await #expect(processExitsWith: .success) { [path = store.path as String] in
            let failure = await #expect(throws: StoreFailure.self) {
                _ = try await SQLiteArticleWriter(path: path).begin(Laws.query(), window: Laws.week, at: Laws.at(3))
            }
            #expect(failure?.kind == .going)
            #expect(failure?.reason.contains("since 2015-07-04") == true)
        }
        #expect(try store.reader.runs(query: "basketball", limit: 9).count == 2)
    }

    @Test func `a run whose end the store did not take blocks its query no longer than the store does`() async throws {
        let store = try StoreInspection()
        let writer = SQLiteArticleWriter(path: store.path, busyTimeout: .milliseconds(20))
        let ticket = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(1))
        let other = try Connection(path: store.path, access: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        let failure = await #expect(throws: StoreFailure.self) {
            _ = try await writer.finish(ticket, ending: RunEnding(.failed, counts: RunCounts()), at: Laws.at(2))
        }
        #expect(failure?.kind == .busy)
        try other.execute("ROLLBACK")
        let next = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(3))
        let runs = try store.reader.runs(query: "basketball", limit: 9)
        #expect(runs.map(\.outcome) == [.running, .interrupted] && runs[0].id == next.run)
        #expect(runs[1].reason == "the store did not take its end")
    }

    @Test func `a run whose end is taken at the second try ends as it did`() async throws {
        let store = try StoreInspection()
        let writer = SQLiteArticleWriter(path: store.path, busyTimeout: .milliseconds(20))
        let ticket = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(1))
        let ending = RunEnding(.failed, counts: RunCounts(), reason: "because")
        let other = try Connection(path: store.path, access: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        await #expect(throws: StoreFailure.self) { try await writer.finish(ticket, ending: ending, at: Laws.at(2)) }
        try other.execute("ROLLBACK")
        #expect(try await writer.finish(ticket, ending: ending, at: Laws.at(3)).reason == "because")
        _ = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(4))
        #expect(try store.reader.runs(query: "basketball", limit: 9).map(\.outcome) == [.running, .failed])
    }

    @Test func `a run takes over nothing from the one whose temporary tables it has`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let left = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(1))
        // Set aside and left: an article of its own, one with an older id, and one that comes twice.
        #expect(try await writer.stage(Laws.page(0, ["left", "a", "a"]), for: left) == 2)
        _ = try await writer.finish(left, ending: RunEnding(.failed, counts: RunCounts()), at: Laws.at(2))
        for round in 0..<3 {
            let run = try await Laws.sync(
                writer, [Laws.page(0, ["a", "b\(round)"])], at: Int64(10 + 10 * round))
            #expect(run.counts.stored == 2)
            #expect(try store.ids() == ["a", "b\(round)"], "round \(round)")
        }
        let other = try await Laws.sync(writer, [Laws.page(0, ["c"])], query: Laws.query("other"), at: 99)
        #expect(other.counts.stored == 1 && other.counts.added == 1)
        try store.check()
    }

    @Test func `a ticket tells what the last result had apart from what is kept beside it`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        var query = Laws.query()
        query.keep = .everything
        try await Laws.sync(writer, [Laws.page(0, ["a", "b", "c"])], query: query)
        try await Laws.sync(writer, [Laws.page(0, ["c", "d"])], query: query, at: 10)
        let ticket = try await writer.begin(query, window: Laws.week, at: Laws.at(20))
        #expect(ticket.current.articles == 4)
        #expect(ticket.current.confirmed == 2)
    }

    @Test func `a run that began before another replaced the contents replaces nothing`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let slow = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(0))
        _ = try await writer.stage(Laws.page(0, ["a"]), for: slow)
        // As if its process had been taken for dead: another run came and went.
        try store.execute("UPDATE queries SET generation = generation + 1")
        await #expect(throws: StoreFailure.self) {
            _ = try await writer.replace(slow, ending: RunEnding(.complete, counts: RunCounts()), at: Laws.at(11))
        }
        #expect(try store.ids() == [])
    }

    @Test func `a run whose line was closed by another can neither stage nor replace`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, [Laws.page(0, ["a"])])
        let ticket = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(10))
        _ = try await writer.stage(Laws.page(0, ["b"]), for: ticket)
        try store.execute("UPDATE runs SET outcome = 'interrupted' WHERE id = \(ticket.run)")
        let failure = await #expect(throws: StoreFailure.self) {
            _ = try await writer.replace(ticket, ending: RunEnding(.complete, counts: RunCounts()), at: Laws.at(11))
        }
        #expect(failure?.reason.hasPrefix("run \(ticket.run) has ended already") == true)
        #expect(try store.ids() == ["a"])
        #expect(try store.number("SELECT generation FROM queries") == 1)
    }

    @Test func `a line says what its run began with, and its end changes nothing of that`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let ticket = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(1))
        let beginning =
            "query_id, started_at, window_from, window_to, _owner, candidate_id FROM runs WHERE id = \(ticket.run)"
        let end = """
            outcome, finished_at, announced, announced_at_least, fetched, unique_articles, stored, added, changed, removed,
            dropped, pages, requests, bytes, reason, failure, notices FROM runs WHERE id = \(ticket.run)
            """
        let begun: [SQLiteValue] = [
            1, .text("\(Laws.at(1))"), "2015-07-01", "2015-07-07", .text(ProcessIdentity.current.description),
            .integer(ticket.candidate),
        ]
        #expect(try store.row(beginning) == begun)
        #expect(
            try store.row(end) == ["running", nil, nil, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, nil, nil, "[]"])
        var ending = RunEnding(.failed, counts: RunCounts(), reason: "because", failure: .transient)
        ending.counts.announced = .atLeast(900)
        (ending.counts.fetched, ending.counts.unique, ending.counts.dropped) = (30, 20, 2)
        (ending.counts.pages, ending.counts.requests, ending.counts.bytes) = (3, 4, 5_000)
        ending.notices = ["a \"notice\"", "another"]
        let run = try await writer.finish(ticket, ending: ending, at: Laws.at(2))
        #expect(try store.row(beginning) == begun)
        #expect(
            try store.row(end) == [
                "failed", .text("\(Laws.at(2))"), 900, 1, 30, 20, 0, 0, 0, 0, 2, 3, 4, 5_000, "because", "transient",
                .text(JSONStrings.text(ending.notices)),
            ])
        #expect(try store.reader.runs(query: nil, limit: 9) == [run], "what is given back is what is kept")
    }

    @Test func `a line that another program spoilt is closed all the same, and keeps what it says`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let ended = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(1))
        try store.execute("UPDATE runs SET window_from = 'monday', started_at = 'early', _owner = 'nobody'")
        let next = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(2))
        #expect(
            try store.row("outcome, window_from, started_at, _owner, reason FROM runs WHERE id = \(ended.run)") == [
                "interrupted", "monday", "early", "nobody",
                "the process ended before it could write why: killed, a full disk, or a loss of power",
            ])
        // Its own run closes one too, though it cannot be shown.
        try store.execute("UPDATE runs SET window_to = 'sunday' WHERE id = \(next.run)")
        await #expect(throws: StoreFailure.self) {
            try await writer.finish(next, ending: RunEnding(.failed, counts: RunCounts()), at: Laws.at(3))
        }
        #expect(try store.row("outcome, window_to FROM runs WHERE id = \(next.run)") == ["failed", "sunday"])
        #expect(try store.reader.runs(query: nil, limit: 9) == [])
    }

    @Test func `a process is known by its boot, its namespace, its id and when it began`() throws {
        let current = ProcessIdentity.current
        #expect(ProcessIdentity(current.description) == current)
        #expect(!current.hasEnded(seenFrom: current))
        let id = (current.boot, current.namespace, current.pid, current.beganAt)
        let later = ProcessIdentity(boot: id.0, namespace: id.1, pid: id.2, beganAt: "1")
        #expect(later.hasEnded(seenFrom: current))
        let rebooted = ProcessIdentity(boot: "another", namespace: id.1, pid: id.2, beganAt: id.3)
        #expect(rebooted.hasEnded(seenFrom: current))
        let elsewhere = ProcessIdentity(boot: id.0, namespace: "pid:[1]", pid: 1, beganAt: "1")
        #expect(!elsewhere.hasEnded(seenFrom: current))
        #expect(ProcessIdentity("nonsense") == nil)
    }
}
