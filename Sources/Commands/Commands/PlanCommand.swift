internal import ArticleSync
internal import Articles
internal import Chronology
internal import HTTPExchange
internal import Providers
internal import Rendering
internal import SQLiteStore

/// `articlesync plan`: what a sync would ask.
struct PlanCommand: Command {
    static let declaration = CommandDeclaration(
        name: "plan",
        summary: "Show what a sync would ask, and how long that takes, without asking",
        discussion: """
            Spends no request and writes nothing: it goes by what earlier runs saw, and says what nobody knows yet.
            """,
        arguments: [ArgumentDeclaration("QUERY", "Names of queries", arity: .any)],
        options: [OptionDeclaration("json", "One JSON document")],
        examples: [.init("articlesync plan climate", "The windows, requests and days that a sync of climate takes")])

    private let names: [String]
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        names = words.arguments
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settingsForReading()
        let queries = try settings.queries(named: names)
        let now = session.context.clock.now
        let reader = session.reader(settings)
        var entries: [PlanReport.Entry] = []
        var shares: [PlanReport.Share] = []
        for entry in settings.providers.entries {
            let definition = entry.definition
            let asking = queries.filter { $0.provider == definition.name }
            guard !asking.isEmpty else { continue }
            let forecasts = try asking.map { try forecast($0, definition.limits, reader, now) }
            let left = try Assembly.budget(of: entry, settings, session.context)
            func budget(_ forecasts: [SyncForecast]) -> PlanReport.Budget {
                Self.budget(forecasts, definition, left)
            }
            entries += forecasts.map { forecast in
                PlanReport.Entry(
                    query: forecast.query, range: forecast.range,
                    windows: forecast.windows.map {
                        .init(days: $0.days, reason: $0.reason.rawValue, expected: $0.expected, urgency: $0.urgency)
                    },
                    standing: forecast.standing.count, keptPages: forecast.keptPages,
                    unreachable: forecast.unreachable, requests: forecast.requests,
                    isLowerBound: forecast.isLowerBound, budget: budget([forecast]))
            }
            let busy = forecasts.filter { $0.requests > 0 }
            guard busy.count > 1 else { continue }
            shares.append(
                PlanReport.Share(
                    provider: definition.name, queries: busy.count, requests: busy.reduce(0) { $0 + $1.requests },
                    isLowerBound: busy.contains(where: \.isLowerBound), budget: budget(busy)))
        }
        // In the order of the configuration, or of the words typed.
        let place = Dictionary(uniqueKeysWithValues: queries.enumerated().map { ($1.name, $0) })
        entries.sort { place[$0.query] ?? 0 < place[$1.query] ?? 0 }
        try session.write(PlanReport(entries, shares: shares, now: now), json: json)
        return .done
    }

    private func forecast(
        _ query: ArticleQuery, _ limits: SourceLimits, _ reader: any ArticleReader, _ now: Instant
    ) throws(StoreFailure) -> SyncForecast {
        var contents = RunTicket.Contents()
        var gathered: GatheredAnswers?
        do throws(StoreFailure) {
            contents = try reader.contents(of: query.name)
            gathered = try reader.gathered(for: query)
        } catch {
            guard error.kind == .missing else { throw error }
        }
        return SyncForecast(
            for: query, contents: contents, gathered: gathered, limits: limits, now: now)
    }

    /// What a provider's budget makes of all requests of some forecasts.
    private static func budget(
        _ forecasts: [SyncForecast], _ definition: ProviderDefinition, _ left: ProviderBudget
    ) -> PlanReport.Budget {
        // What is kept for fresh days is not for a backfill.
        let isBackfill = forecasts.allSatisfy { $0.windows.allSatisfy { $0.urgency == .backfill } }
        let perDay = definition.budget.perDay ?? 0
        let reserve = isBackfill && perDay > 0 ? min(definition.rates.reservedPerDay, perDay - 1) : 0
        let pace = RequestPace(
            perMinute: definition.budget.perMinute ?? 0, perDay: perDay - reserve,
            leftToday: left.leftToday.map { max($0 - reserve, 0) })
        let requests = forecasts.reduce(0) { $0 + $1.requests }
        return PlanReport.Budget(
            perDay: pace.perDay, leftToday: pace.leftToday, reserved: reserve, returnsAt: left.dayReturnsAt,
            today: pace.today(of: requests), days: pace.days(for: requests),
            time: pace.time(for: pace.today(of: requests)))
    }
}
