internal import Articles
internal import Chronology
internal import Expectations
internal import Glibc
internal import SQLite
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// Whatever stops a step in the life of windows and candidates, the store is what it was before that step.
@Suite struct WindowFaultTests {
    private typealias Laws = ArticleStoreConformance

    private static let old: [Laws.WindowPage] = [
        (1, 2, ["a", "b"]), (3, 4, ["c", "d"]), (5, 6, ["e"]), (7, 7, ["f"]),
    ]
    private static let new: [(days: DayRange, articles: [Article])] = [
        (Laws.july(2, 4), [Laws.article("n"), Laws.article("b", version: 2), Laws.article("new", aliases: ["d"])]),
        (Laws.july(5, 6), [Laws.article("f"), Laws.article("e")]),
    ]
    private static let readings = new.map { window in
        var reading = WindowReading(days: window.days, status: .complete, readAt: Laws.at(11))
        reading.rank = window.days.from.day
        return reading
    }
    private static let ending = RunEnding(.complete, counts: RunCounts())
    private static let before = ["a", "b", "c", "d", "e", "f"]
    private static let after = ["n", "b", "new", "f", "e"]

    private static func open(_ path: String) throws -> StoreFile {
        StoreFile(try StoreOpening.forWriting(path, busyTimeout: .seconds(5), tried: "test"), identity: .current)
    }

