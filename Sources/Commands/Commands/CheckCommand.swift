internal import Articles
internal import Rendering

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
        let output = session.context.output
        let count = settings.queries.count
        try output.write("\(settings.file): good, \(count == 1 ? "1 query" : "\(count) queries")\n")
        for warning in settings.warnings { try session.context.errors.write("articlesync: \(warning)\n") }
        let assembly = try Assembly(settings, session: session, queries: settings.queries)
        defer { assembly.close() }
        guard online else { return .done }
        var codes: [ExitCode] = []
        for query in settings.queries {
            let search = ArticleSearch(
                text: query.text, filter: query.filter, days: query.days(at: session.context.clock.now))
            do throws(SourceFailure) {
                let page = try await assembly.source(for: query).page(0, of: search)
                let hint = page.total.count == 0 ? " (nothing: is the filter right?)" : ""
                try output.write("\(query.name): \(page.total) articles announced\(hint)\n")
            } catch {
                try session.context.errors.write("articlesync: \(query.name): \(error)\n")
                codes.append(ExitCode(.failed, error.kind))
            }
        }
        return .worst(codes)
    }
}
