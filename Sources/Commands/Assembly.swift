internal import ArticleSync
internal import Articles
internal import Chronology
internal import CurlTransport
internal import HTTPExchange
internal import Lifecycle
internal import Providers
internal import SQLiteStore
internal import Telemetry
internal import WebInterface

/// The object graph of a command: the one place that constructs what the rooms are made of.
struct Assembly: Sendable {
    private let settings: Settings
    private let clock: WallClock
    let logger: Logger
    private let network: any HTTPTransport
    /// Ours to end; nil where the transport was given.
    let curl: CurlTransport?
    let keys: [String: Secret]
    /// What each provider's answers have looked like so far, shared by its queries.
    private let sentinels: [String: ShapeSentinel]
    /// One a provider, shared by its queries, and kept in the store: of a dry run too, as its requests count like any.
    private let budgets: [String: any RequestBudget]
    /// Where requests are measured; nil where nobody looks.
    private let metrics: ServiceMetrics?

    /// - Parameters:
    ///   - offline: whether nothing is going to be asked, so that no key is needed and no network is built.
    ///   - isService: whether it serves for long: it logs what commands show, and finishes a page when it is stopped.
    ///   - secrets: what is to be hidden in the log beside the keys of providers.
    ///   - waiting: told until when the budget makes somebody wait.
    /// - Throws: `ConfigurationMistakes` where a key that is needed cannot be read.
    init(
        _ settings: Settings, session: Session, queries: [ArticleQuery], offline: Bool = false,
        isService: Bool = false, hiding secrets: [Secret] = [],
        metrics: ServiceMetrics? = nil, waiting: @escaping @Sendable (Instant) -> Void = { _ in }
    ) throws(ConfigurationMistakes) {
        self.settings = settings
        self.metrics = metrics
        clock = session.context.clock
        keys = offline ? [:] : try settings.keys(for: queries, environment: session.context.environment)
        logger = settings.log.logger(
            session.context, hiding: Array(keys.values) + secrets, standard: isService ? .info : nil)
        var network = settings.network
        network.finishesWhenCancelled = isService
        curl = session.transport == nil && !offline ? CurlTransport(configuration: network) : nil
        self.network = session.transport ?? curl ?? NoTransport()
        var budgets: [String: any RequestBudget] = [:]
        for definition in settings.providers.entries.map(\.definition) {
            let rates = definition.rates
            budgets[definition.name] = StoredBudget(
                path: settings.store.path, provider: definition.name, key: KeyDigest(of: keys[definition.name]),
                rates: rates, wallClock: clock, bootClock: .system, clock: ContinuousClock(), logger: logger,
                onWait: { until, _ in waiting(until) })
        }
        let shapes = SQLiteArticleReader(path: settings.store.path)
        var sentinels: [String: ShapeSentinel] = [:]
        for provider in Set(queries.map(\.provider)) {
            // A store that is not there or cannot be read is complained of by whoever needs it.
            sentinels[provider] = ShapeSentinel(kept: (try? shapes.shape(of: provider)) ?? nil)
        }
        self.sentinels = sentinels
        self.budgets = budgets
    }

    /// Ends what would go on by itself.
    func close() { curl?.shutdown() }

    /// A reader on the configured store.
    static func reader(of settings: Settings, clock: WallClock) -> any ArticleReader {
        SQLiteArticleReader(path: settings.store.path, clock: clock)
    }

    /// The writer on the configured store, which makes it where it is missing.
    func writer() async throws(StoreFailure) -> SQLiteArticleWriter {
        let writer = SQLiteArticleWriter(
            path: settings.store.path, logger: logger, makeRoom: { ProcessMemory.settle() })
        try await writer.open()
        return writer
    }

    /// A writer that stores nothing and measures against what the store holds.
    func dryRunWriter() throws(StoreFailure) -> any ArticleWriter {
        var held: [String: RunTicket.Contents] = [:]
        let reader = Self.reader(of: settings, clock: clock)
        do throws(StoreFailure) {
            for query in settings.queries { held[query.name] = try reader.contents(of: query.name) }
        } catch {
            guard error.kind == .missing else { throw error }
        }
        let contents = held
        return DryRunWriter { contents[$0.name] ?? RunTicket.Contents() }
    }

