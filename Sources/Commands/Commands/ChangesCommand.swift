internal import Articles
internal import Rendering
internal import SQLiteStore

/// `articlesync changes`: keeps a replica of the store in step by files alone.
struct ChangesCommand: Command {
    static let declaration = CommandDeclaration(
        name: "changes",
        summary: "Carry what changed in the store to a copy of it elsewhere, in a file",
        discussion: """
            A replica is a store on another machine that files keep in step with this one. It begins as a copy that
            `articlesync backup` made, and export needs such a copy: the changes are what the store holds now and the copy
            does not. --against names it: one that stays on this machine, or the replica's own file where it can be reached.
            With --advance a copy that stays here then becomes what was exported, so that the next file leads on from there;
            one in which notes were written, such as the replica's own file, is refused.

            import puts a file into the replica's store, all of it or nothing. Files are imported in the order in which they
            were made; one twice does no harm. In a replica people read and write notes, and only its source syncs: where
            the replica changed another row itself, that is told and the file refused. Notes are weighed one by one, and
            nothing is lost: one that was written on both sides stays in both versions, the source's under its number, the
            replica's under a new one.

            All that a store holds of articles, queries, runs and notes travels. Each store keeps its own budgets, its own
            messages to webhooks, and what its service says of itself.

            Exit codes: 0 done, 1 failed or refused.
            """,
        arguments: [
            ArgumentDeclaration("ACTION", "export or import"), ArgumentDeclaration("FILE", "The file of changes"),
        ],
        options: [
            OptionDeclaration(
                "against", value: "COPY", "What the replica holds: a former copy, or its own file (export needs it)"),
            OptionDeclaration("advance", "Then replace COPY by a copy of what was exported (export)"),
            OptionDeclaration("force", "Replace FILE where it is there already (export)"),
            OptionDeclaration("dry-run", "Say what would come of it, and change nothing (import)"),
            OptionDeclaration("json", "One JSON document"),
        ],
        lists: [
            .init(
                "Actions",
                [
                    .init("export", "write into FILE what changed since --against COPY"),
                    .init("import", "put FILE into the store"),
                ])
        ],
        examples: [
            .init("articlesync backup base.db", "What both sides begin with: give the replica a copy of it"),
            .init(
                "articlesync changes export monday --against base.db --advance",
                "What changed since that copy; once a week, say"),
            .init("articlesync changes import monday", "On the other machine"),
        ])

    private enum Action {
        case export(against: String, advances: Bool, replaces: Bool)
        case `import`(isDryRun: Bool)
    }

    private let action: Action
    private let file: String
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        json = words.has("json")
        switch words.arguments[0] {
        case "export":
            if words.has("dry-run") { throw UsageMistake("--dry-run is for `import`: `export` changes no store") }
            guard let against = words[option: "against"] else {
                throw UsageMistake(
                    "`changes export` needs --against COPY: what the replica holds, such as `articlesync backup` made it"
                )
            }
            action = .export(against: against, advances: words.has("advance"), replaces: words.has("force"))
        case "import":
            for option in ["advance", "force"] where words.has(option) {
                throw UsageMistake("--\(option) is for `export`", seeHelpOf: "changes")
            }
            if words[option: "against"] != nil { throw UsageMistake("--against is for `export`", seeHelpOf: "changes") }
            action = .import(isDryRun: words.has("dry-run"))
        case let other:
            throw UsageMistake.unknown("action", other, among: ["export", "import"], of: "changes")
        }
        guard words.arguments.count > 1 else { throw UsageMistake("`changes` needs FILE", seeHelpOf: "changes") }
        file = words.arguments[1]
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings =
            switch action {
            case .export: try session.settingsForReading()
            case .import: try session.settings()
            }
        let place = session.path(of: file)
        let store = Assembly.store(of: settings, clock: session.context.clock)
        switch action {
        case .export(let against, let advances, let replaces):
            let export = try store.exportChanges(
                since: session.path(of: against), to: place, replacing: replaces, advancing: advances)
            var report = ChangesReport(
                .export, file: file, from: "\(export.from)", to: "\(export.to)", tables: Self.tables(export.tables))
            report.bytes = export.bytes
            report.advancedCopy = advances ? against : nil
            try session.write(report, json: json)
        case .import(let isDryRun):
            // Looked at first, so that no store is made in order to say that there is none.
            do throws(StoreFailure) { _ = try store.size() } catch {
                guard error.kind == .missing else { throw error }
                throw CommandFailure(
                    .failed,
                    "import the changes of \(file): there is no store yet in \(settings.store.path); a replica begins as a copy that `articlesync backup` made of its source: put one there first"
                )
            }
            let change = try await SQLiteArticleWriter(path: settings.store.path).importChanges(
                from: place, isTrial: isDryRun)
            var report = ChangesReport(
                .import, file: file, from: "\(change.from)", to: "\(change.to)", tables: Self.tables(change.tables))
            report.isDryRun = isDryRun
            report.wasThere = change.wasThere
            report.notes = change.notes.map { note in
                ChangesReport.Note(id: note.id, outcome: note.outcome.rawValue, keptAs: note.keptAs, title: note.title)
            }
            try session.write(report, json: json)
        }
        return .done
    }

    private static func tables(_ counts: [String: ChangeCounts]) -> [ChangesReport.Table] {
        counts.sorted { $0.key < $1.key }.map { name, counts in
            ChangesReport.Table(name: name, added: counts.added, changed: counts.changed, removed: counts.removed)
        }
    }
}
