internal import ArticleSync
internal import Articles
internal import Chronology
internal import Synchronization
internal import Telemetry
internal import TestSupport
internal import Testing

/// The service on a clock that never ticks by itself, with runs that end when a test says so.
private final class Rig: Sendable {
    struct Started: Sendable {
        let query: ArticleQuery
        let stop: RunStop
        let end: @Sendable (Result<Run, StoreFailure>) -> Void
    }

    let clock = ManualClock(startingAt: ServiceScene.start)
    let started: AsyncStream<Started>
    let alarms: AsyncStream<Instant?>
    let service: SyncService
    /// That something may stand otherwise than before.
    private let changes: AsyncStream<Void>

    init(
        records: @escaping @Sendable () throws(StoreFailure) -> [String: RunRecord] = { () throws(StoreFailure) in [:] }
    ) {
        let (started, start) = AsyncStream.makeStream(of: Started.self)
        let (alarms, alarm) = AsyncStream.makeStream(of: Instant?.self)
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        (self.started, self.alarms, self.changes) = (started, alarms, changes)
        let wall = clock.wallClock
        service = SyncService(
            clock: wall, logger: .silent, records: records, setAlarm: { alarm.yield($0) },
            onChange: { _ in change.yield() },
            perform: { query, stop in
                let (ends, end) = AsyncStream.makeStream(of: Result<Run, StoreFailure>.self)
                start.yield(Started(query: query, stop: stop) { end.yield($0) })
                // As a run does: it winds up when it is cancelled, and ends by itself else.
                for await result in ends { return result }
                let now = wall.now
                return .success(ServiceScene.run(query.name, .parked, from: now, to: now))
            })
    }

    /// Returns when queries stand so, or when the test is cancelled at its time limit.
    func until(_ isSo: ([ServiceStanding.Query]) -> Bool) async {
        var changes = changes.makeAsyncIterator()
        while !isSo(service.standing), await changes.next() != nil {}
    }

    /// Lets the service run while a test goes on, and stops it.
    func serve(_ queries: [ArticleQuery], _ body: (Rig) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.service.run(queries) }
            try await body(self)
            service.tell(.stop)
            try await group.waitForAll()
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct `The service` {
    private typealias Scene = ServiceScene

    @Test func `runs what is due, sleeps, and runs it again when the alarm rings`() async throws {
        try await Rig().serve([try Scene.query("a")]) { rig in
            var starts = rig.started.makeAsyncIterator()
            var alarms = rig.alarms.makeAsyncIterator()
            let first = try #require(await starts.next())
            #expect(await alarms.next() == .some(Scene.start.adding(first.query.deadline)))
            first.end(.success(Scene.run("a", from: Scene.start, to: Scene.start)))
            let due = try #require(await alarms.next() ?? nil)
            rig.clock.advance(by: due.since(Scene.start))
            rig.service.tell(.alarm)
            let second = try #require(await starts.next())
            #expect(second.query.name == "a")
            second.end(.success(Scene.run("a", from: due, to: due)))
        }
    }

    @Test func `a failure of one query delays no other`() async throws {
        try await Rig().serve([try Scene.query("bad"), try Scene.query("good", provider: "other")]) { rig in
            var runs: [String: Rig.Started] = [:]
            for await run in rig.started {
                runs[run.query.name] = run
                if runs.count == 2 { break }
            }
            runs["bad"]?.end(
                .success(Scene.run("bad", .failed, from: Scene.start, to: Scene.start, failure: .transient)))
            runs["good"]?.end(.success(Scene.run("good", from: Scene.start, to: Scene.start)))
            await rig.until { !$0.contains(where: \.isRunning) }
            #expect(rig.service.standing.map(\.failures) == [1, 0])
        }
    }

    @Test func `a deadline stops a run with its reason`() async throws {
        var query = try Scene.query("a")
        query.deadline = .seconds(5_400)
        try await Rig().serve([query]) { rig in
            var starts = rig.started.makeAsyncIterator()
            let run = try #require(await starts.next())
            rig.clock.advance(by: .seconds(5_399))
            rig.service.tell(.alarm)
            #expect(run.stop.reason == nil)
            rig.clock.advance(by: .seconds(1))
            rig.service.tell(.alarm)
            await rig.until { !$0.contains(where: \.isRunning) }
            #expect(run.stop.reason == "its deadline of 90m has passed; it resumes in a minute")
        }
    }

    @Test func `a stop reaches every run, and is over when the last has wound up`() async throws {
        let rig = Rig()
        let queries = try ["a", "b"].map { try Scene.query($0) }
        try await rig.serve(queries) { rig in
            var starts = rig.started.makeAsyncIterator()
            let runs = [try #require(await starts.next()), try #require(await starts.next())]
            rig.service.tell(.stop)
            await rig.until { !$0.contains(where: \.isRunning) }
            #expect(
                runs.map(\.stop.reason)
                    == Array(
                        repeating: "the service was stopped; it resumes when the service starts again", count: 2))
        }
    }

    @Test func `a reload stops the run of a query that is gone, and leaves the others alone`() async throws {
        let (a, b) = (try Scene.query("a"), try Scene.query("b"))
        try await Rig().serve([a, b]) { rig in
            var starts = rig.started.makeAsyncIterator()
            let runs = [try #require(await starts.next()), try #require(await starts.next())]
            rig.service.tell(.reconfigured([b]))
            await rig.until { $0.map(\.name) == ["b"] }
            let reasons = Dictionary(uniqueKeysWithValues: runs.map { ($0.query.name, $0.stop.reason) })
            #expect(reasons["a"] == "the configuration has the query no more" && reasons["b"] == .some(nil))
            #expect(rig.service.standing.map(\.isRunning) == [true])
        }
    }

    @Test func `a journal that cannot be read ends it before anything runs`() async throws {
        let rig = Rig { () throws(StoreFailure) in throw StoreFailure(.busy, tried: "read", reason: "locked") }
        let query = try Scene.query("a")
        await #expect(throws: StoreFailure.self) { try await rig.service.run([query]) }
    }

    @Test func `everything at once is asked of every query that does not run`() async throws {
        let (a, b) = (try Scene.query("a"), try Scene.query("b", every: nil))
        try await Rig().serve([a, b]) { rig in
            var starts = rig.started.makeAsyncIterator()
            #expect(await starts.next()?.query.name == "a")
            rig.service.tell(.syncAll)
            #expect(await starts.next()?.query.name == "b")
        }
    }
}
