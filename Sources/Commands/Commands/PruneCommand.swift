internal import Articles
internal import Chronology
internal import Rendering
internal import SQLiteStore

/// `articlesync prune`: removes what is older than the configuration keeps.
struct PruneCommand: Command {
    static let declaration = CommandDeclaration(
        name: "prune",
        summary: "Remove what is older than the configuration keeps",
        discussion: """
            [store] keep_vanished says how long articles stay that no query holds and no note is about, [store] keep_runs
            how long lines of the journal do. Without them all is kept for ever, and this says so. What queries hold, what
            can be gone back to, the revisions of articles that stay, notes, and the newest runs of every query are never
            removed.

            A few rows are removed at a time, so that a service may run beside it.
            """,
        options: [
            OptionDeclaration("dry-run", "Count what would be removed, and remove nothing"),
            OptionDeclaration("vacuum", "Then make the file smaller; syncs wait meanwhile"),
            OptionDeclaration("json", "One JSON document"),
        ],
        examples: [
            .init("articlesync prune --dry-run", "What would be removed now"),
            .init("articlesync prune --vacuum", "Remove it, and give the room back to the disk"),
        ])

    private let isDryRun: Bool
    private let vacuums: Bool
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        isDryRun = words.has("dry-run")
        vacuums = words.has("vacuum")
        json = words.has("json")
        if isDryRun, vacuums { throw UsageMistake("--dry-run changes nothing, so that --vacuum has nothing to do") }
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settings()
        let now = session.context.clock.now
        let rules = settings.store
        var report = PruneReport(isDryRun: isDryRun, keepVanished: rules.keepVanished, keepRuns: rules.keepRuns)
        let retention = Retention(
            vanishedBefore: rules.keepVanished.map { now.adding(.zero - $0) },
            runsBefore: rules.keepRuns.map { now.adding(.zero - $0) })
        let store = Assembly.store(of: settings, clock: session.context.clock)
        // Looked at first, so that no store is made in order to say that there is none.
        var counts = try store.prunable(retention)
        var size = try store.size()
        report.bytesBefore = size.bytes
        if !isDryRun {
            let writer = SQLiteArticleWriter(path: rules.path)
            if counts != Retention.Counts() { counts = try await writer.prune(retention) }
            size = try store.size()
            if vacuums {
                try requireRoom(for: size, in: FileFacts.folder(of: rules.path))
                size = try await writer.vacuum()
                report.wasVacuumed = true
            }
        }
        report.articles = counts.articles
        report.revisions = counts.revisions
        report.runs = counts.runs
        report.oddAnswers = counts.oddAnswers
        report.droppedCandidates = counts.candidates
        report.bytes = size.bytes
        report.freeBytes = size.freeBytes
        try session.write(report, json: json)
        return .done
    }

    /// The file is written anew beside itself, and once more into its log.
    private func requireRoom(for size: StoreSize, in folder: String) throws(CommandFailure) {
        let needed = (size.bytes - size.freeBytes) * 2
        guard let free = FileFacts.freeBytes(at: folder), free < needed else { return }
        throw CommandFailure(
            .failed,
            "--vacuum needs \(ByteWords(needed)) on the disk for its time, and \(ByteWords(free)) are free; "
                + "what was to be removed is removed")
    }
}
