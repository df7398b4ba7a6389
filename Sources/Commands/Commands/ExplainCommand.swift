internal import ArticleSync
internal import Articles
internal import Chronology
internal import Configuration
internal import HTTPExchange
internal import Providers
internal import Rendering
internal import SQLiteStore

/// `articlesync explain`: why a query is asked as it is, and what went wrong with it.
struct ExplainCommand: Command {
    static let declaration = CommandDeclaration(
        name: "explain",
        summary: "Say why a query is asked as it is, where each value comes from, and what went wrong",
        discussion: """
            Answers that were not understood are kept, the newest five of a query; --answer prints one as it came.
            """,
        arguments: [ArgumentDeclaration("QUERY", "The name of a query")],
        options: [
            OptionDeclaration("answer", value: "RUN", "Print the odd answer of a run, as it came"),
            OptionDeclaration("json", "One JSON document"),
        ])

    private let name: String
    private let answer: Int?
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        name = words.arguments.first ?? ""
        answer = try words.integer("answer")
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settings()
        let query = try settings.queries(named: [name])[0]
        let reader = SQLiteArticleReader(path: settings.store.path, clock: session.context.clock)
        if let answer { return try show(answer, of: query, reader, session) }
        guard let definition = settings.providers[query.provider]?.definition else {
            throw CommandFailure(.failed, "no provider is called `\(query.provider)`")
        }
        let now = session.context.clock.now
        var contents = RunTicket.Contents()
        var runs: [Run] = []
        var odd: [OddAnswer] = []
        var shape: String?
        do throws(StoreFailure) {
            contents = try reader.contents(of: name)
            runs = try reader.runs(query: name, limit: 200)
            odd = try reader.oddAnswers(of: name)
            shape = try reader.shape(of: query.provider)
        } catch {
            guard error.kind == .missing else { throw error }
        }
        let ledger = contents.fingerprint == query.fingerprint ? contents.windows : []
        let agenda = ReadingAgenda(
            for: query, range: query.days(at: now), ledger: ledger, limits: definition.limits, now: now)
        let report = ExplainReport(
            query: name, asks: query.fingerprint, values: values(query, settings), window: query.days(at: now),
            due: agenda.windows.map {
                .init(days: $0.days, reason: $0.reason.rawValue, expected: $0.expected, urgency: $0.urgency)
            },
            standing: agenda.standing.count, limits: Self.limits(definition),
            failures: runs.filter { $0.outcome != .complete && $0.outcome != .running && $0.outcome != .skipped },
            oddAnswers: odd, shapePaths: shape.map { $0.split(separator: "\n").count - 1 })
        try session.write(report, json: json)
        return .done
    }

    private func show(
        _ run: Int, of query: ArticleQuery, _ reader: SQLiteArticleReader, _ session: Session
    ) throws -> ExitCode {
        let answers = try reader.oddAnswers(of: query.name)
        guard let found = answers.first(where: { $0.run == Int64(run) }),
            let body = try reader.body(of: found, query: query.name)
        else {
            let known = answers.map { "\($0.run)" }.joined(separator: ", ")
            throw CommandFailure(
                .failed,
                "no odd answer of run \(run) of \(query.name) is kept" + (known.isEmpty ? "" : " (there are: \(known))")
            )
        }
        try session.context.output.write(String(decoding: body, as: UTF8.self) + "\n")
        return .done
    }

    /// What the query says and what holds where it says nothing.
    private func values(_ query: ArticleQuery, _ settings: Settings) -> [ExplainReport.Value] {
        let places = settings.places[query.name] ?? [:]
        func value(_ key: String, _ value: String?) -> ExplainReport.Value? {
            let place = places[key]?.description
            guard let shown = value ?? (place == nil ? nil : "set") else { return nil }
            return .init(key, shown, from: place ?? "default")
        }
        let window: [ExplainReport.Value?] =
            switch query.window {
            case .fixed(let range):
                [value("from", range.from.description), value("to", range.to.description)]
            case .last(let days): [value("last", "\(days) days")]
            }
        let ages =
            query.readAgainAfter.map { $0 == [0] ? "every run" : "\($0)" }
            ?? (places["last"] == nil ? "every run" : "\(RereadSchedule.standard.ages)")
        let others = [
            value("provider", query.provider), value("text", query.text), value("filter", query.filter),
        ]
        let policies = [
            value("timezone", query.timeZone.identifier), value("keep", query.keep.rawValue),
            value("read_again_after", ages), value("exact_days", "\(query.exactDays)"),
            value(
                "guard",
                "min_articles \(query.shrinkGuard.minimumArticles), max_shrink \(query.shrinkGuard.maximumShrink)"),
            value("schedule", query.schedule ?? "only on request"),
            value("stale_after", query.staleAfter.map { "\($0 / .seconds(1)) s" } ?? "never"),
        ]
        return (others + window + policies).compactMap(\.self)
    }

    private static func limits(_ definition: ProviderDefinition) -> [String] {
        let limits = definition.limits
        var sentences = ["\(definition.title): \(limits.pageSize) results a page"]
        if let cap = limits.cap { sentences[0] += ", \(cap) of one search; more is cut by date" }
        let minute = definition.budget.perMinute.map { "\($0) requests a minute" }
        let day = definition.budget.perDay.map {
            "\($0) a day, of which \(definition.rates.reservedPerDay) are kept for fresh days"
        }
        let rates = [minute, day].compactMap(\.self)
        sentences.append(rates.isEmpty ? "no limit of requests" : rates.joined(separator: ", "))
        return sentences
    }
}
