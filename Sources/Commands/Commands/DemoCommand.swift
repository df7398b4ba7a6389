internal import Chronology
internal import Rendering
internal import Sandbox

/// `articlesync demo`: sandbox, configuration, one sync and a look at the result.
///
/// It types the commands that a person would type: each is run by the program itself, with its own words on the screen.
struct DemoCommand: Command {
    static let declaration = CommandDeclaration(
        name: "demo",
        summary: "Show the whole of it without a key: sandbox, configuration, sync, articles",
        discussion:
            "Everything happens on loopback and in a new temporary folder, which stays for a closer look unless "
            + "--remove is given.",
        options: [
            OptionDeclaration("articles", value: "N", "How many articles the sandbox has", default: "250"),
            OptionDeclaration("remove", "Remove the folder at the end"),
        ])

    private let articles: Int
    private let remove: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        articles = try words.integer("articles", from: 1) ?? 250
        remove = words.has("remove")
    }

    func run(in session: Session) async throws -> ExitCode {
        let output = session.context.output
        let folder = try DemoFolder(under: session.context.environment["TMPDIR"] ?? "/tmp")
        defer { if remove { folder.remove() } }
        var options = SandboxOptions()
        options.articles = articles
        let sandbox: Sandbox
        do { sandbox = try Sandbox.start(options, clock: session.context.clock) } catch {
            throw CommandFailure(.failed, "\(error)")
        }
        defer { sandbox.stop() }

        let configuration = Self.configuration(sandbox.baseURL, days: options.days)
        let file = try folder.write(configuration, to: "articlesync.toml")
        try folder.write("demo-key\n", to: "demo.key")
        try output.write(
            "A stand-in for the API is at \(sandbox.baseURL), with \(articles) invented articles.\n"
                + "The configuration is \(file):\n\n"
                + configuration.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)\n" }.joined())

        var worst = ExitCode.done
        for words in [
            ["check"], ["sync"], ["articles", "demo", "--sort", "-published_at", "--limit", "10"], ["status"],
        ] {
            try output.write("\n$ articlesync \(words.joined(separator: " "))\n")
            var context = session.context
            context.arguments = ["--config", file] + words
            let code = await Program(context, transport: session.transport).run()
            worst = .worst([worst, code])
        }
        let place = remove ? "" : "\nThe store is \(folder.path)/articles.db; look at it with sqlite3 or Datasette.\n"
        try output.write(place + "Next: get a key, copy config/minimal.toml, and run `articlesync check --online`.\n")
        return worst
    }

    private static func configuration(_ base: String, days: DayRange) -> String {
        """
        [store]
        path = "articles.db"

        [providers.nyt]
        base_url = "\(base)"
        api_key_file = "demo.key"
        requests_per_minute = 0        # the sandbox has no limits
        requests_per_day = 0

        [queries.demo]
        text = "sandbox"
        from = \(days.from)
        to = \(days.to)
        """
    }
}
