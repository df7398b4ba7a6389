internal import Articles
internal import CurlTransport
internal import HTTPExchange
internal import Lifecycle
internal import Rendering
internal import SQLiteStore
internal import Telemetry
internal import Webhooks

/// The part of the service that tells others what happens: a notifier with an alarm clock and a network of its own.
struct NoticeService: Sendable {
    private let notifier: Notifier
    private let alarm: any Alarm
    private let network: WebhookNetwork

    /// - Parameters:
    ///   - isWell: whether the dead-man's switch may be told that all is well.
    ///   - onDelivered: told what became of a notice, by name of its target.
    ///   - onPing: told whether the dead-man's switch could be asked.
    init(
        _ session: Session, settings: Settings, webhooks: [Webhook], outbox: any NoticeOutbox, logger: Logger,
        isWell: @escaping @Sendable () -> Bool = { true },
        onDelivered: @escaping @Sendable (_ target: String, DeliveryOutcome) -> Void = { _, _ in },
        onPing: @escaping @Sendable (_ isDone: Bool) -> Void = { _ in }
    ) throws {
        let alarm = try session.context.alarm()
        let network = WebhookNetwork(settings, session)
        let reader = SQLiteArticleReader(path: settings.store.path, connections: 1)
        var surroundings = Notifier.Surroundings(
            outbox: outbox, contentsAt: { query throws(StoreFailure) in try reader.contentsAt(of: query) },
            transport: LoggingTransport(wrapping: network.transport, logger: logger, clock: ContinuousClock()),
            clock: session.context.clock, logger: logger,
            render: { NoticeBody($0, version: Version.current).json },
            setAlarm: { instant in
                do throws(AlarmClockFailure) { try alarm.set(instant) } catch {
                    logger.log(.error, "no alarm could be set", ["reason": error])
                }
            })
        surroundings.isWell = isWell
        surroundings.onDelivered = onDelivered
        surroundings.onPing = onPing
        notifier = Notifier(surroundings)
        self.alarm = alarm
        self.network = network
        configure(settings, webhooks: webhooks)
    }

    /// Takes another configuration.
    func configure(_ settings: Settings, webhooks: [Webhook]) {
        notifier.configure(queries: settings.queries, webhooks: webhooks, ping: settings.ping)
    }

    /// Keeps what is to be told of a run that ended.
    func runEnded(_ run: Run, of query: ArticleQuery) async { await notifier.runEnded(run, of: query) }

    /// Tells until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [alarm, notifier] in
                for await _ in alarm.rings { notifier.wake() }
            }
            await notifier.run()
            group.cancelAll()
        }
    }

    /// Ends what would go on by itself.
    func close() {
        alarm.close()
        network.close()
    }
}

/// The way to webhooks: as the configuration has it for providers, with less patience and without a provider's pin.
struct WebhookNetwork: Sendable {
    let transport: any HTTPTransport
    /// Ours to end; nil where the transport was given.
    private let curl: CurlTransport?

    init(_ settings: Settings, _ session: Session) {
        var network = settings.network
        network.timeout = min(network.timeout, .seconds(30))
        // Nobody reads what they answer.
        network.maximumBody = min(network.maximumBody, 1 << 20)
        network.pinnedPublicKey = nil
        curl = session.transport == nil ? CurlTransport(configuration: network) : nil
        transport = session.transport ?? curl ?? CurlTransport(configuration: network)
    }

    func close() { curl?.shutdown() }
}
