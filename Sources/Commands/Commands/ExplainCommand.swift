internal import ArticleSync
internal import Articles
internal import Chronology
internal import Providers
internal import Rendering
internal import SQLiteStore

/// `articlesync explain`: why a query is as it is.
struct ExplainCommand: Command {
    static let declaration = CommandDeclaration(
        name: "explain",
        summary: "Show what a query asks, what would be read now and why, and where each value comes from",
        discussion: """
            Asks nobody. It says when the query runs and why then, the next five times that its schedule comes, and what a
            failure changes. Beside the query's own values it shows what its provider allows, what is left of the budget, the
            last failures, and the answers that were not understood: when, why, how large, and how they begin. --answer
            prints one of them as it came, of which the first mebibyte is kept; on a terminal without what could do
            anything to it.

            `plan` has the numbers: requests, share of the budget, time.
            """,
        arguments: [ArgumentDeclaration("QUERY", "The name of a query")],
        options: [
            OptionDeclaration("answer", value: "RUN", "Print the odd answer kept of a run"),
            OptionDeclaration("json", "One JSON document"),
        ],
        examples: [
            .init("articlesync explain climate", "Everything about one query"),
            .init("articlesync explain climate --answer 18 | jq .", "What the API said in run 18"),
        ])

    private let name: String
    private let answer: Int?
    private let json: Bool

    /// So many of the last runs are looked at for failures, and so many of these are shown.
    private static let runsLookedAt = 100
    private static let failuresShown = 5

    init(_ words: ParsedWords) throws(UsageMistake) {
        name = words.arguments.first ?? ""
        answer = try words.integer("answer")
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settingsForReading()
        guard let query = (settings.queries + settings.faultyQueries).first(where: { $0.name == name }),
            let entry = settings.providers[query.provider]
        else {
            throw settings.notReadable(query: name)
        }
        if settings.faultyQueries.contains(where: { $0.name == name }) {
            let line = "articlesync: \(name) has mistakes of its own; this is what can be read of it"
            try session.context.errors.write(DiagnosticLines.text([line]))
        }
        let store = Assembly.store(of: settings, clock: session.context.clock)
        if let answer {
            try session.context.output.writeAnswer(try body(answer, store))
            return .done
        }
        try session.write(try report(query, entry, store, settings, session), json: json)
        return .done
    }

    private func report(
        _ query: ArticleQuery, _ entry: ProviderCatalog.Entry, _ store: SQLiteArticleReader, _ settings: Settings,
        _ session: Session
    ) throws(StoreFailure) -> ExplainReport {
        let now = session.context.clock.now
        let finder = KeyFinder(environment: session.context.environment)
        var report = ExplainReport(
            query, range: query.days(at: now), now: now,
            provider: ProviderSummary(entry, key: finder.standing(of: entry, configuration: settings.file), settings),
            budget: try Assembly.budget(of: entry, settings, session.context))
        report.schedule = try Self.schedule(of: query, settings, store, report.budget, now)
        let origins = ValueOrigins(settings: settings)
        report.configuration = settings.file
        report.values = origins.values(of: query)
        report.providerValues = origins.values(of: entry)
        var contents = RunTicket.Contents()
        var gathered: GatheredAnswers?
        do throws(StoreFailure) {
            contents = try store.contents(of: query.name)
            gathered = try store.gathered(for: query)
            report.failures = try store.runs(query: query.name, limit: Self.runsLookedAt).filter(\.isFailure)
                .prefix(Self.failuresShown).map { $0 }
            report.oddAnswers = try store.oddAnswers(of: query.name)
            if let shape = try store.shape(of: query.provider), let paths = ShapeSentinel.paths(inKept: shape) {
                report.shape = (paths, try store.shapeChange(of: query.provider))
            }
        } catch {
            // A store that is not there yet holds nothing, and that is what there is to say.
            guard error.kind == .missing else { throw error }
        }
        let forecast = SyncForecast(
            for: query, contents: contents, gathered: gathered, limits: entry.definition.limits,
            now: now)
        report.range = forecast.range
        report.keptPages = forecast.keptPages
        report.reads = forecast.windows.map {
            .init(days: $0.days, reason: $0.reason.rawValue, expected: $0.expected, urgency: $0.urgency)
        }
        report.stands = forecast.standing.count
        return report
    }

    /// So many of the times that a schedule comes are told.
    private static let instantsShown = 5

    /// Why the query runs when it runs.
    private static func schedule(
        of query: ArticleQuery, _ settings: Settings, _ store: SQLiteArticleReader, _ budget: ProviderBudget,
        _ now: Instant
    ) throws(StoreFailure) -> ScheduleDetails {
        let runs = try NextRuns(settings, store, [budget], now)
        var status = QueryStatus(name: query.name, provider: query.provider, fingerprint: query.fingerprint)
        do throws(StoreFailure) { status.lastRun = try store.runs(query: query.name, limit: 1).first } catch {
            guard error.kind == .missing else { throw error }
        }
        var details = ScheduleDetails(
            zone: query.timeZone, next: runs.next(of: query, status), afterFailure: BackOff.words,
            deadline: query.deadline)
        guard let schedule = query.schedule.flatMap({ try? Schedule($0) }) else { return details }
        details.words = schedule.words(for: query.name, in: query.timeZone, at: now)
        var last = now
        while details.instants.count < instantsShown,
            let next = schedule.next(after: last, in: query.timeZone, offset: schedule.spread(of: query.name))
        {
            details.instants.append(next)
            last = next
        }
        return details
    }

    /// The newest odd answer of a run.
    private func body(_ run: Int, _ store: SQLiteArticleReader) throws -> [UInt8] {
        let kept = try store.oddAnswers(of: name)
        if let answer = kept.first(where: { $0.run == run }), let body = try store.body(of: answer, query: name) {
            return body
        }
        let runs = Set(kept.map(\.run)).sorted().map(String.init).joined(separator: ", ")
        throw CommandFailure(
            .failed,
            "no odd answer of run \(run) of \(name) is kept (\(runs.isEmpty ? "none is" : "kept are those of \(runs)"))"
        )
    }
}

extension Run {
    /// Whether it ended otherwise than it should.
    fileprivate var isFailure: Bool {
        switch outcome {
        case .running, .complete, .skipped: false
        case .partial, .capped, .unverified, .held, .failed, .parked, .cancelled, .interrupted: true
        }
    }
}

extension Output {
    /// Writes an answer as it came; on a terminal without what could do anything to it, and with a line end.
    fileprivate func writeAnswer(_ body: [UInt8]) throws(OutputClosed) {
        try write(data: body)
        if width != nil, body.last != UInt8(ascii: "\n") { try write("\n") }
    }
}
