extension ProgramDeclaration {
    /// What `--help` prints without a command, wrapped at 80 columns.
    package var help: String {
        var text = HelpText.paragraph("\(name): \(summary)")
        text += "\nUsage: \(name) [OPTIONS] COMMAND …\n"
        text += HelpText.discussion(discussion)
        text += HelpText.list("Commands", commands.map { ("  " + $0.name, $0.summary) }, indent: 14)
        text += HelpText.options(options)
        return text + "\n`\(name) COMMAND --help` says more about a command.\n"
    }

    /// What `--help` prints for one of the commands.
    package func help(for command: CommandDeclaration) -> String {
        var usage = ["\(name)", command.name]
        if !command.options.isEmpty || !options.isEmpty { usage.append("[OPTIONS]") }
        usage += command.arguments.map(\.usage)
        var text = HelpText.paragraph(command.summary)
        text += "\n" + hanging("Usage:", usage.joined(separator: " "), indent: 7, width: HelpText.width)
        text += HelpText.discussion(command.discussion)
        text += HelpText.list("Arguments", command.arguments.map { ("  " + $0.name, $0.summary) }, indent: 14)
        text += HelpText.options(command.options + options)
        for list in command.lists {
            text += HelpText.list(list.title, list.entries.map { ("  " + $0.word, $0.summary) }, indent: 20)
        }
        if !command.examples.isEmpty {
            text += "\nExamples:\n"
            for example in command.examples {
                text += "  \(example.line)\n" + hanging("", example.summary, indent: 6, width: HelpText.width)
            }
        }
        return text
    }
}

/// The pieces of a help page.
private enum HelpText {
    static let width = 80

    static func paragraph(_ text: String) -> String { text.wrapped(to: width).joined(separator: "\n") + "\n" }

    /// Paragraphs, which an empty line divides in the source; empty where there is nothing to say.
    static func discussion(_ text: String) -> String {
        var paragraphs: [[Substring]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty { paragraphs.append([]) } else { paragraphs[paragraphs.count - 1].append(line) }
        }
        return paragraphs.filter { !$0.isEmpty }.map { "\n" + paragraph($0.joined(separator: " ")) }.joined()
    }

    static func options(_ options: [OptionDeclaration]) -> String {
        list(
            "Options",
            options.map { ("  " + $0.synopsis, $0.summary + ($0.defaultText.map { " (default: \($0))" } ?? "")) },
            indent: 28)
    }

    static func list(_ title: String, _ entries: [(label: String, summary: String)], indent: Int) -> String {
        guard !entries.isEmpty else { return "" }
        return "\n\(title):\n"
            + entries.map { hanging($0.label, $0.summary, indent: indent, width: width) }.joined()
    }
}
