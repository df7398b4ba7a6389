internal import ArticleSync
internal import Articles
internal import Chronology
internal import HTTPExchange
internal import Lifecycle
internal import SQLiteStore
internal import Synchronization
internal import Telemetry
internal import Webhooks

/// What lives as long as `articlesync run`, and the order in which it is begun and ended.
final class Service: Sendable {
    private let session: Session
    /// The configuration in force, and what is built from it; a reload puts another in its place, and runs that are going
    /// keep the one that they began with.
    private let current: Mutex<Generation>
    private let trace: Mutex<ServiceTrace>
    private let store: SQLiteArticleWriter
    private let alarm: AlarmClock
    private let keys = RefusedKeys()
    private let notices: NoticeService

    private struct Generation: Sendable {
        let settings: Settings
        let assembly: Assembly
        let webhooks: [Webhook]
    }

    /// How long pages that are under way may take after a stop was asked for.
    private static let drain = Duration.seconds(15)

    /// - Throws: `ConfigurationMistakes`, or that the system refuses what is needed.
    init(_ session: Session) throws {
        self.session = session
        let generation = try Self.generation(session)
        current = Mutex(generation)
        store = SQLiteArticleWriter(path: generation.settings.store.path, logger: generation.assembly.logger)
        alarm = try AlarmClock()
        notices = try NoticeService(
            session, settings: generation.settings, webhooks: generation.webhooks, outbox: store,
            logger: generation.assembly.logger)
        let now = session.context.clock.now
        trace = Mutex(
            ServiceTrace(
                version: Version.current, configuration: generation.settings.file, startedAt: now,
                reload: ServiceStanding.Reload(at: now)))
    }

    /// Serves until the task is cancelled and everything has ended in good order.
    func run() async throws {
        // Heard from now on, so that none ends the process while it starts.
        let signals = try UnixSignals([.hangup, .user1])
        let reader = SQLiteArticleReader(path: settings.store.path, clock: session.context.clock)
        let sync = SyncService(
            clock: session.context.clock, sleeper: ContinuousClock(), logger: logger,
            records: { () throws(StoreFailure) in try reader.records() },
            setAlarm: { [alarm, logger] instant in
                do throws(AlarmClockFailure) { try alarm.set(instant) } catch {
                    logger.log(.error, "no alarm could be set", ["reason": error])
                }
            },
            perform: { [self] query, stop in await perform(query, stop) })
        try await store.open()
        try await store.note(trace.withLock { $0 })
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        try await withStopRequest {
            sync.tell(.stop)
            stop.yield()
        } _: { [self] in
            try await serve(sync, signals: signals, stops: stops)
        }
    }

