internal import Articles
internal import Chronology
internal import Providers
internal import Rendering
internal import SQLiteStore

/// `articlesync status`: how current and how complete each query's contents are.
struct StatusCommand: Command {
    static let declaration = CommandDeclaration(
        name: "status",
        summary: "Show how current and how complete each query's contents are",
        discussion: """
            A query that was never synced is shown too, as are the contents of one that the configuration no longer has.
            Beside it stand when each runs next and why, and what the service that runs them does. Of queries that are named, and of all where there are at most three, the coverage of each day is shown as a
            calendar, and under it what is not complete and why.

            Works without the network and beside a sync that is going on.
            """,
        arguments: [ArgumentDeclaration("QUERY", "Names of queries", arity: .any)],
        options: [OptionDeclaration("json", "One JSON document")],
        examples: [.init("articlesync status climate", "One query, day by day")])

    private let names: [String]
    private let json: Bool

    /// So many calendars are shown without being asked for.
    private static let calendarsUnasked = 3

    init(_ words: ParsedWords) throws(UsageMistake) {
        names = words.arguments
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settingsForReading()
        let now = session.context.clock.now
        var statuses = try Self.statuses(settings, session)
        if let unknown = names.first(where: { name in !statuses.contains { $0.name == name } }) {
            guard settings.mistakes.isEmpty else { throw settings.notReadable(query: unknown) }
            throw UsageMistake.unknown("query", unknown, among: statuses.map(\.name))
        }
        if !names.isEmpty { statuses = statuses.filter { names.contains($0.name) } }
        let store = Assembly.store(of: settings, clock: session.context.clock)
        var entries = try statuses.map { try Self.entry($0, store, settings, now) }
        let budgets = try settings.providers.entries.filter { entry in
            statuses.contains { $0.provider == entry.definition.name }
        }.map { try Assembly.budget(of: $0, settings, session.context) }
        let runs = try NextRuns(settings, store, budgets, now)
        for place in entries.indices {
            let status = entries[place].status
            let query = settings.queries.first { $0.name == status.name }
            let isUnreadable = query == nil && !settings.mistakes.isEmpty
            entries[place].nextRun = isUnreadable ? NextRun(.unreadable) : runs.next(of: query, status)
            entries[place].requestsLeftToday = budgets.first { $0.provider == status.provider }?.leftToday
        }
        let isDetailed = !names.isEmpty || entries.count <= Self.calendarsUnasked
        let report = StatusReport(
            entries, budgets: budgets, service: runs.isOfInterest ? runs.service : nil, now: now, isDetailed: isDetailed
        )
        try session.write(report, json: json)
        return .done
    }

    /// Every query that is configured, then those that the store alone knows.
    private static func statuses(_ settings: Settings, _ session: Session) throws(StoreFailure) -> [QueryStatus] {
        let now = session.context.clock.now
        var limits: [String: Duration] = [:]
        for query in settings.queries { limits[query.name] = query.staleAfter }
        // A store that is not there yet holds nothing, and that is what there is to say.
        let stored: [QueryStatus]
        do throws(StoreFailure) {
            stored = try session.reader(settings).statuses(staleAfter: limits, at: now)
        } catch {
            guard error.kind == .missing else { throw error }
            stored = []
        }
        var statuses = settings.queries.map { query in
            stored.first { $0.name == query.name }
                ?? QueryStatus(
                    name: query.name, provider: query.provider, fingerprint: query.fingerprint,
                    window: query.days(at: now))
        }
        for (place, query) in settings.queries.enumerated() {
            statuses[place].outdate(
                statuses[place].fingerprint == query.fingerprint
                    ? nil : "the query asks something else now; `articlesync sync \(query.name)` fetches it")
        }
        for var status in stored where !settings.queries.contains(where: { $0.name == status.name }) {
            if settings.mistakes.isEmpty { status.outdate("the configuration has no such query any more") }
            statuses.append(status)
        }
        return statuses
    }

    /// A query's status with what the store knows of its days.
    private static func entry(
        _ status: QueryStatus, _ store: SQLiteArticleReader, _ settings: Settings, _ now: Instant
    ) throws(StoreFailure) -> StatusReport.Entry {
        var entry = StatusReport.Entry(status)
        let query = settings.queries.first { $0.name == status.name }
        // One that the store does not know yet has no ledger, and the store need not be there.
        if status.lastRun != nil || status.generation > 0 {
            // Days read for another question are no coverage of this one.
            let isAnswered = query.map { $0.fingerprint == status.fingerprint } ?? true
            entry.windows = isAnswered ? try store.windows(of: status.name) : []
            let candidates = try store.candidates(of: status.name)
            entry.gathered = candidates.first { $0.state == .gathering && $0.pages > 0 }
            entry.held = candidates.filter { $0.state == .held }
            if let query {
                entry.continues = try store.gathered(for: query) != nil
                let runs = try store.runs(query: query.name, limit: Settings.runsLookedAt)
                entry.warnings += settings.deadFilterWarning(about: query, runs: runs).map { [$0] } ?? []
            }
        }
        if let range = query?.days(at: now) ?? status.window {
            entry.days = CoverageDays(range, windows: entry.windows, in: query?.timeZone, at: now)
        }
        return entry
    }
}

extension QueryStatus {
    /// Calls contents stale for a reason beyond the store's knowledge.
    fileprivate mutating func outdate(_ reason: String?) {
        if let reason, let contentsAt { freshness = .stale(since: contentsAt, reason: reason) }
    }
}
