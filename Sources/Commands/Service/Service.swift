internal import ArticleSync
internal import Articles
internal import Chronology
internal import HTTPServer
internal import Lifecycle
internal import SQLiteStore
internal import Synchronization
internal import Telemetry
internal import WebInterface
internal import Webhooks

/// What lives as long as `articlesync run`, and the order in which it is begun and ended.
final class Service: Sendable {
    let session: Session
    /// SIGHUP and SIGUSR1, handled before the configuration is read, so that neither ends a service that is starting.
    private let signals: UnixSignals
    /// The configuration in force, and what is built from it; a reload puts another in its place, and runs that are going
    /// keep the one that they began with.
    let current: Mutex<Generation>
    let trace: Mutex<ServiceTrace>
    let store: SQLiteArticleWriter
    let metrics: ServiceMetrics
    let watch: ServiceWatch
    private let alarm: any Alarm
    /// That nothing is to be done for a while.
    private let rests: AsyncStream<Void>
    private let rest: AsyncStream<Void>.Continuation
    /// That a run has found its key refused.
    let refusedKeys: AsyncStream<Void>
    private let keyRefused: AsyncStream<Void>.Continuation
    /// What a reload has taken the place of, while runs still use it.
    let formers = FormerAssemblies()
    let notices: NoticeService

    /// How long pages that are under way may take after a stop was asked for.
    private static let drain = Duration.seconds(15)

    /// - Throws: `ConfigurationMistakes`, or that the system refuses what is needed.
    init(_ session: Session) throws {
        self.session = session
        signals = try UnixSignals([.hangup, .user1])
        metrics = ServiceMetrics(version: Version.current)
        let generation = try Self.generation(session, metrics)
        current = Mutex(generation)
        watch = try ServiceWatch(session.context, logger: generation.assembly.logger)
        store = SQLiteArticleWriter(
            path: generation.settings.store.path, logger: generation.assembly.logger,
            onWork: { [watch] in watch.writerWorks($0) }, makeRoom: { ProcessMemory.settle() })
        alarm = try session.context.alarm()
        (refusedKeys, keyRefused) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        (rests, rest) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        notices = try NoticeService(
            session, settings: generation.settings, webhooks: generation.webhooks, outbox: store,
            logger: generation.assembly.logger, isWell: { [watch] in watch.complaint == nil },
            onDelivered: { [metrics] in metrics.recordNotification(to: $0, outcome: $1.rawValue) },
            onPing: { [metrics] in metrics.recordPing(isDone: $0) })
        let now = session.context.clock.now
        let file = generation.settings.file
        trace = Mutex(
            ServiceTrace(
                version: Version.current,
                configuration: file.hasPrefix("/") ? file : "\(session.context.folder)/\(file)", startedAt: now,
                reload: ServiceStanding.Reload(at: now)))
    }

    var settings: Settings { current.withLock { $0.settings } }
    var logger: Logger { current.withLock { $0.assembly.logger } }

    /// Serves until the task is cancelled and everything has ended in good order.
    func run() async throws {
        let sync = makeSync()
        try await store.open()
        let server = try listen(sync)
        defer { server?.stop() }
        try await store.note(trace.withLock { $0 })
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        try await withStopRequest {
            sync.tell(.stop)
            stop.yield()
        } _: { [self] in
            try await serve(sync, stops: stops, address: server?.address)
        }
    }

    private func makeSync() -> SyncService {
        let reader = SQLiteArticleReader(path: settings.store.path, clock: session.context.clock)
        return SyncService(
            clock: session.context.clock, logger: logger,
            records: { () throws(StoreFailure) in try reader.records() },
            setAlarm: { [alarm, logger] instant in
                do throws(AlarmClockFailure) { try alarm.set(instant) } catch {
                    logger.log(.error, "no alarm could be set", ["reason": error])
                }
            },
            onWake: { [watch] in watch.schedulerWoke() },
            onRest: { [rest] in rest.yield() },
            onChange: { [watch] in watch.schedulerSleeps($0) },
            perform: { [self] query, stop in await perform(query, stop) })
    }

    /// Brings the index of articles up to what runs have stored.
    private func indexArticles() async {
        do throws(StoreFailure) { try await store.indexArticles() } catch {
            logger.log(
                .warning, "articles could not be indexed, and are listed more slowly until they are", ["reason": error])
        }
    }

    private func serve(
        _ sync: SyncService, stops: AsyncStream<Void>, address: ListenAddress?
    ) async throws {
        let settings = settings
        logger.log(
            .info, "service started",
            [
                "version": Version.current, "configuration": settings.file, "store": settings.store.path,
                "queries": settings.queries.count, "scheduled": settings.queries.count { $0.schedule != nil },
                "listens": address?.description ?? "nowhere",
            ])
        defer { closeAll() }
        watch.ready()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await sync.run(settings.queries)
                return true
            }
            group.addTask { [alarm] in
                for await ring in alarm.rings { sync.tell(ring == .due ? .alarm : .clockWasSet) }
                return false
            }
            group.addTask { [self] in
                for await signal in signals { await take(signal, sync) }
                return false
            }
            group.addTask { [self] in
                await renewKeys(sync)
                return false
            }
            group.addTask { [notices] in
                await notices.run()
                return false
            }
            group.addTask { [watch] in
                await watch.beat()
                return false
            }
            group.addTask { [self] in
                for await _ in rests {
                    await indexArticles()
                    await store.settle()
                    ProcessMemory.settle()
                }
                return false
            }
            group.addTask { [self] in
                for await _ in stops {
                    logger.log(.info, "service stops")
                    watch.stopping()
                    // The rest is cut off, and parked all the same.
                    if (try? await Task.sleep(for: Self.drain)) != nil { closeAll() }
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
        do throws(StoreFailure) { try await store.note(ended) } catch {
            logger.log(.warning, "the stop could not be noted in the store", ["reason": error])
        }
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

    private func perform(_ query: ArticleQuery, _ stop: RunStop) async -> Result<Run, StoreFailure> {
        let assembly = current.withLock { $0.assembly }
        // A run that went on over midnight is two.
        let ended = Mutex<[Run]>([])
        let sync = assembly.run(
            query, writer: store, stopReason: { stop.reason },
            progress: { progress in if case .ended(let run) = progress { ended.withLock { $0.append(run) } } })
        var failure: StoreFailure?
        do throws(StoreFailure) {
            let run = try await sync.perform()
            if run.failure == .badKey { keyRefused.yield() }
            await assembly.keepShapes(in: store)
        } catch {
            assembly.logger.log(.error, "run not journalled", ["query": query.name, "reason": error])
            metrics.record(error)
            failure = error
        }
        let runs = ended.withLock { $0 }
        for run in runs {
            metrics.record(run)
            await notices.runEnded(run, of: query)
        }
        if let last = runs.last { return .success(last) }
        return .failure(failure ?? StoreFailure(.other, tried: "run \(query.name)", reason: "it ended without a word"))
    }
}
