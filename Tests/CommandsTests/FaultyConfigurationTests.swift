internal import Commands
internal import Sandbox
internal import TestSupport
internal import Testing

/// The configuration on disk has mistakes, and the store is there all the same.
@Suite struct `A configuration with mistakes beside a good store` {
    private static let mistakes = [
        "[log]\nlevel = \"loud\"", "[quries.x]\ntext = \"x\"", "[queries.other]\ntext = \"x\"",
        "[queries.other]\ntext = \"never closed", "[queries.july]\ntext = \"again\"", "[log\nlevel = \"info\"",
        "[providers.own]\nbase_url = 5", "[network]\n= nonsense", "[[notify]]\nurl = \"x\"", "[notify]\nurl = 5",
    ]

    private func place() async throws -> (place: Place, sandbox: Sandbox) {
        let (place, sandbox) = (try Place(), try Sandbox.start(.july(12), clock: .still))
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        return (place, sandbox)
    }

    @Test(arguments: mistakes)
    func `every command that only reads the store works, and says so in one line`(mistake: String) async throws {
        let (place, sandbox) = try await place()
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL, more: mistake)
        let commands = [
            ["status"], ["status", "july"], ["status", "--json"], ["runs"], ["runs", "july"], ["articles"],
            ["articles", "july", "-f", "csv"], ["show", "1"], ["history", "1"], ["explain", "july"],
            ["plan", "july"], ["notes", "list"], ["records", "select", "articles"], ["candidates", "list", "july"],
            ["export", "july", "--output", place.folder.file("july.csv")], ["backup", place.folder.file("copy.db")],
            ["compact", "--dry-run"], ["providers"], ["completions", "queries"],
        ]
        for words in commands {
            let ending = await InProcess(
                words + ["--config", place.folder.file("articlesync.toml")], environment: ["THE_KEY": Place.key])
            #expect(ending.code == .done, "\(words): \(ending)")
            let lines = ending.errors.split(separator: "\n").filter { $0.contains("articlesync check") }
            #expect(lines.count == 1, "\(words): \(ending.errors)")
            #expect(lines.first?.hasPrefix("articlesync: \(place.folder.file("articlesync.toml")):") == true)
            #expect(ending.errors.contains("reading the store \(place.store)"), "\(ending.errors)")
        }
        for words in [["check"], ["sync"], ["prune"], ["notes", "add", "x", "--body", "y"]] {
            let ending = await InProcess(
                words + ["--config", place.folder.file("articlesync.toml")], environment: ["THE_KEY": Place.key])
            #expect(ending.code == .configuration, "\(words): \(ending)")
        }
    }

    @Test(arguments: [
        "[store\npath = \"articles.db\"", "[store]\npath = 5", "[store]\npath = \"articles.db",
        "[stor]\npath = \"articles.db\"",
        "[store]\npth = \"articles.db\"", "store = \"articles.db\"",
        "[store]\npath = \"a.db\"\n[store]\npath = \"b.db\"",
    ])
    func `mistakes that leave open where the store is stop a command that reads it`(text: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(text + "\n", to: "articlesync.toml")
        let ending = await InProcess(["status", "--config", file], environment: ["XDG_STATE_HOME": folder.path])
        #expect(ending.code == .configuration)
        #expect(ending.output.isEmpty)
        #expect(ending.errors.hasPrefix("\(file):"), "\(ending.errors)")
        #expect(
            ending.errors.hasSuffix("articlesync: these mistakes leave open where the store is; nothing was read\n"),
            "\(ending.errors)")
    }

    @Test func `a store in the usual place is found where the file says nothing of it`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("[queries.a]\ntext = \"a\nlast = \"1 day\"\n", to: "articlesync.toml")
        let ending = await InProcess(["status", "--config", file], environment: ["XDG_STATE_HOME": folder.path])
        #expect(ending.code == .done)
        #expect(ending.errors.contains("reading the store \(folder.path)/articlesync/articles.db"), "\(ending.errors)")
    }

    @Test func `a query with mistakes is neither called stale nor unknown`() async throws {
        let (place, sandbox) = try await place()
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL, query: "filtre = 'x'")
        let status = try await place.run("status", "july")
        #expect(status.code == 0)
        #expect(status.output.contains("12 articles"), "\(status.output)")
        #expect(!status.output.contains("no such query"), "\(status.output)")
        #expect(
            status.output.contains(
                "  next run  not known: the configuration has mistakes, and this query cannot be read in it"),
            "\(status.output)")
        let explained = try await place.run("explain", "july")
        #expect(explained.code == 0, "\(explained.errors)")
        #expect(explained.errors.contains("july has mistakes of its own; this is what can be read of it"))
        // Without a range nothing of it can be shown.
        try place.configure(sandbox.baseURL, more: "[queries.june]\ntext = \"june\"")
        for words in [["explain", "june"], ["plan", "june"], ["status", "june"]] {
            let ending = try await place.run(words)
            #expect(ending.code == 78, "\(words): \(ending.output)")
            #expect(ending.errors.contains("query june cannot be read, as it or its provider has mistakes"))
        }
    }

    @Test func `doctor tells the mistakes and looks at the rest`() async throws {
        let (place, sandbox) = try await place()
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL, more: "[log]\nlevel = \"loud\"")
        let ending = try await place.run("doctor")
        #expect(ending.code == 1)
        #expect(ending.output.contains("log.level is \"loud\""), "\(ending.output)")
        #expect(ending.output.contains("store\n"), "\(ending.output)")
    }
}
