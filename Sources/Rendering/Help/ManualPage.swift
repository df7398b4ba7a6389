/// The manual page of a program as roff with the `man` macros, from what its commands declare.
package struct ManualPage: Sendable {
    private let program: ProgramDeclaration
    private let version: String
    private let date: String
    private let lists: [CommandDeclaration.List]

    /// - Parameters:
    ///   - date: shown in the footer, `2026-01-31`.
    ///   - lists: sections after the commands: exit codes, files, environment.
    package init(
        _ program: ProgramDeclaration, version: String, date: String, lists: [CommandDeclaration.List] = []
    ) {
        self.program = program
        self.version = version
        self.date = date
        self.lists = lists
    }

    /// The page, for `man -l` and the formatters behind it.
    package var text: String {
        var page = Roff()
        // Formatters read the date, where a hyphen has to be a plain one.
        page.raw(
            ".TH \"\(program.name.uppercased())\" \"1\" \"\(date)\" \"\(program.name) \(version)\" \"User Commands\"")
        page.macro("SH", "NAME")
        page.raw(Roff.escaped(program.name) + " \\- " + Roff.escaped(program.summary))
        page.macro("SH", "SYNOPSIS")
        page.raw("\\fB\(Roff.escaped(program.name))\\fR [\\fIOPTIONS\\fR] \\fICOMMAND\\fR …")
        page.macro("SH", "DESCRIPTION")
        page.paragraphs(program.discussion)
        page.macro("SH", "OPTIONS")
        page.options(program.options)
        page.macro("SH", "COMMANDS")
        for command in program.commands { append(command, to: &page) }
        for list in lists {
            page.macro("SH", list.title.uppercased())
            page.entries(list)
        }
        return page.text
    }

    private func append(_ command: CommandDeclaration, to page: inout Roff) {
        page.macro(
            "SS", ([command.name] + command.arguments.map(\.usage)).joined(separator: " "))
        page.paragraph(command.summary + ".")
        page.paragraphs(command.discussion)
        for argument in command.arguments { page.entry("\\fI\(Roff.escaped(argument.name))\\fR", argument.summary) }
        page.options(command.options)
        for list in command.lists {
            page.paragraph(list.title + ":")
            page.entries(list)
        }
        for example in command.examples { page.entry("\\fB\(Roff.escaped(example.line))\\fR", example.summary + ".") }
    }
}

/// Lines of roff.
private struct Roff {
    private(set) var text = ""
    /// A heading begins a paragraph by itself.
    private var isBelowHeading = false

    mutating func raw(_ line: String) {
        text += line + "\n"
        isBelowHeading = line.hasPrefix(".S")
    }

    /// A request with its argument, quoted.
    mutating func macro(_ name: String, _ argument: String) {
        raw(".\(name) \"\(Self.escaped(argument).replacing("\"", with: "\\(dq"))\"")
    }

    /// Paragraphs, which an empty line divides in the source.
    mutating func paragraphs(_ source: String) {
        var lines: [Substring] = []
        for line in (source + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.isEmpty {
                lines.append(line)
            } else if !lines.isEmpty {
                paragraph(lines.joined(separator: " "))
                lines = []
            }
        }
    }

    mutating func paragraph(_ words: String) {
        if !isBelowHeading { raw(".PP") }
        raw(Self.words(words))
    }

    mutating func entry(_ tag: String, _ words: String) {
        raw(".TP")
        raw(tag)
        raw(Self.words(words))
    }

    mutating func entries(_ list: CommandDeclaration.List) {
        for item in list.entries { entry("\\fB\(Self.escaped(item.word))\\fR", item.summary) }
    }

    mutating func options(_ options: [OptionDeclaration]) {
        for option in options {
            var tag = option.short.map { "\\fB\\-\(Self.escaped(String($0)))\\fR, " } ?? ""
            tag += "\\fB\\-\\-\(Self.escaped(option.long))\\fR"
            tag += option.valueName.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
            entry(tag, option.summary + (option.defaultText.map { " (default: \($0))" } ?? "") + ".")
        }
    }

    /// A line of prose: what stands in backticks is bold.
    private static func words(_ source: String) -> String {
        let parts = source.split(separator: "`", omittingEmptySubsequences: false).map { escaped(String($0)) }
        let isPaired = parts.count % 2 == 1
        let line = parts.enumerated().map { $0 % 2 == 1 && isPaired ? "\\fB\($1)\\fR" : $1 }
            .joined(separator: isPaired ? "" : "`")
        // A line that begins so would be a request.
        return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    /// A text that means itself; a hyphen stays one that can be pasted.
    static func escaped(_ source: String) -> String {
        source.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    }
}
