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
            from, and put in their place in one transaction a query. Days whose answers are kept no more stay as they are,
            and so does a query that would lose articles, since that is how a mistake in a mapping looks.

            Exit codes: 0 done, 1 failed, 2 held or not complete, 75 a run of the query is going.
            """,
        arguments: [ArgumentDeclaration("QUERY", "Names of queries", arity: .any)],
        options: [
            OptionDeclaration("dry-run", "Show what would change, and change nothing"),
            OptionDeclaration("accept", "Put in place what loses articles, too"),
            OptionDeclaration("json", "One JSON document"),
        ],
        examples: [
            .init("articlesync remap --dry-run", "What today's mapping makes of every query"),
            .init("articlesync remap climate", "One query, for good"),
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
            do {
                if names.isEmpty, let reason = try reasonToLeave(query, session.reader(settings)) {
                    reports.append(
                        DifferenceReport(query.name, ContentsDifference(), isStored: false, notices: [reason]))
                    continue
                }
                let run = assembly.run(query, writer: writer, accept: accept, origin: .contents) { _ in }
                let (report, code) = try await remap(run)
                reports.append(report)
                codes.append(code)
            } catch let failure as StoreFailure {
                codes.append(try tell(query, failure.description, ExitCode(failure), session))
            } catch let failure as SourceFailure {
                codes.append(try tell(query, failure.description, ExitCode(.failed, failure.kind), session))
            } catch let failure as CommandFailure {
                codes.append(try tell(query, failure.description, failure.code, session))
            }
        }
        if json || codes.isEmpty || !reports.isEmpty { try session.write(DifferencesReport(reports), json: json) }
        return .worst(codes)
    }

    /// Reads one query's contents again; a look first, so that what changes nothing leaves no trace.
    private func remap(_ run: SyncRun) async throws -> (DifferenceReport, ExitCode) {
        let name = run.query.name
        let preview = try await run.preview(examples: 20)
        if preview.doubt != nil { return (DifferenceReport(name, preview), .incomplete) }
        if isDryRun { return (DifferenceReport(name, preview), .done) }
        if preview.difference.isEmpty {
            return (DifferenceReport(name, preview.difference, isStored: true, notices: preview.notices), .done)
        }
        let ended = try await run.perform()
        switch ended.outcome {
        case .complete, .partial, .capped, .unverified:
            return (DifferenceReport(name, preview, storedBy: ended), ExitCode(ended))
        case .running, .held, .failed, .parked, .cancelled, .interrupted, .skipped:
            throw CommandFailure(ExitCode(ended), ended.reason ?? ended.outcome.rawValue)
        }
    }

    /// Why a query that nobody named is left alone; nil where there is no reason.
    private func reasonToLeave(_ query: ArticleQuery, _ reader: any ArticleReader) throws(StoreFailure) -> String? {
        let contents = try reader.contents(of: query.name)
        let sync = "`articlesync sync \(query.name)` fetches it"
        if contents.generation == 0 { return "nothing of it was ever stored; \(sync)" }
        if contents.fingerprint != query.fingerprint { return "it asks something else now than it holds; \(sync)" }
        return nil
    }

    /// Says that a query could not be done; the others go on.
    private func tell(
        _ query: ArticleQuery, _ reason: String, _ code: ExitCode, _ session: Session
    ) throws(OutputClosed) -> ExitCode {
        try session.context.errors.write(DiagnosticLines.text(["articlesync: \(query.name): \(reason)"]))
        return code
    }
}
