internal import ArticleSync
internal import Articles
internal import Chronology
internal import Rendering
internal import SQLiteStore

/// When queries run next by themselves, as far as one can tell from outside of the service that runs them.
struct NextRuns {
    let service: ServiceLine
    private let records: [String: RunRecord]
    private let budgets: [ProviderBudget]
    private let hasSchedules: Bool
    /// Names of queries by provider.
    private let peers: [String: [String]]
    private let now: Instant

    /// - Parameter budgets: of the providers of the queries that are asked about.
    init(
        _ settings: Settings, _ store: SQLiteArticleReader, _ budgets: [ProviderBudget], _ now: Instant
    ) throws(StoreFailure) {
        var trace: ServiceTrace?
        var records: [String: RunRecord] = [:]
        do throws(StoreFailure) {
            trace = try store.service()
            records = try store.records()
        } catch {
            // A store that is not there yet holds nothing, and no service had one.
            guard error.kind == .missing else { throw error }
        }
        // By whatever path and links each of them came to it.
        if let written = trace?.configuration { trace?.configuration = FileFacts.absolute(written) }
        let file = FileFacts.absolute(settings.file)
        service = ServiceLine(trace, configuration: file, configurationWrittenAt: FileFacts(file)?.writtenAt)
        self.records = records
        self.budgets = budgets
        self.now = now
        peers = Dictionary(grouping: settings.queries, by: \.provider).mapValues { $0.map(\.name) }
        hasSchedules = settings.queries.contains { $0.schedule != nil }
    }

    /// Whether anybody expects a service here.
    var isOfInterest: Bool { service.trace != nil || hasSchedules }

    /// - Parameters:
    ///   - query: as configured; nil where the configuration has it no more.
    ///   - status: what the store says of it.
    func next(of query: ArticleQuery?, _ status: QueryStatus) -> NextRun {
        let record = records[status.name] ?? RunRecord()
        var failures = record.failures
        guard let query, query.schedule != nil else { return NextRun(.onRequest, failures: failures) }
        if status.lastRun?.outcome == .running { return NextRun(.running, failures: failures) }
        let rule = RunRule(query)
        guard let trace = service.trace, service.state == .running else {
            let due = rule.due(after: record, since: now, now: now)
            return NextRun(.noService, at: due?.instant, failures: failures)
        }
        guard service.readsConfiguration else { return NextRun(.otherConfiguration, failures: failures) }
        // What is known of it since the service took this configuration; with a reload, it forgets failures.
        let taken = trace.reload.refusal == nil ? trace.reload.at : trace.startedAt
        var known = record
        if let ended = record.lastEndedAt, ended < taken {
            known.failures = 0
            failures = 0
        }
        let due = rule.due(
            after: known, parkedUntil: record.stoppedAt.map { parkedUntil($0, query.provider) }, since: taken, now: now)
        guard let due else { return NextRun(.never, failures: failures) }
        let key = KeyStanding(
            peers[query.provider, default: []].lazy.compactMap { records[$0] }, forgivenAt: taken)
        if let until = key.refusedUntil, until > due.instant { return NextRun(.refused, at: until, failures: failures) }
        return NextRun(due.reason.told, at: due.instant, failures: failures)
    }

    /// After so long what was stopped without a word of when to go on is tried again.
    private static let pause = Duration.seconds(60)

    /// When a run goes on that was stopped: the budget knows.
    private func parkedUntil(_ stoppedAt: Instant, _ provider: String) -> Instant {
        let budget = budgets.first { $0.provider == provider }
        if budget?.leftToday == 0, let returnsAt = budget?.dayReturnsAt { return returnsAt }
        return budget?.pausedUntil ?? stoppedAt.adding(Self.pause)
    }
}

extension DueTime.Reason {
    fileprivate var told: NextRun.Reason {
        switch self {
        case .firstTime: .firstTime
        case .schedule: .schedule
        case .missed: .missed
        case .backOff: .backOff
        case .parked: .parked
        }
    }
}
