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
        let settings = try session.settings()
        let queries = try settings.queries(named: names)
        let now = session.context.clock.now
        let reader = session.reader(settings)
        let budgets = BudgetStandings(settings, session)
        let entries = try queries.map { query -> PlanReport.Entry in
            guard let definition = settings.providers[query.provider]?.definition else {
                throw CommandFailure(.failed, "no provider is called `\(query.provider)`")
            }
            var contents = RunTicket.Contents()
            var gathered: (window: DayRange, requests: [PageRequest])?
            var announced: Total?
            do throws(StoreFailure) {
                contents = try reader.contents(of: query.name)
                gathered = try reader.gathered(for: query)
                announced = try reader.candidates(of: query.name).first { $0.state == .gathering }?.announced
            } catch {
                guard error.kind == .missing else { throw error }
            }
            let forecast = SyncForecast(
                for: query, contents: contents, gathered: gathered, announced: announced, limits: definition.limits,
                now: now)
            let left = try budgets.standing(of: query.provider)
            // What is kept for fresh days is not for a backfill.
            let isBackfill = forecast.windows.allSatisfy { $0.urgency == .backfill }
            let reserve = isBackfill ? definition.rates.reservedPerDay : 0
            let pace = RequestPace(
                perMinute: definition.budget.perMinute ?? 0, perDay: max((definition.budget.perDay ?? 0) - reserve, 0),
                leftToday: left?.left.day.map { max($0 - reserve, 0) })
            return PlanReport.Entry(
                query: query.name, range: forecast.range,
                windows: forecast.windows.map {
                    .init(days: $0.days, reason: $0.reason.rawValue, expected: $0.expected, urgency: $0.urgency)
                },
                standing: forecast.standing.count, keptPages: forecast.keptPages, requests: forecast.requests,
                isLowerBound: forecast.isLowerBound, perDay: pace.perDay, leftToday: pace.leftToday,
                today: pace.today(of: forecast.requests), days: pace.days(for: forecast.requests),
                time: pace.time(for: pace.today(of: forecast.requests)))
        }
        try session.write(PlanReport(entries, now: now), json: json)
        return .done
    }
}
