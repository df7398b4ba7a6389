internal import Articles
internal import Chronology
internal import Glibc
internal import SQLite
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// Whatever goes wrong while an answer is kept, it is kept whole or not at all, and so are those before it.
@Suite struct ArchiveFaultTests {
    private typealias Raw = RawStore

    private static func request(_ page: Int) -> PageRequest { PageRequest(window: Raw.week, page: page) }

    private static func opened(_ path: String) throws -> StoreFile {
        StoreFile(
            try StoreOpening.forWriting(path, busyTimeout: .seconds(5), tried: "test"), identity: .current)
    }

    @Test func `an answer whose keeping is stopped at any step is kept whole or not at all`() throws {
        let store = try Raw()
        let ticket = try store.begin()
        let file = try Self.opened(store.path)
        let budget = Atomic(Int.max)
        file.connection.askToContinue(every: 1) { budget.subtract(1, ordering: .relaxed).newValue > 0 }
        var stops = 0
        for page in 0..<4 {
            // The last round replaces an answer that others are compressed against.
            let (request, answer) = (Self.request(page % 3), InventedPages.page(page))
            for steps in sequence(first: 1, next: { $0 + 1 }) {
                budget.store(steps, ordering: .relaxed)
                do throws(SQLiteError) {
                    #expect(try file.keep(answer, to: request, for: ticket, at: Raw.at(1)))
                    break
                } catch {
                    #expect(error.kind == .interrupted)
                    stops += 1
                }
                budget.store(.max, ordering: .relaxed)
                let isOpen = file.connection.isInTransaction
                #expect(!isOpen)
                #expect(try file.answer(to: request, for: ticket) == (page == 3 ? InventedPages.page(0) : nil))
            }
            budget.store(.max, ordering: .relaxed)
        }
        #expect(stops > 100)
        for (page, answer) in [3, 1, 2].enumerated() {
            #expect(try file.answer(to: Self.request(page), for: ticket) == InventedPages.page(answer))
        }
        #expect(file.takeDamages() == [])
        try store.inspection.check()
    }

    @Test func `a full store is said to be full, and keeps what it had`() async throws {
        let store = try Raw()
        let ticket = try store.begin()
        let file = try Self.opened(store.path)
        let limit = try store.number("PRAGMA page_count") + 12
        try file.connection.execute("PRAGMA main.max_page_count = \(limit)")
        var kept = 0
        var failure: SQLiteError?
        while failure == nil {
            do throws(SQLiteError) {
                #expect(try file.keep(InventedPages.page(kept), to: Self.request(kept), for: ticket, at: Raw.at(1)))
                kept += 1
            } catch { failure = error }
        }
        #expect(failure.map { StoreFailure($0, tried: "test").kind } == .full && kept > 3)
        for page in 0..<kept {
            #expect(try file.answer(to: Self.request(page), for: ticket) == InventedPages.page(page))
        }
        #expect(try file.answer(to: Self.request(kept), for: ticket) == nil)
        try store.inspection.check()
        try file.connection.execute("PRAGMA main.max_page_count = 1000000")
        #expect(try file.keep(InventedPages.page(kept), to: Self.request(kept), for: ticket, at: Raw.at(2)))
        #expect(try file.answer(to: Self.request(kept), for: ticket) == InventedPages.page(kept))
    }

    @Test func `a disk that takes no more costs the answer in hand and no other`() async throws {
        // Writes fail behind a size limit of the process, so that the process must be another.
        await #expect(processExitsWith: .success) {
            let store = try Raw()
            let ticket = try store.begin()
            let writer = store.inspection.writer
            try await writer.open()
            Glibc.signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 1_200_000, rlim_max: .max)
            guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(8) }
            var kept = 0
            var failure: StoreFailure?
            while failure == nil, kept < 2_000 {
                do throws(StoreFailure) {
                    try await writer.keep(
                        InventedPages.page(kept), to: Self.request(kept), for: ticket, at: Raw.at(1))
                    kept += 1
                } catch { failure = error }
            }
            guard let failure, kept > 3, failure.kind == .full || failure.reason.contains("I/O") else { exit(2) }
            limit.rlim_cur = .max
            guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(8) }
            try await writer.keep(InventedPages.page(kept), to: Self.request(kept), for: ticket, at: Raw.at(2))
            for page in 0...kept {
                guard try await writer.answer(to: Self.request(page), for: ticket) == InventedPages.page(page) else {
                    exit(3)
                }
            }
            guard try store.inspection.column("PRAGMA integrity_check") == ["ok"] else { exit(4) }
        }
    }

    @Test(arguments: [1, 40, 111, 180, 260, 333, 407, 590, 777, 1_003])
    func `a process that is killed at any step has kept all that it was told is kept`(_ steps: Int) async throws {
        let store = try Raw()
        let ticket = try store.begin()
        let log = store.inspection.folder.file("kept.log")
        let (path, run, candidate) = (store.path, ticket.run, ticket.candidate)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [
                path = path as String, log = log as String, run = run as Int64, candidate = candidate as Int64,
                steps = steps as Int
            ] in
            let file = try Self.opened(path)
            var ticket = RunTicket(
                run: run, query: try Raw.query(), window: Raw.week, startedAt: Raw.at(0), current: RunTicket.Contents())
            ticket.candidate = candidate
            let left = Atomic(steps)
            file.connection.askToContinue(every: 1) {
                if left.subtract(1, ordering: .relaxed).newValue <= 0 { kill(getpid(), SIGKILL) }
                return true
            }
            for page in 0..<100 {
                guard try file.keep(InventedPages.page(page), to: Self.request(page), for: ticket, at: Raw.at(1)) else {
                    exit(2)
                }
                try Files.write(Array("\(page + 1)".utf8), to: log)
            }
        }
        let told = Files.exists(log) ? try #require(Int(try Files.text(log))) : 0
        let writer = store.inspection.writer
        for page in 0..<told {
            #expect(try await writer.answer(to: Self.request(page), for: ticket) == InventedPages.page(page))
        }
        let next = try await writer.answer(to: Self.request(told), for: ticket)
        #expect(next == nil || next == InventedPages.page(told))
        #expect(try await writer.answer(to: Self.request(told + 1), for: ticket) == nil)
        try store.inspection.check("killed after \(steps) steps, \(told) kept")
        try await writer.keep(InventedPages.page(told), to: Self.request(told), for: ticket, at: Raw.at(2))
        #expect(try await writer.answer(to: Self.request(told), for: ticket) == InventedPages.page(told))
    }

    @Test func `a store that cannot be written is said to be so`() async throws {
        let store = try Raw()
        let ticket = try store.begin()
        let file = try Self.opened(store.path)
        try file.connection.execute("PRAGMA query_only = ON")
        let error = #expect(throws: SQLiteError.self) {
            try file.keep([1], to: Self.request(0), for: ticket, at: Raw.at(1))
        }
        #expect(error.map { StoreFailure($0, tried: "test").kind } == .readOnly)
    }
}
