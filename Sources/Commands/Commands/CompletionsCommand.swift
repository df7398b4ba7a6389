internal import Articles
internal import Rendering

/// `articlesync completions`: scripts by which shells complete our words.
struct CompletionsCommand: Command {
    static let declaration = CommandDeclaration(
        name: "completions",
        summary: "Print the completions of a shell",
        discussion: "The package installs them. By hand, in bash: `source <(articlesync completions bash)`.",
        arguments: [ArgumentDeclaration("SHELL", "bash, zsh or fish")],
        lists: [
            .init(
                "Shells",
                [
                    .init("bash", "a script to be sourced"),
                    .init("zsh", "the file _articlesync of a folder of $fpath"),
                    .init("fish", "the file articlesync.fish of a folder of $fish_complete_path"),
                ])
        ])

    /// What the scripts themselves ask for.
    private static let queries = "queries"

    /// Nil is the names of queries.
    private let shell: Shell?

    init(_ words: ParsedWords) throws(UsageMistake) {
        let word = words.arguments.first ?? ""
        shell = Shell(rawValue: word)
        guard shell != nil || word == Self.queries else {
            throw UsageMistake.unknown("shell", word, among: Shell.allCases.map(\.rawValue))
        }
    }

    func run(in session: Session) async throws -> ExitCode {
        if let shell {
            try session.context.output.write(ShellCompletions(Program.declaration).script(for: shell))
        } else {
            let names = try session.settingsForReading().queryNames.map { $0 + "\n" }
            try session.context.output.write(names.joined())
        }
        return .done
    }
}