    /// A store with contents, a candidate that is held and one that is gathered.
    private static func prepare(_ store: StoreInspection) async throws {
        let writer = store.writer
        try await Laws.sync(writer, old)
        for isHeld in [true, false] {
            let ticket = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(2))
            for reading in readings { try store.keepAnswer(of: ticket.candidate, reading.days, at: Laws.at(3)) }
            if isHeld {
                _ = try await writer.hold(
                    ticket, readings: readings, ending: RunEnding(.held, counts: RunCounts()), agreements: 0,
                    at: Laws.at(4))
            } else {
                _ = try await writer.finish(ticket, ending: RunEnding(.parked, counts: RunCounts()), at: Laws.at(5))
            }
        }
    }

    private static func stageNew(_ file: StoreFile, _ ticket: RunTicket) throws {
        for (days, articles) in new {
            _ = try file.stage(Laws.page(0, articles), as: PageRequest(window: days), for: ticket.run)
        }
    }

    /// Everything that the store holds.
    private static func everything(_ store: StoreInspection) throws -> [String] {
        let connection = try Connection(path: store.path, access: .readOnly)
        let tables = try connection.all(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        ) { $0.text(0) ?? "" }
        return try tables.flatMap { table in
            try connection.all("SELECT * FROM \(table)") { "\(table) \($0.values)" }.sorted()
        }
    }

    /// Stops a step after ever more steps of SQLite's machine until it gets through.
    private static func stop(
        _ store: StoreInspection, _ file: StoreFile, atLeast: Int = 10, _ step: () throws(SQLiteError) -> Void
    ) throws {
        let untouched = try everything(store)
        let budget = Atomic(0)
        file.connection.askToContinue(every: 1) { budget.subtract(1, ordering: .relaxed).newValue > 0 }
        defer { file.connection.askToContinue(every: 1) { true } }
        var attempts = 0
        for steps in sequence(first: 1, next: { $0 + 1 + $0 / 20 }) {
            budget.store(steps, ordering: .relaxed)
            do throws(SQLiteError) {
                try step()
                break
            } catch {
                budget.store(.max, ordering: .relaxed)
                #expect(error.kind == .interrupted, "\(steps): \(error.description)")
                #expect(try everything(store) == untouched, "stopped after \(steps) steps")
                let isOpen = file.connection.isInTransaction
                #expect(!isOpen)
                attempts += 1
            }
        }
        budget.store(.max, ordering: .relaxed)
        #expect(attempts >= atLeast)
        try store.check()
    }

    private static func ids(_ store: StoreInspection) throws -> [String] {
        var listing = ArticleListing()
        listing.queries = ["basketball"]
        return try store.ids(listing)
    }

    @Test func `windows are replaced all or not at all`() async throws {
        let store = try StoreInspection()
        try await Self.prepare(store)
        let file = try Self.open(store.path)
        let ticket = try file.begun(Laws.query(), window: Laws.july(2, 6), at: Laws.at(10))
        try Self.stageNew(file, ticket)
        try Self.stop(store, file, atLeast: 50) { () throws(SQLiteError) in
            _ = try file.replace(ticket, readings: Self.readings, ending: Self.ending, at: Laws.at(11))
        }
        // The ticket's window is that of what was kept, so that the last day stays as it is, but for what moved.
        #expect(ticket.window == Laws.week)
        #expect(try Self.ids(store) == Self.after)
        #expect(try store.number("SELECT count(*) FROM windows") == 3)
    }

    @Test func `a run begins all or not at all, from wherever it begins`() async throws {
        let store = try StoreInspection()
        try await Self.prepare(store)
        let file = try Self.open(store.path)
        let held = Int64(try store.number("SELECT id FROM candidates WHERE state = 'held'"))
        var edited = Laws.query()
        edited.filter = "section:Sports"
        for (query, origin) in [
            (Laws.query(), .source), (Laws.query(), .candidate(held)), (Laws.query(), .contents),
            (edited, .source), (Laws.query("another"), .source),
        ] as [(ArticleQuery, RunOrigin)] {
            var ticket: RunTicket?
            try Self.stop(store, file) { () throws(SQLiteError) in
                guard case .begun(let begun) = try file.begin(query, window: Laws.week, from: origin, at: Laws.at(20))
                else { return }
                ticket = begun
            }
            let begun = try #require(ticket)
            try Self.stop(store, file) { () throws(SQLiteError) in
                _ = try file.finish(begun, ending: RunEnding(.failed, counts: RunCounts()), at: Laws.at(21))
            }
        }
        #expect(try Self.ids(store) == Self.before)
    }

    @Test func `a result is held, dropped and accepted all or not at all`() async throws {
        let store = try StoreInspection()
        try await Self.prepare(store)
        let file = try Self.open(store.path)
        let ticket = try file.begun(Laws.query(), window: Laws.week, at: Laws.at(10))
        try Self.stageNew(file, ticket)
        try Self.stop(store, file) { () throws(SQLiteError) in
            _ = try file.hold(
                ticket, readings: Self.readings, ending: RunEnding(.held, counts: RunCounts()), agreements: 0,
                at: Laws.at(11))
        }
        let held = try store.column("SELECT id FROM candidates WHERE state = 'held' ORDER BY id")
        #expect(held.count == 2 && held[1] == .integer(ticket.candidate))
        guard case .integer(let first) = held[0] else { return }
        try Self.stop(store, file) { () throws(SQLiteError) in _ = try file.drop(candidate: first) }
        #expect(try store.column("SELECT id FROM candidates WHERE state = 'held'") == [held[1]])
        let accepting = try file.begun(
            Laws.query(), window: Laws.week, from: .candidate(ticket.candidate), at: Laws.at(20))
        #expect(accepting.readings == Self.readings)
        try Self.stageNew(file, accepting)
        try Self.stop(store, file, atLeast: 50) { () throws(SQLiteError) in
            _ = try file.replace(accepting, readings: accepting.readings, ending: Self.ending, at: Laws.at(21))
        }
        #expect(try Self.ids(store) == Self.after)
    }

    @Test func `a window is forgotten all or not at all, and a difference leaves what is staged`() async throws {
        let store = try StoreInspection()
        try await Self.prepare(store)
        let file = try Self.open(store.path)
        let ticket = try file.begun(Laws.query(), window: Laws.week, at: Laws.at(10))
        _ = try file.stage(Laws.page(0, ["n", "e", "d"]), as: PageRequest(window: Laws.july(5, 6)), for: ticket.run)
        let tie = Laws.page(0, [Laws.article("x", aliases: ["n", "d"]), Laws.article("e", version: 2)])
        _ = try file.stage(tie, as: PageRequest(window: Laws.july(2, 4)), for: ticket.run)
        try Self.stop(store, file) { () throws(SQLiteError) in
            _ = try file.difference(ticket, readings: Self.readings, examples: 3)
        }
        var count: Int?
        try Self.stop(store, file) { () throws(SQLiteError) in
            // Whatever was stopped before: it is one window still, and nothing of it comes twice.
            let again = try file.stage(tie, as: PageRequest(window: Laws.july(2, 4)), for: ticket.run)
            #expect(again == 2)
            count = try file.unstage(Laws.july(2, 4), for: ticket.run)
        }
        #expect(count == 3)
        _ = try file.replace(ticket, readings: [Self.readings[1]], ending: Self.ending, at: Laws.at(11))
        #expect(try Self.ids(store) == ["a", "b", "c", "n", "e", "d", "f"])
        try store.check()
    }

    @Test func `a process that is killed while it replaces windows leaves them whole`() async throws {
        for steps in [1, 400, 900, 1_500, 2_200, 3_000] {
            let store = try StoreInspection()
            try await Self.prepare(store)
            let untouched = try Self.everything(store)
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = store.path as String, steps = steps as Int] in
                let file = try Self.open(path)
                let ticket = try file.begun(Laws.query(), window: Laws.week, at: Laws.at(10))
                try Self.stageNew(file, ticket)
                let left = Atomic(steps)
                file.connection.askToContinue(every: 1) {
                    if left.subtract(1, ordering: .relaxed).newValue <= 0 { kill(getpid(), SIGKILL) }
                    return true
                }
                _ = try file.replace(ticket, readings: Self.readings, ending: Self.ending, at: Laws.at(11))
            }
            #expect(try Self.ids(store) == Self.before)
            // But for the line that the dead process opened.
            #expect(
                try Self.everything(store).filter { !$0.hasPrefix("runs ") }
                    == untouched.filter { !$0.hasPrefix("runs ") })
            let next = try Self.open(store.path)
            let ticket = try next.begun(Laws.query(), window: Laws.july(3, 9), at: Laws.at(20))
            #expect(ticket.keptPages == 2 && ticket.window == Laws.week, "what was kept is gone on with")
            try Self.stageNew(next, ticket)
            _ = try next.replace(ticket, readings: Self.readings, ending: Self.ending, at: Laws.at(21))
            #expect(try Self.ids(store) == Self.after)
            try store.check("killed after \(steps) steps")
        }
    }
}
