internal import Articles
package import HTTPExchange
internal import Rendering

/// The program as a function: what a process is given in, exit code out.
package struct Program: Sendable {
    private let context: ProcessContext
    private let transport: (any HTTPTransport)?

    /// - Parameter transport: stands in for the network where given.
    package init(_ context: ProcessContext, transport: (any HTTPTransport)? = nil) {
        self.context = context
        self.transport = transport
    }

    static let commands: [any Command.Type] = [
        CheckCommand.self, PlanCommand.self, SyncCommand.self, RunCommand.self, StatusCommand.self, RunsCommand.self,
        ArticlesCommand.self, ShowCommand.self, HistoryCommand.self, NotesCommand.self, RecordsCommand.self,
        ExportCommand.self, CandidatesCommand.self, RemapCommand.self, ExplainCommand.self, DoctorCommand.self,
        PruneCommand.self, NotifyCommand.self, ProvidersCommand.self, SandboxCommand.self, DemoCommand.self,
        ManualCommand.self, CompletionsCommand.self,
    ]

    static let declaration = ProgramDeclaration(
        name: "articlesync",
        summary: "keeps the articles of searches in a SQLite store, complete or saying what is missing",
        discussion: "The configuration is found at --config FILE, else $ARTICLESYNC_CONFIG, else "
            + "$XDG_CONFIG_HOME/articlesync/articlesync.toml, else /etc/articlesync/articlesync.toml. "
            + "`articlesync demo` shows the whole of it without a key.",
        commands: commands.map { $0.declaration },
        options: [
            OptionDeclaration("config", value: "FILE", "The configuration file"),
            OptionDeclaration("help", short: "h", "Print help"),
            OptionDeclaration("version", "Print the version"),
        ])

    /// Runs what the arguments say.
    package func run() async -> ExitCode {
        do {
            return try await perform()
        } catch let closed as OutputClosed {
            return closed.isBrokenPipe ? .done : report("cannot write the output: \(closed)", .failed)
        } catch let mistake as UsageMistake {
            return report(mistake.description, .usage)
        } catch let mistakes as ConfigurationMistakes {
            return report(lines: mistakes.lines, .configuration)
        } catch let failure as StoreFailure {
            return report(failure.description, ExitCode(failure))
        } catch let failure as CommandFailure {
            return report(failure.description, failure.code)
        } catch {
            return report("\(error)", .failed)
        }
    }

    private func perform() async throws -> ExitCode {
        var words = context.arguments[...]
        var leading: [String] = []
        // Options of the program itself may stand before the command.
        while let word = words.first, word.hasPrefix("-") {
            leading.append(words.removeFirst())
            if word == "--config", let value = words.popFirst() { leading.append(value) }
        }
        let program = Self.declaration
        let none = CommandDeclaration(name: "", summary: "")
        guard let name = words.popFirst() else {
            let parsed = try ParsedWords(leading, for: none, shared: program.options)
            if parsed.has("version") {
                try context.output.write("articlesync \(Version.current)\n")
                return .done
            }
            if parsed.has("help") {
                try context.output.write(program.help)
                return .done
            }
            throw UsageMistake("no command was given (see `articlesync --help`)")
        }
        guard name != "help" else { return try help(Array(words)) }
        guard let command = Self.commands.first(where: { $0.declaration.name == name }) else {
            throw UsageMistake.unknown("command", name, among: Self.commands.map { $0.declaration.name } + ["help"])
        }
        let parsed = try ParsedWords(leading + words, for: command.declaration, shared: program.options)
        if parsed.has("help") {
            try context.output.write(program.help(for: command.declaration))
            return .done
        }
        if parsed.has("version") {
            try context.output.write("articlesync \(Version.current)\n")
            return .done
        }
        let session = Session(context: context, configuration: parsed[option: "config"], transport: transport)
        return try await command.init(parsed).run(in: session)
    }

    /// `help` and `help COMMAND`, for those who type it so.
    private func help(_ names: [String]) throws -> ExitCode {
        guard let name = names.first else {
            try context.output.write(Self.declaration.help)
            return .done
        }
        guard let command = Self.commands.first(where: { $0.declaration.name == name }) else {
            throw UsageMistake.unknown("command", name, among: Self.commands.map { $0.declaration.name })
        }
        try context.output.write(Self.declaration.help(for: command.declaration))
        return .done
    }

    private func report(_ line: String, _ code: ExitCode) -> ExitCode { report(lines: ["articlesync: \(line)"], code) }

    private func report(lines: [String], _ code: ExitCode) -> ExitCode {
        // Where standard error is closed too, the exit code is all that is left to say it with.
        try? context.errors.write(DiagnosticLines.text(lines))
        return code
    }
}
