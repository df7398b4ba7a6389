extension ShellCompletions {
    /// Functions that bash calls with the words typed in `COMP_WORDS`.
    var bash: String {
        let name = program.name
        return """
            # bash completion for \(name), printed by `\(name) completions bash`.

            # Options, then what the arguments may be, are chosen by the command; `place` is which argument it is.
            _\(name)() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
                local command='' place=0 index word options='' words='' takes_value='\(valueOptions)'
                local -a config=()
                COMPREPLY=()
                # `--format=csv` comes as three words.
                if [[ $current == = ]]; then
                    current=''
                elif [[ $previous == = ]]; then
                    previous=${COMP_WORDS[COMP_CWORD-2]}
                fi
                for ((index = 1; index < COMP_CWORD; index++)); do
                    word=${COMP_WORDS[index]}
                    if [[ " $takes_value " == *" $word "* ]]; then
                        [[ ${COMP_WORDS[index+1]} == = ]] && ((index++))
                        [[ $word == --config ]] && config=(--config "${COMP_WORDS[index+1]}")
                        ((index++))
                    elif [[ $word == -* || $word == = ]]; then
                        continue
                    elif [[ -z $command ]]; then
                        command=$word
                    else
                        ((place++))
                    fi
                done
                case $command:$previous in
            \(valueCases)
                esac
                case $command in
            \(commandCases)
                esac
                [[ $current == -* ]] && words=$options
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
            }

            complete -F _\(name) \(name)

            """
    }

    /// Every option that a value follows, in any command.
    private var valueOptions: String {
        var seen: Set<String> = []
        return (program.options + program.commands.flatMap(\.options)).filter(\.takesValue).flatMap(\.spellings)
            .filter { seen.insert($0).inserted }.joined(separator: " ")
    }

    private var valueCases: String {
        var lines = program.options.filter(\.takesValue).map { valueCase("*", $0) }
        for command in program.commands {
            lines += command.options.filter(\.takesValue).map { valueCase(command.name, $0) }
        }
        return lines.joined(separator: "\n")
    }

    private func valueCase(_ command: String, _ option: OptionDeclaration) -> String {
        let pattern = option.spellings.map { "\(command):\($0)" }.joined(separator: " | ")
        let action =
            switch Self.words(for: option) {
            case .files:
                "mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); compopt -o filenames 2>/dev/null; return"
            case .choice(let words):
                "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$current\"); return"
            case .queries, .nothing: "return"
            }
        return "        \(pattern)) \(action) ;;"
    }

    private var commandCases: String {
        let names = (program.commands.map(\.name) + ["help"]).joined(separator: " ")
        let none = "        '') words='\(names)' options='\(spellings(program.options))' ;;"
        return ([none] + program.commands.map(commandCase)).joined(separator: "\n")
    }

    private func commandCase(_ command: CommandDeclaration) -> String {
        var lines = ["        \(command.name))", "            options='\(spellings(options(of: command)))'"]
        for (place, words) in Self.words(for: command).enumerated() {
            let condition = command.arguments[place].arity.repeats ? "place >= \(place)" : "place == \(place)"
            switch words {
            case .queries:
                lines.append(
                    "            ((\(condition))) && words=$(\(program.name) \"${config[@]}\" completions queries 2>/dev/null)"
                )
            case .choice(let words):
                lines.append("            ((\(condition))) && words='\(words.joined(separator: " "))'")
            case .files, .nothing: break
            }
        }
        return (lines + ["            ;;"]).joined(separator: "\n")
    }

    private func spellings(_ options: [OptionDeclaration]) -> String {
        options.flatMap(\.spellings).joined(separator: " ")
    }
}
