internal import Sandbox
internal import TestSupport
internal import Testing

/// A place where the real program serves.
struct ServicePlace: Sendable {
    let place: Place

    init() throws { place = try Place() }

    var folder: TemporaryFolder { place.folder }

    /// Writes a configuration with queries of these names, each with lines of its own.
    func configure(_ baseURL: String, _ queries: [(name: String, lines: String)], more: String = "") throws {
        let tables = queries.map { name, lines in
            """
            [queries.\(name)]
            text = "sandbox"
            from = 2015-07-01
            to = 2015-07-31
            \(lines)
            """
        }
        try folder.write(
            """
            [store]
            path = "articles.db"
            [network]
            connect_timeout = "5s"
            idle_timeout = "60s"
            [providers.nyt]
            base_url = "\(baseURL)"
            api_key_env = "THE_KEY"
            requests_per_minute = 0
            requests_per_day = 0
            retry = { attempts = 2, wait = "1ms" }
            \(tables.joined(separator: "\n"))
            \(more)
            """, to: "articlesync.toml")
    }

    /// Starts the service, and returns when it says that it has started, or has ended.
    func start(environment: [String: String] = [:]) async throws -> ChildProcess {
        var all = ["THE_KEY": Place.key, "ARTICLESYNC_CONFIG": folder.file("articlesync.toml"), "HOME": folder.path]
        all.merge(environment) { $1 }
        let process = try ChildProcess(Binary.path(), ["run"], environment: all, keepingIn: folder)
        try await process.says("service started")
        return process
    }

    /// How many runs of a query the journal has with an outcome.
    func runs(_ query: String, _ outcome: String = "complete") async throws -> Int {
        try await place.run("runs", query, "--limit", "1000", "--json").output
            .ranges(of: "\"outcome\":\"\(outcome)\"").count
    }
}
