internal import ArticleSync
internal import Articles
internal import Chronology
internal import Rendering

/// `articlesync sync`: one pass now, then exit.
struct SyncCommand: Command {
    static let declaration = CommandDeclaration(
        name: "sync",
        summary: "Fetch queries now and put the results in place of their contents",
        discussion: """
            Without QUERY every configured query is synced. Each result replaces its query's former contents in one
            transaction, or not at all: a failed, incomplete or unbelievably small answer leaves them as they were and
            says why.

            Exit codes: 0 done, 1 failed, 2 finished but partial, capped or held, 69 the API is unavailable, 75 the
            budget is spent, 77 the key was refused, 78 the configuration has mistakes.
            """,
        arguments: [ArgumentDeclaration("QUERY", "Names of queries", arity: .any)],
        options: [
            OptionDeclaration("dry-run", "Fetch and judge, and store nothing"),
            OptionDeclaration("accept", "Store the result even where it is incomplete or much smaller than before"),
            OptionDeclaration("json", "One JSON document"),
        ],
        examples: [
            .init("articlesync sync", "Every query"),
            .init("articlesync sync climate --accept", "One query, whatever comes"),
        ])

    private let names: [String]
    private let isDryRun: Bool
    private let accept: Bool
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        names = words.arguments
        isDryRun = words.has("dry-run")
        accept = words.has("accept")
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settings()
        let queries = try Self.choose(names, from: settings)
        let line = ProgressLine(on: session.context.errors, clock: session.context.clock)
        let assembly = try Assembly(settings, session: session, queries: queries, waiting: line.wait)
        defer { assembly.close() }
        let writer: any ArticleWriter = isDryRun ? try assembly.dryRunWriter() : try await assembly.writer()
        let results = session.context.output
        let runs = queries.map { query in
            assembly.run(query, writer: writer, accept: accept) { progress in
                line.show(progress)
                guard case .ended(let run) = progress, !json else { return }
                line.interrupt { try? results.write(SyncReport.line(run, on: session.terminal) + "\n") }
            }
        }
        let ended = try await withThrowingTaskGroup(of: [Run]?.self) { group in
            group.addTask {
                await line.keepCurrent()
                return nil
            }
            group.addTask { try await SyncPass(runs).perform() }
            defer { group.cancelAll() }
            while let result = try await group.next() { if let result { return result } }
            return []
        }
        line.clear()
        if json {
            try session.write(SyncReport(ended, isDryRun: isDryRun), json: true)
        } else if isDryRun || ended.isEmpty {
            try results.write(SyncReport([], isDryRun: isDryRun).text(on: session.terminal))
        }
        return .worst(ended.map { ExitCode($0) })
    }

    /// The queries of these names, each once; all where none is named.
    private static func choose(_ names: [String], from settings: Settings) throws -> [ArticleQuery] {
        guard !names.isEmpty else { return settings.queries }
        var chosen: [ArticleQuery] = []
        for name in names where !chosen.contains(where: { $0.name == name }) {
            guard let query = settings.queries.first(where: { $0.name == name }) else {
                throw UsageMistake.unknown("query", name, among: settings.queries.map(\.name))
            }
            chosen.append(query)
        }
        return chosen
    }
}
