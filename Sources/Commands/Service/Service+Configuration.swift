internal import ArticleSync
internal import Articles
internal import Chronology
internal import HTTPServer
internal import SQLiteStore
internal import Synchronization
internal import Telemetry
internal import WebInterface
internal import Webhooks

/// The configuration of a service, and how another takes its place.
extension Service {
    struct Generation: Sendable {
        let settings: Settings
        let assembly: Assembly
        let webhooks: [Webhook]
    }

    static func generation(
        _ session: Session, _ metrics: ServiceMetrics
    ) throws(ConfigurationMistakes) -> Generation {
        try generation(try session.settings(), session, metrics)
    }

    private static func generation(
        _ settings: Settings, _ session: Session, _ metrics: ServiceMetrics
    ) throws(ConfigurationMistakes) -> Generation {
        let webhooks = try settings.webhooks(environment: session.context.environment)
        let assembly = try Assembly(
            settings, session: session, queries: settings.queries, isService: true,
            hiding: webhooks.flatMap(\.secrets) + [settings.ping?.address.secret].compactMap { $0 }, metrics: metrics)
        return Generation(settings: settings, assembly: assembly, webhooks: webhooks)
    }

    /// Reads the configuration again; whatever is wrong with it, the former one stays in force.
    func reload(_ sync: SyncService) async {
        watch.reloading()
        var refusal: String?
        do throws(ConfigurationMistakes) {
            let new = try Self.generation(session, metrics)
            try Self.requireSamePlaces(settings, new.settings)
            put(new)
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
        watch.reloaded(refusal)
        do throws(StoreFailure) { try await store.note(trace) } catch {
            logger.log(.warning, "the reload could not be noted in the store", ["reason": error])
        }
    }

    private func put(_ new: Generation) {
        let former = current.withLock { current in
            defer { current = new }
            return current.assembly
        }
        formers.add(former)
    }

    /// How often the place of a key is looked at while the key is refused.
    private static let keyWatch = Duration.seconds(5)

    /// Takes another key as soon as its file holds one, while the present one is refused.
    func renewKeys(_ sync: SyncService) async {
        for await _ in refusedKeys {
            let settings = settings
            let (mine, environment) = (current.withLock { $0.assembly.keys }, session.context.environment)
            repeat {
                guard (try? await Task.sleep(for: Self.keyWatch)) != nil else { return }
                // One that cannot be read at the moment is being written.
                guard let found = try? settings.keys(for: settings.queries, environment: environment), found != mine,
                    let new = try? Self.generation(settings, session, metrics)
                else { continue }
                // A reload has taken it meanwhile.
                guard current.withLock({ $0.assembly.keys }) == mine else { break }
                put(new)
                logger.log(.info, "another key is used from now on", ["configuration": settings.file])
                sync.tell(.reconfigured(settings.queries))
                break
            } while sync.standing.contains { $0.failures > 0 }
        }
    }

    /// Ends what goes on over the network, that of runs which began under a former configuration too.
    func closeAll() {
        current.withLock { $0.assembly }.close()
        formers.close()
    }

    /// What cannot change while it serves.
    private static func requireSamePlaces(_ old: Settings, _ new: Settings) throws(ConfigurationMistakes) {
        var lines: [String] = []
        if old.store.path != new.store.path {
            lines.append("\(new.file): [store] path is another now, which needs a restart (it was \(old.store.path))")
        }
        if old.server?.address != new.server?.address || old.server?.hosts != new.server?.hosts {
            let former = old.server?.address?.description ?? "nowhere"
            lines.append("\(new.file): [server] is another now, which needs a restart (it listens on \(former))")
        }
        guard lines.isEmpty else { throw ConfigurationMistakes(lines: lines) }
    }
}
