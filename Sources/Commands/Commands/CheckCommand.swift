internal import Articles
internal import Chronology
internal import Rendering
internal import SQLiteStore

/// `articlesync check`: whether the configuration is good.
struct CheckCommand: Command {
    static let declaration = CommandDeclaration(
        name: "check",
        summary: "Check the configuration",
        discussion: "Names every mistake with file, line and column, all in one run. Without --online nothing is asked "
            + "and no file is written; with it each query's first page is asked for, one request a query.",
        options: [OptionDeclaration("online", "Also ask for the first page of each query")])

    private let online: Bool

    init(_ words: ParsedWords) throws(UsageMistake) { online = words.has("online") }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settings()
        let environment = session.context.environment
        // Of a service's own credentials a person who looks at its configuration has none.
        try settings.requireKeys(environment: environment, sparing: !online)
        let assembly = try Assembly(settings, session: session, queries: settings.queries, offline: !online)
        defer { assembly.close() }
        let count = settings.queries.count
        try session.context.output.write("\(settings.file): good, \(count == 1 ? "1 query" : "\(count) queries")\n")
        for warning in settings.warnings + settings.keysOfTheService(environment: environment)
            + emptied(settings, session)
        {
            try session.context.errors.write("articlesync: \(warning)\n")
        }
        guard online else { return .done }
        var codes: [ExitCode] = []
        for query in settings.queries {
            codes.append(try await ask(query, assembly, session))
        }
        return .worst(codes)
    }

    /// What the store tells about queries that found articles once and find none now; nothing where it is not there yet.
    private func emptied(_ settings: Settings, _ session: Session) -> [String] {
        guard FilePresence.isThere(settings.store.path) else { return [] }
        let reader = Assembly.reader(of: settings, clock: session.context.clock)
        var warnings: [String] = []
        // A filter without old names needs no look.
        for query in settings.queries where query.filter != nil {
            do throws(StoreFailure) {
                let runs = try reader.runs(query: query.name, limit: Settings.runsLookedAt)
                if let warning = settings.deadFilterWarning(about: query, runs: runs) {
                    warnings.append("queries.\(query.name): \(warning)")
                }
            } catch {
                // The configuration may be good all the same.
                return ["\(error)"]
            }
        }
        return warnings
    }

    /// Asks for the first page of a query and says what came.
    private func ask(_ query: ArticleQuery, _ assembly: Assembly, _ session: Session) async throws -> ExitCode {
        let days = query.days(at: session.context.clock.now)
        let search = query.search(days)
        let total: Total
        do throws(SourceFailure) {
            total = try await assembly.source(for: query).page(0, of: search).total
        } catch {
            try session.context.errors.write("articlesync: \(query.name): \(error)\n")
            return ExitCode(.failed, error.kind)
        }
        let hint = total.count == 0 ? " (is the filter right?)" : ""
        try session.context.output.write("\(query.name): \(total) articles announced for \(days)\(hint)\n")
        return .done
    }
}
