/// A shell that completes words.
package enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}

/// Scripts by which a shell completes a program's words, from what its commands declare.
///
/// Names of queries come from the program itself when they are asked for: `completions queries`.
package struct ShellCompletions: Sendable {
    let program: ProgramDeclaration

    package init(_ program: ProgramDeclaration) { self.program = program }

    /// The script to be put where the shell looks for it.
    package func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// What a word may be.
    enum Words: Hashable {
        case nothing, files, queries
        case choice([String])
    }

    /// What may follow an option.
    static func words(for option: OptionDeclaration) -> Words {
        guard let name = option.valueName else { return .nothing }
        if name == "FILE" { return .files }
        let choices = name.split(separator: "|").map(String.init)
        return choices.count > 1 && name == name.lowercased() ? .choice(choices) : .nothing
    }

    /// What each argument may be; the last stands for those that follow where it repeats.
    static func words(for command: CommandDeclaration) -> [Words] {
        command.arguments.map { argument in
            if argument.name == "QUERY" { return .queries }
            // A list that is called as the argument is, in the plural, says what there is.
            let plurals = [argument.name + "S", argument.name.dropLast() + "IES"]
            let list = command.lists.first { plurals.contains($0.title.uppercased()) }
            return list.map { .choice($0.entries.map(\.word)) } ?? .nothing
        }
    }

    /// Options of a command, with those of the program.
    func options(of command: CommandDeclaration) -> [OptionDeclaration] { command.options + program.options }
}

extension OptionDeclaration {
    /// `-f` and `--format`, as they are typed.
    var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }
}

extension String {
    /// In single quotes, as one word of a shell of Bourne's kind.
    var quoted: String { "'" + replacing("'", with: "'\\''") + "'" }
}