    private func serve(_ sync: SyncService, signals: UnixSignals, stops: AsyncStream<Void>) async throws {
        let queries = settings.queries
        logger.log(
            .info, "service started",
            [
                "version": Version.current, "configuration": settings.file, "store": settings.store.path,
                "queries": queries.count, "scheduled": queries.count { $0.schedule != nil },
            ])
        defer { current.withLock { $0.assembly }.close() }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await sync.run(queries)
                return true
            }
            group.addTask { [alarm] in
                for await _ in alarm.rings { sync.tell(.alarm) }
                return false
            }
            group.addTask { [notices] in
                await notices.run()
                return false
            }
            group.addTask { [self] in
                for await signal in signals { await take(signal, sync) }
                return false
            }
            group.addTask { [self] in
                for await _ in stops {
                    logger.log(.info, "service stops")
                    // The rest is cut off, and parked all the same.
                    if (try? await Task.sleep(for: Self.drain)) != nil { current.withLock { $0.assembly }.close() }
                }
                return false
            }
            while let hasEnded = try await group.next(), !hasEnded {}
            group.cancelAll()
        }
        alarm.close()
        notices.close()
        let ended = trace.withLock { trace in
            trace.stoppedAt = session.context.clock.now
            return trace
        }
        try await store.note(ended)
        logger.log(.info, "service stopped")
    }

    private func take(_ signal: UnixSignal, _ sync: SyncService) async {
        switch signal {
        case .hangup: await reload(sync)
        case .user1:
            logger.log(.info, "every query is synced now, as was asked")
            sync.tell(.syncAll)
        case .interrupt, .terminate: break
        }
    }

    // MARK: Configuration

    private var settings: Settings { current.withLock { $0.settings } }
    private var logger: Logger { current.withLock { $0.assembly.logger } }

    private static func generation(_ session: Session) throws(ConfigurationMistakes) -> Generation {
        let settings = try session.settings()
        let webhooks = try settings.webhooks(environment: session.context.environment)
        let assembly = try Assembly(
            settings, session: session, queries: settings.queries, isService: true,
            hiding: webhooks.flatMap(\.secrets) + [settings.ping?.address.secret].compactMap { $0 })
        return Generation(settings: settings, assembly: assembly, webhooks: webhooks)
    }

    /// Reads the configuration again; whatever is wrong with it, the former one stays in force.
    private func reload(_ sync: SyncService) async {
        var refusal: String?
        do throws(ConfigurationMistakes) {
            let new = try Self.generation(session)
            try Self.requireSamePlaces(settings, new.settings)
            current.withLock { $0 = new }
            logger.log(
                .info, "configuration read again",
                ["configuration": new.settings.file, "queries": new.settings.queries.count])
            sync.tell(.reconfigured(new.settings.queries))
            notices.configure(new.settings, webhooks: new.webhooks)
        } catch {
            for line in error.lines { logger.log(.error, "configuration refused", ["reason": line]) }
            let more = error.lines.count > 1 ? " (and \(error.lines.count - 1) more)" : ""
            refusal = (error.lines.first ?? "it has mistakes") + more
            logger.log(.warning, "the former configuration stays in force", ["configuration": settings.file])
        }
        let trace = trace.withLock { trace in
            trace.reload = ServiceStanding.Reload(at: session.context.clock.now, refusal: refusal)
            return trace
        }
        do throws(StoreFailure) { try await store.note(trace) } catch {
            logger.log(.warning, "the reload could not be noted in the store", ["reason": error])
        }
    }

    /// What cannot change while it serves.
    private static func requireSamePlaces(_ old: Settings, _ new: Settings) throws(ConfigurationMistakes) {
        var lines: [String] = []
        if old.store.path != new.store.path {
            lines.append("\(new.file): [store] path is another now, which needs a restart (it was \(old.store.path))")
        }
        guard lines.isEmpty else { throw ConfigurationMistakes(lines: lines) }
    }

    // MARK: Runs

    private func perform(_ query: ArticleQuery, _ stop: RunStop) async -> Result<Run, StoreFailure> {
        let assembly = current.withLock { $0.assembly }
        let sync = assembly.run(query, writer: store, stopReason: { stop.reason }, progress: { _ in })
        do throws(StoreFailure) {
            if let refusal = keys.refusal(of: query.provider, with: assembly.keys[query.provider]) {
                return .success(try await sync.decline(refusal))
            }
            let run = try await sync.perform()
            if run.failure == .badKey { keys.refuse(query.provider, assembly.keys[query.provider], run) }
            await assembly.keepShapes(in: store)
            await notices.runEnded(run, of: query)
            return .success(run)
        } catch {
            assembly.logger.log(.error, "run not journalled", ["query": query.name, "reason": error])
            return .failure(error)
        }
    }
}

/// The keys that providers refused: a provider is not asked again before it gets another.
private final class RefusedKeys: Sendable {
    private let refused = Mutex<[String: (key: Secret?, reason: String)]>([:])

    func refuse(_ provider: String, _ key: Secret?, _ run: Run) {
        refused.withLock { $0[provider] = (key, run.reason ?? "the key was refused") }
    }

    /// Why a provider is not asked with a key; nil where it may be.
    func refusal(of provider: String, with key: Secret?) -> SourceFailure? {
        refused.withLock { refused in
            guard let known = refused[provider] else { return nil }
            guard known.key == key else {
                refused[provider] = nil
                return nil
            }
            return SourceFailure(
                .badKey, asked: "not asked, since the provider refused the key before; a reload takes another",
                reason: known.reason)
        }
    }
}
