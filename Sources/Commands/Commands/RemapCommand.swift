internal import ArticleSync
internal import Articles
internal import Rendering
internal import SQLiteStore

/// `articlesync remap`: decodes the kept answers again.
struct RemapCommand: Command {
    static let declaration = CommandDeclaration(
        name: "remap",
        summary: "Read the kept answers again after a mapping or definition changed",
        discussion: """
            Nobody is asked, and no key is needed: articles are made anew from the answers that the present contents came
            from, and put in their place in one transaction a query. Days whose answers are kept no more stay as they are.
            """,
        arguments: [ArgumentDeclaration("QUERY", "Names of queries", arity: .any)],
        options: [
            OptionDeclaration("dry-run", "Show what would change, and change nothing"),
            OptionDeclaration("json", "One JSON document"),
        ])

    private let names: [String]
    private let isDryRun: Bool
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        names = words.arguments
        isDryRun = words.has("dry-run")
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settings()
        let queries = try settings.queries(named: names)
        try session.requireStored(names, in: session.reader(settings), settings)
        // There is nothing to read again, and no store is made in order to say so.
        guard FilePresence.isThere(settings.store.path) else {
            try session.write(DifferencesReport([]), json: json)
            return .done
        }
        let assembly = try Assembly(settings, session: session, queries: queries, offline: true)
        defer { assembly.close() }
        let writer = try await assembly.writer()
        var reports: [DifferenceReport] = []
        var codes: [ExitCode] = []
        for query in queries {
            guard try session.reader(settings).contents(of: query.name).generation > 0 else {
                let notices = ["nothing of it was ever stored; `articlesync sync \(query.name)` fetches it"]
                reports.append(DifferenceReport(query.name, ContentsDifference(), isStored: false, notices: notices))
                continue
            }
            let run = assembly.run(query, writer: writer, origin: .contents) { _ in }
            let (difference, notices) = try await run.difference(examples: 20)
            if isDryRun || difference.isEmpty {
                reports.append(DifferenceReport(query.name, difference, isStored: !isDryRun, notices: notices))
                continue
            }
            let ended = try await run.perform()
            codes.append(ExitCode(ended))
            guard ended.outcome != .failed, ended.outcome != .skipped else {
                throw CommandFailure(ExitCode(ended), "\(query.name): \(ended.reason ?? ended.outcome.rawValue)")
            }
            reports.append(DifferenceReport(query.name, difference, isStored: true, notices: notices))
        }
        try session.write(DifferencesReport(reports), json: json)
        return .worst(codes)
    }
}
