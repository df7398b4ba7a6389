internal import Articles
internal import Chronology
internal import Expectations
internal import Glibc
internal import SQLite
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// Whatever goes wrong in a replacement, the store holds what it held, whole, and the next try succeeds.
@Suite struct FaultTests {
    private typealias Laws = ArticleStoreConformance

    private static let old = [Laws.page(0, ["a", "b", "c"]), Laws.page(1, ["d", "e"])]
    private static let new = [
        Laws.page(0, [Laws.article("n"), Laws.article("b", version: 2), Laws.article("new", aliases: ["d"])]),
        Laws.page(1, [Laws.article("a"), Laws.article("m")]),
    ]

    /// A store with old contents, and a run on it with all of the new ones set aside.
    private static func prepared(_ store: StoreInspection) async throws -> (StoreFile, RunTicket) {
        try await Laws.sync(store.writer, old)
        let connection = try StoreOpening.forWriting(store.path, busyTimeout: .seconds(5), tried: "test")
        let file = StoreFile(connection, identity: .current)
        let ticket = try file.begun(Laws.query(), window: Laws.week, at: Laws.at(10))
        for page in new {
            _ = try file.stage(page, as: PageRequest(window: Laws.week, page: page.number), for: ticket.run)
        }
        return (file, ticket)
    }

    private static let ending = RunEnding(.complete, counts: RunCounts())
    private static let readings = [WindowReading(days: Laws.week, status: .complete, readAt: Laws.at(11))]

    @Test func `a replacement that is stopped at any step leaves the old contents whole`() async throws {
        let store = try StoreInspection()
        let (file, ticket) = try await Self.prepared(store)
        let budget = Atomic(0)
        file.connection.askToContinue(every: 1) { budget.subtract(1, ordering: .relaxed).newValue > 0 }
        var attempts = 0
        for steps in sequence(first: 1, next: { $0 + 1 + $0 / 40 }) {
            budget.store(steps, ordering: .relaxed)
            do throws(SQLiteError) {
                let run = try file.replace(ticket, readings: Self.readings, ending: Self.ending, at: Laws.at(11))
                #expect(run?.counts.added == 2 && run?.counts.removed == 2 && run?.counts.changed == 2)
                break
            } catch {
                #expect(error.kind == .interrupted, "\(steps): \(error.description)")
                #expect(try store.ids() == ["a", "b", "c", "d", "e"])
                #expect(try store.number("SELECT count(*) FROM articles") == 5)
                #expect(try store.reader.runs(query: nil, limit: 9).map(\.outcome) == [.running, .complete])
            }
            attempts += 1
            let isOpen = file.connection.isInTransaction
            #expect(!isOpen, "\(steps)")
            if attempts % 16 == 0 {
                budget.store(.max, ordering: .relaxed)
                try store.check("stopped after \(steps) steps")
            }
        }
        #expect(attempts > 20)
        #expect(try store.ids() == ["n", "b", "new", "a", "m"])
        #expect(try store.reader.article("d")?.article.key.id == "new")
        try store.check()
    }