    /// Keeps what was learnt of the shapes of answers; that it cannot be kept is logged and fails nothing.
    func keepShapes(in writer: SQLiteArticleWriter) async {
        for (provider, sentinel) in sentinels.sorted(by: { $0.key < $1.key }) {
            guard let shape = sentinel.take() else { continue }
            do throws(StoreFailure) {
                try await writer.keep(shape: shape, of: provider, at: clock.now)
            } catch {
                logger.log(
                    .warning, "the shape of answers could not be kept",
                    ["provider": provider, "reason": error.description])
            }
        }
    }

    /// Brings the index of articles up to what was stored, where that is more than is read quickly without; that it cannot
    /// be is logged and fails nothing.
    func indexArticles(in writer: SQLiteArticleWriter) async {
        do throws(StoreFailure) { try await writer.indexArticles(ifMoreThan: Self.fewUnindexed) } catch {
            logger.log(
                .warning, "articles could not be indexed, and are listed more slowly until they are",
                ["reason": error.description])
        }
    }

    /// So many articles cost a listing milliseconds; to index them would cost a short sync as much as all else.
    private static let fewUnindexed = 2_000

    /// A run of a query, with a meter of its own.
    func run(
        _ query: ArticleQuery, writer: any ArticleWriter, accept: Bool = false, origin: RunOrigin = .source,
        stopReason: @escaping @Sendable () -> String? = { nil },
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) -> SyncRun {
        let meter = ExchangeMeter()
        return SyncRun(
            query: query, source: source(for: query, meter: meter), writer: writer, clock: clock, logger: logger,
            accept: accept, origin: origin, requests: { meter.reading.requests }, stopReason: stopReason,
            progress: progress)
    }

    /// Where a query's articles come from.
    ///
    /// The order of the wrapping is written here and nowhere else: a try that is
    /// made again takes from the budget again, and every try is counted and logged.
    func source(for query: ArticleQuery, meter: ExchangeMeter = ExchangeMeter()) -> any ArticleSource {
        guard let entry = settings.providers[query.provider], let budget = budgets[query.provider] else {
            return NoSource(provider: query.provider)
        }
        let definition = entry.definition
        let metered = MeteringTransport(wrapping: network, meter: meter)
        let logged = LoggingTransport(wrapping: metered, logger: logger, clock: ContinuousClock())
        let measured: any HTTPTransport =
            if let metrics {
                MeasuringTransport(
                    wrapping: logged, clock: ContinuousClock(), record: metrics.recorder(of: definition.name))
            } else { logged }
        let budgeted = BudgetedTransport(wrapping: measured, budget: budget, wallClock: clock, asker: query.name)
        let retrying = RetryingTransport(
            wrapping: budgeted, policy: definition.retry, judge: { AnswerReader(definition).verdict(of: $0) },
            clock: ContinuousClock(), wallClock: clock, random: { Double.random(in: 0...1) }, logger: logger)
        return Provider(
            definition, key: keys[query.provider], transport: retrying, clock: clock, logger: logger,
            sentinel: sentinels[query.provider])
    }
}

/// Stands where no network was built, and says so.
private struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        throw .other(detail: "there is no transport")
    }
}

/// Stands where a query names a provider that is not known, which the configuration does not let pass.
private struct NoSource: ArticleSource {
    let provider: String
    let limits = SourceLimits(pageSize: 1, cap: nil, concurrency: 1)

    func page(_ number: Int, of search: ArticleSearch) async throws(SourceFailure) -> ArticlePage {
        throw SourceFailure(.badQuery, asked: "page \(number)", reason: "no provider is called `\(provider)`")
    }

    func page(_ number: Int, of search: ArticleSearch, in answer: [UInt8]) throws(SourceFailure) -> ArticlePage {
        throw SourceFailure(.badQuery, asked: "page \(number)", reason: "no provider is called `\(provider)`")
    }
}
