internal import Articles
internal import Chronology
internal import HTTPExchange
internal import Providers
internal import Rendering

/// `articlesync status`: how current each query's contents are.
struct StatusCommand: Command {
    static let declaration = CommandDeclaration(
        name: "status",
        summary: "Show how current and how complete each query's contents are",
        discussion: """
            A query that was never synced is shown too, as are the contents of one that the configuration no longer has.
            With up to three queries, or where they are named, a calendar shows which days are covered.
            """,
        arguments: [ArgumentDeclaration("QUERY", "Names of queries", arity: .any)],
        options: [OptionDeclaration("json", "One JSON document")])

    private let names: [String]
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        names = words.arguments
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settings()
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
            status.outdate("the configuration has no such query any more")
            statuses.append(status)
        }
        if let unknown = names.first(where: { name in !statuses.contains { $0.name == name } }) {
            throw UsageMistake.unknown("query", unknown, among: statuses.map(\.name))
        }
        if !names.isEmpty { statuses = statuses.filter { names.contains($0.name) } }
        let showsCalendars = json || !names.isEmpty || statuses.count <= Self.calendars
        let entries = try statuses.map { status in
            try entry(status, settings, session, hasStore: !stored.isEmpty, showsCalendar: showsCalendars)
        }
        try session.write(StatusReport(entries, now: now), json: json)
        return .done
    }

    /// With more queries than these, calendars are shown of those that are named.
    private static let calendars = 3

    /// A query with what else there is to say of it.
    private func entry(
        _ status: QueryStatus, _ settings: Settings, _ session: Session, hasStore: Bool, showsCalendar: Bool
    ) throws -> StatusReport.Entry {
        let now = session.context.clock.now
        let reader = session.reader(settings)
        var entry = StatusReport.Entry(status)
        let query = settings.queries.first { $0.name == status.name }
        if hasStore {
            entry.windows = try reader.windows(of: status.name)
            entry.candidates = try reader.candidates(of: status.name).filter { $0.state != .stored }
        }
        if showsCalendar, let range = query?.days(at: now) ?? status.window {
            let asksTheSame = query.map { $0.fingerprint == status.fingerprint } ?? true
            let today = query?.timeZone.day(at: now) ?? now.utcDay
            entry.calendar = CoverageCalendar(range, windows: asksTheSame ? entry.windows : [], today: today)
        }
        if let standing = try BudgetStandings(settings, session).standing(of: status.provider) {
            entry.requestsLeftToday = standing.left.day
            entry.requestsLeftMinute = standing.left.minute
            entry.budgetReturnsAt = standing.left.day == 0 ? standing.dayReturnsAt : standing.pausedUntil
        }
        if let filter = query?.filter, let definition = settings.providers[status.provider]?.definition {
            let announced = status.lastRun?.counts.announced
            let hasNone = announced.map { $0 == .exactly(0) } ?? false
            let hadHits = try hasStore && (status.articles > 0 || hadHits(status.name, reader))
            let warning = definition.legacyFilterFields.warning(about: filter, hadHits: hadHits, hasNone: hasNone)
            if let warning { entry.warnings.append(warning) }
        }
        return entry
    }

    /// Whether an earlier run was told of results.
    private func hadHits(_ query: String, _ reader: any ArticleReader) throws -> Bool {
        try reader.runs(query: query, limit: 200).contains { ($0.counts.announced?.count ?? 0) > 0 }
    }
}

extension QueryStatus {
    /// Calls contents stale for a reason beyond the store's knowledge.
    fileprivate mutating func outdate(_ reason: String?) {
        if let reason, let contentsAt { freshness = .stale(since: contentsAt, reason: reason) }
    }
}