    @Test func `a page that is stopped at any step is set aside whole or not at all`() async throws {
        let store = try StoreInspection()
        let (file, ticket) = try await Self.prepared(store)
        let budget = Atomic(0)
        file.connection.askToContinue(every: 1) { budget.subtract(1, ordering: .relaxed).newValue > 0 }
        let page = Laws.page(2, [Laws.article("o", aliases: ["m"]), Laws.article("p"), Laws.article("c", version: 3)])
        for steps in sequence(first: 1, next: { $0 + 3 }) {
            budget.store(steps, ordering: .relaxed)
            do throws(SQLiteError) {
                #expect(
                    try file.stage(page, as: PageRequest(window: Laws.week, page: page.number), for: ticket.run) == 7)
                break
            } catch {
                #expect(error.kind == .interrupted)
            }
        }
        budget.store(.max, ordering: .relaxed)
        _ = try file.replace(ticket, readings: Self.readings, ending: Self.ending, at: Laws.at(11))
        #expect(try store.ids() == ["n", "b", "new", "a", "m", "p", "c"])
        try store.check()
    }

    @Test func `a full store is said to be full, and keeps its contents`() async throws {
        let store = try StoreInspection()
        let (file, ticket) = try await Self.prepared(store)
        let corpus = ArticleCorpus(words: 2_000)
        for page in corpus.pages(of: 300, size: 100) {
            _ = try file.stage(page, as: PageRequest(window: Laws.week, page: page.number + 10), for: ticket.run)
        }
        var pages = try store.number("PRAGMA page_count")
        var attempts = 0
        while true {
            try file.connection.execute("PRAGMA main.max_page_count = \(pages)")
            do throws(SQLiteError) {
                _ = try file.replace(ticket, readings: Self.readings, ending: Self.ending, at: Laws.at(11))
                break
            } catch {
                #expect(error.kind == .full)
                #expect(StoreFailure(error, tried: "test").kind == .full)
                #expect(try store.ids() == ["a", "b", "c", "d", "e"])
                attempts += 1
                pages += 1 + pages / 20
            }
        }
        #expect(attempts > 3)
        #expect(try store.ids().count == 305)
        try store.check()
    }

    @Test func `a disk that takes no more leaves the old contents whole`() async throws {
        // Writes fail behind a size limit of the process, so that the process must be another.
        await #expect(processExitsWith: .success) {
            let store = try StoreInspection()
            let (file, ticket) = try await Self.prepared(store)
            let corpus = ArticleCorpus(words: 2_000)
            for page in corpus.pages(of: 100, size: 100) {
                _ = try file.stage(page, as: PageRequest(window: Laws.week, page: page.number + 10), for: ticket.run)
            }
            Glibc.signal(SIGXFSZ, SIG_IGN)
            var attempts = 0
            var limit: UInt = 4_096
            while true {
                limitFiles(to: limit)
                let failure: SQLiteError?
                do throws(SQLiteError) {
                    _ = try file.replace(ticket, readings: Self.readings, ending: Self.ending, at: Laws.at(11))
                    failure = nil
                } catch { failure = error }
                limitFiles(to: .max)
                guard let failure else { break }
                guard [.input, .full].contains(failure.kind), try store.ids() == ["a", "b", "c", "d", "e"] else {
                    exit(2)
                }
                attempts += 1
                limit += 24_576
            }
            guard attempts > 3, try store.ids().count == 105 else { exit(3) }
            guard try store.column("PRAGMA integrity_check") == ["ok"] else { exit(4) }
        }
    }

    @Test func `a process that is killed at any step leaves the old contents whole`() async throws {
        for steps in [1, 300, 700, 1_200, 1_800, 2_400] {
            let store = try StoreInspection()
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = store.path as String, steps = steps as Int] in
                try await Laws.sync(SQLiteArticleWriter(path: path), Self.old)
                let connection = try StoreOpening.forWriting(path, busyTimeout: .seconds(5), tried: "test")
                let file = StoreFile(connection, identity: .current)
                let ticket = try file.begun(Laws.query(), window: Laws.week, at: Laws.at(10))
                for page in Self.new {
                    _ = try file.stage(page, as: PageRequest(window: Laws.week, page: page.number), for: ticket.run)
                }
                let left = Atomic(steps)
                file.connection.askToContinue(every: 1) {
                    if left.subtract(1, ordering: .relaxed).newValue <= 0 { kill(getpid(), SIGKILL) }
                    return true
                }
                _ = try file.replace(ticket, readings: Self.readings, ending: Self.ending, at: Laws.at(11))
            }
            #expect(try store.ids() == ["a", "b", "c", "d", "e"])
            try store.check("killed after \(steps) steps")
            // The next run closes the line that the dead process left open.
            try await Laws.sync(store.writer, Self.new, at: 20)
            #expect(try store.reader.runs(query: nil, limit: 9).map(\.outcome) == [.complete, .interrupted, .complete])
            #expect(try store.ids() == ["n", "b", "new", "a", "m"])
            try store.check()
        }
    }

    @Test func `a cancelled task ends a replacement early, and the run can still be finished`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, Self.old)
        let ticket = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(10))
        _ = try await writer.stage(Self.new[0], for: ticket)
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await writer.replace(ticket, ending: Self.ending, at: Laws.at(11))
        }
        let result = await task.result
        let failure = #expect(throws: StoreFailure.self) { try result.get() }
        #expect(failure?.reason == "cancelled")
        #expect(try store.ids() == ["a", "b", "c", "d", "e"])
        let run = try await Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await writer.finish(ticket, ending: RunEnding(.cancelled, counts: RunCounts()), at: Laws.at(12))
        }.value
        #expect(run.outcome == .cancelled && run.counts.stored == 5)
    }
}

/// The largest size to which this process may let a file grow.
private func limitFiles(to bytes: UInt) {
    var limit = rlimit(rlim_cur: bytes, rlim_max: .max)
    guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(8) }
}
