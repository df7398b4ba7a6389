import Articles
import Chronology
import HTTPExchange
import Synchronization
import Telemetry
import TestSupport
import Testing
import Webhooks

@Suite(.timeLimit(.minutes(5))) struct `A notifier` {
    /// A notifier on a clock that stands, with what it did.
    private final class Scene: Sendable {
        let clock = ManualClock()
        let log = LogMemory()
        let outbox: InMemoryOutbox
        let transport: StubTransport
        let notifier: Notifier
        let contents = Mutex<[String: Instant]>([:])
        let isWell = Mutex(true)
        private let did: Mutex<[String]>
        private let alarms: AsyncStream<Instant?>

        var outcomes: [String] { did.withLock { $0 } }
        var now: Instant { clock.wallClock.now }

        init(
            outbox: InMemoryOutbox = InMemoryOutbox(), _ answer: @escaping StubTransport.Answer
        ) {
            self.outbox = outbox
            transport = StubTransport(answer)
            let (alarms, alarm) = AsyncStream.makeStream(of: Instant?.self)
            self.alarms = alarms
            let kept = Kept()
            var surroundings = Notifier.Surroundings(
                outbox: outbox, contentsAt: { _ in kept.read?() ?? [:] }, transport: transport, clock: clock.wallClock,
                logger: log.logger(), render: { "\($0.kind.rawValue) \($0.query ?? "") \($0.id)" },
                setAlarm: { alarm.yield($0) })
            surroundings.random = { 1 }
            let ids = Mutex(0)
            surroundings.newID = {
                ids.withLock { count in
                    count += 1
                    return "n\(count)"
                }
            }
            let outcomes = Box()
            surroundings.onDelivered = { target, outcome in outcomes.add("\(target) \(outcome.rawValue)") }
            surroundings.onPing = { outcomes.add("ping \($0)") }
            surroundings.isWell = { kept.isWell?() ?? true }
            notifier = Notifier(surroundings)
            did = Mutex([])
            outcomes.onAdd.withLock { $0 = { [weak self] word in self?.did.withLock { $0.append(word) } } }
            kept.reader.withLock { $0 = { [weak self] in self?.contents.withLock { $0 } ?? [:] } }
            kept.wellness.withLock { $0 = { [weak self] in self?.isWell.withLock { $0 } ?? true } }
        }

        /// Runs the notifier while a test tells it what happens.
        func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await self.notifier.run() }
                try await body()
                group.cancelAll()
            }
        }

        /// Returns the alarm that is set once something is so.
        @discardableResult
        func until(_ isSo: () -> Bool) async -> Instant? {
            for await alarm in alarms where isSo() { return alarm }
            return nil
        }

        /// Returns when an alarm is set for that instant.
        func until(alarm expected: Instant?) async {
            for await alarm in alarms where alarm == expected { return }
        }
    }

    private final class Kept: Sendable {
        let reader = Mutex<(@Sendable () -> [String: Instant])?>(nil)
        let wellness = Mutex<(@Sendable () -> Bool)?>(nil)
        var read: (@Sendable () -> [String: Instant])? { reader.withLock { $0 } }
        var isWell: (@Sendable () -> Bool)? { wellness.withLock { $0 } }
    }

    private final class Box: Sendable {
        let onAdd = Mutex<(@Sendable (String) -> Void)?>(nil)
        func add(_ word: String) { onAdd.withLock { $0 }?(word) }
    }

    private func query(_ name: String, staleAfter: Duration? = nil) throws -> ArticleQuery {
        var query = ArticleQuery(
            name: name, provider: "p", window: .last(days: 1), timeZone: try #require(TimeZone.utc))
        query.staleAfter = staleAfter
        return query
    }

    private func run(_ query: ArticleQuery, _ outcome: RunOutcome, at now: Instant) -> Run {
        Run(
            id: 1, query: query.name, startedAt: now, finishedAt: now, outcome: outcome,
            window: DayRange(last: 1, endingOn: now.utcDay), reason: "why")
    }

    private func webhook(_ name: String, _ events: Set<NoticeKind>? = nil, queries: Set<String>? = nil) throws
        -> Webhook
    {
        var webhook = Webhook(
            name: name, address: try WebhookAddress("https://\(name).example.org/T0K3N"), key: Secret("S1GNING-K3Y"))
        webhook.events = events ?? webhook.events
        webhook.queries = queries
        return webhook
    }

    @Test func `tells everybody who wants to hear it, and nobody else`() async throws {
        let scene = Scene { _, _ in HTTPResponse(status: 204) }
        let (a, b) = (try query("a"), try query("b"))
        scene.notifier.configure(
            queries: [a, b],
            webhooks: [
                try webhook("all"), try webhook("held", [.held]), try webhook("only-b", queries: ["b"]),
            ], ping: nil)
        try await scene.run { [self] in
            await scene.notifier.runEnded(run(a, .failed, at: scene.now), of: a)
            await scene.notifier.runEnded(run(b, .held, at: scene.now), of: b)
            await scene.until { scene.outbox.lines.isEmpty && scene.outcomes.count == 4 }
        }
        let told = scene.transport.requests.map { "\($0.url.host) \(String(decoding: $0.body, as: UTF8.self))" }
        #expect(
            told.sorted() == [
                "all.example.org failed a n1", "all.example.org held b n2", "held.example.org held b n2",
                "only-b.example.org held b n2",
            ])
        #expect(scene.transport.requests.allSatisfy { $0.headers.contains { $0.name == "X-Articlesync-Signature" } })
    }

    @Test func `keeps the order of a target that is down, and does not hold up another`() async throws {
        let isUp = Mutex(false)
        let scene = Scene { request, _ in
            HTTPResponse(status: request.url.host.hasPrefix("down") && !isUp.withLock { $0 } ? 503 : 200)
        }
        let query = try query("a")
        scene.notifier.configure(queries: [query], webhooks: [try webhook("down"), try webhook("up")], ping: nil)
        try await scene.run { [self] in
            await scene.notifier.runEnded(run(query, .failed, at: scene.now), of: query)
            await scene.notifier.runEnded(run(query, .held, at: scene.now), of: query)
            let alarm = await scene.until { scene.outcomes.count == 3 }
            #expect(scene.outcomes.sorted() == ["down retried", "up delivered", "up delivered"])
            #expect(alarm == scene.now.adding(.seconds(10)))
            #expect(scene.outbox.lines.map(\.attempts) == [1, 0])
            #expect(scene.outbox.lines.first?.reason == "HTTP 503")
            isUp.withLock { $0 = true }
            scene.clock.advance(by: .seconds(9))
            scene.notifier.wake()
            await scene.until(alarm: scene.now.adding(.seconds(1)))
            scene.clock.advance(by: .seconds(1))
            scene.notifier.wake()
            await scene.until { scene.outbox.lines.isEmpty && scene.outcomes.count == 5 }
        }
        let downs = scene.transport.requests.filter { $0.url.host.hasPrefix("down") }
        #expect(downs.map { String(decoding: $0.body, as: UTF8.self) } == ["failed a n1", "failed a n1", "held a n2"])
    }

    @Test func `gives up what is refused three times, and goes on with the next`() async throws {
        let scene = Scene { request, _ in
            HTTPResponse(status: String(decoding: request.body, as: UTF8.self).hasPrefix("failed") ? 404 : 200)
        }
        let query = try query("a")
        scene.notifier.configure(queries: [query], webhooks: [try webhook("w")], ping: nil)
        try await scene.run { [self] in
            await scene.notifier.runEnded(run(query, .failed, at: scene.now), of: query)
            await scene.notifier.runEnded(run(query, .held, at: scene.now), of: query)
            for tries in 1...2 {
                await scene.until { scene.outcomes.count == tries }
                scene.clock.advance(by: .seconds(60))
                scene.notifier.wake()
            }
            await scene.until { scene.outbox.lines.isEmpty && scene.outcomes.count == 4 }
        }
        #expect(scene.outcomes == ["w retried", "w retried", "w given_up", "w delivered"])
        #expect(scene.log.events.contains { $0.message == "notice given up" && $0.level == .error })
    }

    @Test func `goes on after a restart with what was not delivered, and tells nothing twice`() async throws {
        let query = try query("a")
        let first = Scene { _, _ throws(HTTPError) in throw .cannotConnect(host: "w", detail: "refused") }
        first.notifier.configure(queries: [query], webhooks: [try webhook("w")], ping: nil)
        try await first.run { [self] in
            await first.notifier.runEnded(run(query, .failed, at: first.now), of: query)
            await first.until { first.outcomes == ["w retried"] }
        }
        let kept = first.outbox.contents.withLock { $0 }
        let second = Scene(outbox: InMemoryOutbox(kept)) { _, _ in HTTPResponse(status: 200) }
        second.clock.advance(by: .seconds(3_600))
        second.notifier.configure(queries: [query], webhooks: [try webhook("w")], ping: nil)
        try await second.run { [self] in
            await second.until { second.outcomes == ["w delivered"] }
            await second.notifier.runEnded(run(query, .failed, at: second.now), of: query)
            second.contents.withLock { $0["a"] = second.now }
            await second.notifier.runEnded(run(query, .complete, at: second.now), of: query)
            await second.until { second.outcomes.count == 2 }
        }
        #expect(
            second.transport.requests.map { String(decoding: $0.body, as: UTF8.self) } == [
                "failed a n1", "recovered a n1",
            ])
    }

    @Test func `wakes when contents become stale, and says so once`() async throws {
        let scene = Scene { _, _ in HTTPResponse(status: 200) }
        let query = try query("a", staleAfter: .seconds(3_600))
        scene.contents.withLock { $0["a"] = scene.now }
        scene.notifier.configure(queries: [query], webhooks: [try webhook("w")], ping: nil)
        try await scene.run {
            await scene.until(alarm: scene.now.adding(.seconds(3_600)).adding(.milliseconds(1)))
            scene.clock.advance(by: .milliseconds(3_600_001))
            scene.notifier.wake()
            let next = await scene.until { scene.outcomes == ["w delivered"] }
            #expect(next == nil)
            scene.clock.advance(by: .seconds(100_000))
            scene.notifier.wake()
            await scene.until { true }
        }
        #expect(scene.transport.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["stale a n1"])
    }

    @Test func `looks into the store before it calls anything stale`() async throws {
        let scene = Scene { _, _ in HTTPResponse(status: 200) }
        let query = try query("a", staleAfter: .seconds(3_600))
        scene.contents.withLock { $0["a"] = scene.now }
        scene.notifier.configure(queries: [query], webhooks: [try webhook("w")], ping: nil)
        try await scene.run {
            await scene.until { true }
            // Somebody synced by hand.
            scene.contents.withLock { $0["a"] = scene.now.adding(.seconds(3_000)) }
            scene.clock.advance(by: .milliseconds(3_600_001))
            scene.notifier.wake()
            await scene.until(alarm: scene.now.adding(.seconds(3_000)))
        }
        #expect(scene.transport.requests.isEmpty && scene.outbox.lines.isEmpty)
    }

    @Test func `gives up the lines of a target that is gone, by name`() async throws {
        let scene = Scene { _, _ in HTTPResponse(status: 503) }
        let query = try query("a")
        scene.notifier.configure(queries: [query], webhooks: [try webhook("old")], ping: nil)
        try await scene.run { [self] in
            await scene.notifier.runEnded(run(query, .failed, at: scene.now), of: query)
            await scene.until { scene.outcomes == ["old retried"] }
            scene.notifier.configure(queries: [query], webhooks: [try webhook("new")], ping: nil)
            await scene.until { scene.outcomes == ["old retried", "old given_up"] }
        }
        #expect(scene.outbox.lines.isEmpty)
    }

    @Test func `tells at the next occasion what the outbox would not take`() async throws {
        let scene = Scene { _, _ in HTTPResponse(status: 200) }
        let query = try query("a")
        scene.notifier.configure(queries: [query], webhooks: [try webhook("w")], ping: nil)
        try await scene.run { [self] in
            await scene.until { true }
            scene.outbox.contents.withLock { $0.isBroken = true }
            await scene.notifier.runEnded(run(query, .failed, at: scene.now), of: query)
            #expect(scene.log.events.contains { $0.message == "a notice could not be kept" })
            scene.outbox.contents.withLock { $0.isBroken = false }
            await scene.notifier.runEnded(run(query, .failed, at: scene.now), of: query)
            await scene.until { scene.outcomes == ["w delivered"] }
        }
    }

    @Test func `asks the dead-man's switch at once and then every so often, while all is well`() async throws {
        let scene = Scene { _, index in HTTPResponse(status: index == 1 || index == 2 ? 500 : 200) }
        let ping = DeadManPing(address: try WebhookAddress("https://ping.example.org/T0K3N"), every: .seconds(60))
        scene.notifier.configure(queries: [], webhooks: [], ping: ping)
        try await scene.run {
            for count in 1...4 {
                await scene.until { scene.outcomes.count == count }
                scene.notifier.wake()
                await scene.until(alarm: scene.now.adding(.seconds(60)))
                scene.clock.advance(by: .seconds(60))
                scene.notifier.wake()
            }
            await scene.until { scene.outcomes.count == 5 }
            scene.isWell.withLock { $0 = false }
            scene.clock.advance(by: .seconds(60))
            scene.notifier.wake()
            await scene.until { scene.log.events.contains { $0.message == "ping left out, as not all is well" } }
        }
        #expect(scene.outcomes == ["ping true", "ping false", "ping false", "ping true", "ping true"])
        #expect(scene.transport.requests.count == 5)
        #expect(scene.transport.requests.allSatisfy { $0.method == .get && $0.body.isEmpty })
        let messages = scene.log.events.map(\.message)
        #expect(messages.count { $0 == "ping failed" } == 1 && messages.count { $0 == "ping works again" } == 1)
    }

    @Test func `never says where it tells, nor with which key`() async throws {
        let scene = Scene { _, index in HTTPResponse(status: index == 0 ? 500 : 404) }
        let query = try query("a")
        scene.notifier.configure(queries: [query], webhooks: [try webhook("w")], ping: nil)
        try await scene.run { [self] in
            await scene.notifier.runEnded(run(query, .failed, at: scene.now), of: query)
            await scene.until { scene.outcomes.count == 1 }
        }
        let said = scene.log.events.map { "\($0.message) \($0.fields)" }.joined() + "\(scene.outbox.lines)"
        #expect(said.contains("HTTP 500"))
        #expect(!said.contains("T0K3N") && !said.contains("K3Y") && !said.contains("example.org"))
    }
}
