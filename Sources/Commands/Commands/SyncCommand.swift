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

            More results than the API gives of one search are fetched in windows of days. Every good page is kept when it
            comes: a run that was stopped, or that has spent the day's budget, goes on where it was.

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
        let queries = try settings.queries(named: names)
        let line = ProgressLine(on: session.context.errors, clock: session.context.clock)
        let assembly = try Assembly(settings, session: session, queries: queries, waiting: line.wait)
        defer { assembly.close() }
        let store = isDryRun ? nil : try await assembly.writer()
        let writer: any ArticleWriter = if let store { store } else { try assembly.dryRunWriter() }
        let results = Results(session, isSilent: json, isDryRun: isDryRun)
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
        if let store {
            await assembly.keepShapes(in: store)
            // Waiting once for a store that others hold is enough.
            if failure == nil { await assembly.indexArticles(in: store) }
        }
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
}

/// Tells each run as it ends, and keeps what went wrong with that for the end.
private final class Results: Sendable {
    private let session: Session
    private let isSilent: Bool
    private let isDryRun: Bool
    private let failure = Mutex<OutputClosed?>(nil)

    init(_ session: Session, isSilent: Bool, isDryRun: Bool) {
        self.session = session
        self.isSilent = isSilent
        self.isDryRun = isDryRun
    }

    func tell(_ run: Run) {
        guard !isSilent else { return }
        failure.withLock { failure in
            guard failure == nil else { return }
            do throws(OutputClosed) {
                let lines = SyncReport.lines(run, isDryRun: isDryRun, on: session.terminal)
                try session.context.output.write(lines + "\n")
            } catch {
                failure = error
            }
        }
    }

    /// - Throws: the first line's failure that could not be written.
    func close() throws(OutputClosed) { if let failure = failure.withLock({ $0 }) { throw failure } }
}
