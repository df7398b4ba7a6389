internal import ArticleSync
internal import Articles
internal import Chronology
internal import Rendering
internal import Synchronization

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
        let results = Results(session, isSilent: json)
        let runs = queries.map { query in
            assembly.run(query, writer: writer, accept: accept) { progress in
                line.show(progress)
                if case .ended(let run) = progress { line.interrupt { results.tell(run) } }
            }
        }
        let (ended, failure) = await withTaskGroup(of: (runs: [Run], failure: StoreFailure?)?.self) { group in
            group.addTask {
                await line.keepCurrent()
                return nil
            }
            group.addTask { await SyncPass(runs).perform() }
            defer { group.cancelAll() }
            while let result = await group.next() { if let result { return result } }
            return ([], nil)
        }
        line.clear()
        try results.close()
        if json {
            try session.write(SyncReport(ended, isDryRun: isDryRun), json: true)
        } else if ended.isEmpty, failure == nil {
            try session.context.output.write(SyncReport([], isDryRun: isDryRun).text(on: session.terminal))
        } else if isDryRun {
            try session.context.output.write("Dry run: nothing was stored.\n")
        }
        if let failure { throw failure }
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

/// Tells each run as it ends, and keeps what went wrong with that for the end.
private final class Results: Sendable {
    private let session: Session
    private let isSilent: Bool
    private let failure = Mutex<OutputClosed?>(nil)

    init(_ session: Session, isSilent: Bool) {
        self.session = session
        self.isSilent = isSilent
    }

    func tell(_ run: Run) {
        guard !isSilent else { return }
        failure.withLock { failure in
            guard failure == nil else { return }
            do throws(OutputClosed) {
                try session.context.output.write(SyncReport.line(run, on: session.terminal) + "\n")
            } catch {
                failure = error
            }
        }
    }

    /// - Throws: the first line's failure that could not be written.
    func close() throws(OutputClosed) { if let failure = failure.withLock({ $0 }) { throw failure } }
}
