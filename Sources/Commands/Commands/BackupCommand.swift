internal import Articles
internal import Rendering
internal import SQLiteStore

/// `articlesync backup`: a whole copy of the store, while it is written to.
struct BackupCommand: Command {
    static let declaration = CommandDeclaration(
        name: "backup",
        summary: "Copy the store into one file, while syncs go on",
        discussion: """
            The copy is what the store was at one moment, all of it or nothing: it is looked through, made durable, and only
            then put in its place. It needs no file beside it, and read access to the store is enough. To go back to it,
            stop the service, remove the store with its -wal and -shm, and put a copy of the copy in its place.

            Exit codes: 0 done, 1 failed, or the file is there already, 75 another process is making the same file.
            """,
        arguments: [ArgumentDeclaration("FILE", "Where the copy is put")],
        options: [
            OptionDeclaration("force", "Replace FILE where it is there already"),
            OptionDeclaration("json", "One JSON document"),
        ],
        examples: [
            .init("articlesync backup /mnt/backup/articles.db", "Copy it to another disk"),
            .init("articlesync backup --force nightly.db", "The same every night, always a whole one"),
        ])

    private let file: String
    private let replaces: Bool
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        file = words.arguments[0]
        replaces = words.has("force")
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settingsForReading()
        let store = Assembly.store(of: settings, clock: session.context.clock)
        let line = CopyLine(on: session.context.errors, label: FileName.last(of: settings.store.path))
        defer { line.clear() }
        let copy = try store.copy(to: session.path(of: file), replacing: replaces, onProgress: line.show)
        line.clear()
        let report = BackupReport(file: file, bytes: copy.bytes, wasThorough: copy.wasThorough)
        try session.write(report, json: json)
        return .done
    }
}

extension Session {
    /// A path that was typed, from where it was typed.
    func path(of file: String) -> String {
        file.hasPrefix("/") || context.folder == "." ? file : "\(context.folder)/\(file)"
    }
}
