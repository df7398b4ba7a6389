internal import Articles
internal import Chronology
internal import Rendering
internal import SQLiteStore

/// `articlesync compact`: makes the store's file smaller.
struct CompactCommand: Command {
    static let declaration = CommandDeclaration(
        name: "compact",
        summary: "Make the store's file smaller, without what is free in it",
        discussion: """
            Brings the full-text index together, and writes the file anew without what is free in it. Nothing that is kept
            is lost, whatever happens meanwhile. Others go on reading; syncs wait to write, so that a large store is best
            made smaller while nothing runs: 1 GiB takes a minute. It takes room on the disk for its time, and says how
            much. `articlesync prune` is what removes old articles.

            Exit codes: 0 done, 1 failed, or too little room, 75 a run goes on, or somebody else writes: it says who.
            """,
        options: [
            OptionDeclaration("dry-run", "Say how much would be given back, and change nothing"),
            OptionDeclaration("json", "One JSON document"),
        ],
        examples: [.init("articlesync compact --dry-run", "Whether it is worth it")])

    private let isDryRun: Bool
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        isDryRun = words.has("dry-run")
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try isDryRun ? session.settingsForReading() : session.settings()
        let path = settings.store.path
        // Looked at first, so that no store is made in order to say that there is none.
        let slack = try Assembly.store(of: settings, clock: session.context.clock).slack()
        // The file is written anew beside itself, and once more into its log.
        let needed = (slack.size.bytes - slack.size.freeBytes) * 2
        var report = CompactReport(
            isDryRun: isDryRun, bytesBefore: slack.size.bytes, bytes: slack.size.bytes,
            freeBytes: slack.size.freeBytes, unusedBytes: slack.insidePages, logBytes: slack.log, neededBytes: needed)
        if !isDryRun {
            try requireRoom(needed, in: FileFacts.folder(of: path))
            let compaction = try await SQLiteArticleWriter(path: path).compact(at: session.context.clock.now)
            report.bytesBefore = compaction.before.bytes
            report.bytes = compaction.after.bytes
            report.freeBytes = compaction.after.freeBytes
            report.emptiedLog = compaction.emptiedLog
            if let after = try? Assembly.store(of: settings, clock: session.context.clock).slack() {
                report.unusedBytes = after.insidePages
                report.logBytes = after.log
            }
        }
        try session.write(report, json: json)
        return .done
    }

    private func requireRoom(_ needed: Int, in folder: String) throws(CommandFailure) {
        guard let free = FileFacts.freeBytes(at: folder), free < needed else { return }
        throw CommandFailure(
            .failed,
            "compact needs \(ByteWords(needed)) on the disk of \(folder) for its time, and \(ByteWords(free)) are free; "
                + "nothing was changed: free some there, or `articlesync prune` first")
    }
}
