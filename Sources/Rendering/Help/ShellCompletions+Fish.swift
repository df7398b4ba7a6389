extension ShellCompletions {
    /// Lines of `complete`, one a word.
    var fish: String {
        let name = program.name
        var lines = [
            "# fish completion for \(name), printed by `\(name) completions fish`.", "", "complete -c \(name) -f",
        ]
        lines += program.options.map { "complete -c \(name) \(words(of: $0))" }
        for (command, summary) in program.commands.map({ ($0.name, $0.summary) }) + [("help", "Print help")] {
            lines.append("complete -c \(name) -n __fish_use_subcommand -a \(command) -d \(Self.quoted(summary))")
        }
        for command in program.commands {
            let head = "complete -c \(name) -n '__fish_seen_subcommand_from \(command.name)'"
            lines += command.options.map { "\(head) \(words(of: $0))" }
            // Fish offers the words of every place at any: which place it is it does not tell.
            for words in Self.words(for: command) {
                switch words {
                case .queries: lines.append("\(head) -a '(\(name) completions queries 2>/dev/null)'")
                case .choice(let words): lines.append("\(head) -a '\(words.joined(separator: " "))'")
                case .files, .nothing: break
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func words(of option: OptionDeclaration) -> String {
        var text = (option.short.map { "-s \($0) " } ?? "") + "-l \(option.long)"
        switch Self.words(for: option) {
        case .files: text += " -r -F"
        case .choice(let words): text += " -x -a '\(words.joined(separator: " "))'"
        case .queries, .nothing: if option.takesValue { text += " -x" }
        }
        return text + " -d \(Self.quoted(option.summary))"
    }

    /// In single quotes, where fish takes a backslash and a quote by a backslash.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
