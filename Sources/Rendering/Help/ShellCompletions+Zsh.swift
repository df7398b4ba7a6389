extension ShellCompletions {
    /// A function for zsh's completion system, described option by option.
    var zsh: String {
        let name = program.name
        let commands = (program.commands.map { ($0.name, $0.summary) } + [("help", "Print help")]).map {
            "        \("\($0.0):\($0.1)".quoted)"
        }
        return """
            #compdef \(name)
            # zsh completion for \(name), printed by `\(name) completions zsh`.

            _\(name)_queries() {
                local -a names config
                local file=${(Q)opt_args[--config]:-$given}
                [[ -n $file ]] && config=(--config "$file")
                names=(${(f)"$(\(name) $config completions queries 2>/dev/null)"})
                compadd -a names
            }

            _\(name)() {
                local context state state_descr line
                local -a commands
                typeset -A opt_args
                commands=(
            \(commands.joined(separator: "\n"))
                )
                _arguments -C \\
            \(program.options.map { "        \(argument($0)) \\" }.joined(separator: "\n"))
                    '1: :->command' \\
                    '*:: :->words'
                # What stands before the command is out of sight behind it.
                local given=${(Q)opt_args[--config]}
                case $state in
                    command) _describe -t commands command commands ;;
                    words)
                        case $words[1] in
            \(program.commands.map(zshCase).joined(separator: "\n"))
                        esac
                        ;;
                esac
            }

            _\(name) "$@"

            """
    }

    private func zshCase(_ command: CommandDeclaration) -> String {
        var words = options(of: command).map(argument)
        for (place, kind) in Self.words(for: command).enumerated() {
            let declared = command.arguments[place]
            let position = declared.arity.repeats ? "*" : "\(place + 1)"
            words.append("\(position):\(declared.name.lowercased()):\(action(kind))".quoted)
        }
        return "                \(command.name))\n                    _arguments \\\n"
            + words.map { "                        \($0)" }.joined(separator: " \\\n") + "\n                    ;;"
    }

    /// `'(-f --format)'{-f,--format}'[How]:format:(table json)'`.
    private func argument(_ option: OptionDeclaration) -> String {
        let summary = option.summary.replacing("[", with: "\\[").replacing("]", with: "\\]")
        let value = option.valueName.map { name in
            ":\(name.replacing(":", with: "\\:")):\(action(Self.words(for: option)))"
        }
        let rest = "[\(summary)]\(value ?? "")".quoted
        // A value follows `-f` at once or as the next word, `--format` behind `=` or as the next word.
        let long = "--\(option.long)" + (option.takesValue ? "=" : "")
        guard let letter = option.short else { return "\(long)\(rest)" }
        let short = "-\(letter)" + (option.takesValue ? "+" : "")
        return "'(\(option.spellings.joined(separator: " ")))'{\(short),\(long)}\(rest)"
    }

    private func action(_ words: Words) -> String {
        switch words {
        case .nothing: " "
        case .files: "_files"
        case .queries: "_\(program.name)_queries"
        case .choice(let words): "(\(words.joined(separator: " ")))"
        }
    }
}
