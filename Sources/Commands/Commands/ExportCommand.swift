internal import Articles
internal import Chronology
internal import Rendering
internal import SQLiteStore

/// `articlesync export`: a frozen copy of a query's contents, with what it is beside it.
struct ExportCommand: Command {
    static let declaration = CommandDeclaration(
        name: "export",
        summary: "Write a frozen copy of a query's contents, with a manifest",
        discussion: """
            The copy is of one snapshot, whatever syncs go on meanwhile. It is written beside FILE and put in its place
            when it is whole. FILE.manifest.json beside it says what it is: query, window, provider, the run that fetched
            it, coverage with what is missing, counts, and the SHA-256 of FILE. The same contents give the same bytes.
            A run that finds them unchanged changes nothing but the manifest, which names that run.

            Columns are those of `articles` but last_seen_at, vanished_at and queries, which change without the article.
            Lists are JSON in csv and sqlite. The database has a table `articles`, and `notes`
            with --with-notes: those of now, with --as-of too.

            Exit codes: 0 done, 1 failed or not as exported, 2 written, but the contents are partial, capped or
            unverified, or some are gone since --as-of. Contents that are old but whole are no failure: a line says so.
            """,
        arguments: [ArgumentDeclaration("QUERY", "The name of a query", arity: .optional)],
        options: [
            OptionDeclaration("output", short: "o", value: "FILE", "Where to write, - is standard output"),
            OptionDeclaration("format", short: "f", value: "csv|jsonl|sqlite", "How", default: "FILE's ending"),
            OptionDeclaration("where", value: "PREDICATE", "Only articles that fit"),
            OptionDeclaration("search", value: "TEXT", "Only articles with these words (full text)"),
            OptionDeclaration("sort", value: "KEYS", "The order", default: "the provider's"),
            OptionDeclaration("as-of", value: "INSTANT", "The contents as they were then", default: "as they are"),
            OptionDeclaration("with-notes", "The notes about these articles too (sqlite)"),
            OptionDeclaration("bom", "A byte order mark, for Excel (csv)"),
            OptionDeclaration(
                "safe-for-spreadsheets", "An apostrophe before what would be a formula: = + - @ (csv)"),
            OptionDeclaration(
                "manifest", value: "FILE", "Where the manifest is", default: "beside FILE, nowhere for -"),
            OptionDeclaration("force", "Write over files that are there"),
            OptionDeclaration("verify", value: "FILE", "Only check a file against its manifest"),
        ],
        examples: [
            .init("articlesync export basketball -o basketball.csv", "A copy for a spreadsheet or a repository"),
            .init(
                "articlesync export basketball -f jsonl -o - | jq -r .headline", "The headlines, without a file"),
            .init("articlesync export basketball -o july.sqlite --with-notes", "A database for Datasette"),
            .init("articlesync export --verify basketball.csv", "Whether it is still what was exported"),
            .init(
                "jq -r .sha256sum basketball.csv.manifest.json | sha256sum --check", "The same without articlesync"),
        ])

    private let action: Action

    private enum Action {
        case write(ExportOrder)
        case verify(ExportVerification)
    }

    init(_ words: ParsedWords) throws(UsageMistake) {
        guard let file = words[option: "verify"] else {
            guard let query = words.arguments.first else {
                throw UsageMistake("`export` needs QUERY", seeHelpOf: "export")
            }
            guard let output = words[option: "output"] else {
                throw UsageMistake(
                    "`export` needs --output FILE, or --output - for standard output", seeHelpOf: "export")
            }
            action = .write(try ExportOrder(words, query: query, output: output))
            return
        }
        guard words.arguments.isEmpty, words[option: "output"] == nil else {
            throw UsageMistake("--verify checks a file, and goes with no QUERY and no --output")
        }
        action = .verify(
            ExportVerification(
                file: file, manifest: words[option: "manifest"] ?? ExportPlaces.manifest(of: file)))
    }

    func run(in session: Session) async throws -> ExitCode {
        switch action {
        case .write(let order): return try write(order, in: session)
        case .verify(let verification):
            try session.context.output.write(try verification.check())
            return .done
        }
    }

    private func write(_ order: ExportOrder, in session: Session) throws -> ExitCode {
        let settings = try session.settingsForReading()
        let reader = Assembly.store(of: settings, clock: session.context.clock)
        try session.requireStored(order.listing.queries, in: reader, settings)
        let export = Export(
            order: order, reader: reader, store: settings.store.path, output: session.context.output,
            progress: ExportProgress(order, session.context))
        guard let manifest = try export.write() else { throw Self.nothing(order) }
        let report = ExportReport(manifest)
        if let file = order.places.data, let beside = order.places.manifest {
            try session.context.output.write(report.text(file, beside: beside))
        }
        var warnings = reader.notices(on: order.listing)
        if let complaint = report.complaint { warnings.append(complaint) }
        if order.listing.asOf == nil, let stale = try staleness(of: manifest.origin.query, reader, settings, session) {
            warnings.append(stale)
        }
        try session.context.errors.write(DiagnosticLines.text(warnings.map { "articlesync: \($0)" }))
        return manifest.origin.isWhole ? .done : .incomplete
    }

    private static func nothing(_ order: ExportOrder) -> CommandFailure {
        let query = order.listing.queries.first ?? ""
        let hint =
            order.listing.asOf.map { "had no contents at \($0); `articlesync runs \(query)` shows when it got some" }
            ?? "has no contents yet; `articlesync status \(query)` says why"
        return CommandFailure(.failed, "\(query) \(hint); nothing was written")
    }

    /// What to say of contents that are not fresh.
    private func staleness(
        of query: String, _ reader: any ArticleReader, _ settings: Settings, _ session: Session
    ) throws -> String? {
        let limits = settings.queries.reduce(into: [:]) { $0[$1.name] = $1.staleAfter }
        let now = session.context.clock.now
        let status = try reader.statuses(staleAfter: limits, at: now).first { $0.name == query }
        guard let status, case .stale = status.freshness else { return nil }
        return "the contents of \(query) are \(status.freshness.words(at: now))"
    }
}
