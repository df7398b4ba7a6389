internal import Chronology
internal import Sandbox
internal import TestSupport

/// A folder with a configuration and a store, where a test runs the real program.
struct Place: Sendable {
    let folder: TemporaryFolder
    /// Shown in nothing that the program writes.
    static let key = "K3Y-that-nobody-may-see"

    init() throws { folder = try TemporaryFolder() }

    var store: String { folder.file("articles.db") }

    /// The configuration that asks a base URL for everything in July 2015.
    ///
    /// - Parameters:
    ///   - provider: further lines under `[providers.nyt]`.
    ///   - patience: how long a silent server is waited for; long, except where silence is the point.
    ///   - query: further lines under `[queries.july]`.
    @discardableResult
    func configure(
        _ baseURL: String, provider: String = "", query: String = "", more: String = "", patience: String = "10s"
    ) throws -> String {
        try folder.write(
            """
            [store]
            path = "articles.db"

            [network]
            connect_timeout = "5s"
            idle_timeout = "\(patience)"
            timeout = "20s"
            max_body = 4000000

            [providers.nyt]
            base_url = "\(baseURL)"
            api_key_env = "THE_KEY"
            requests_per_minute = 0
            requests_per_day = 0
            \(provider.isEmpty ? "retry = { attempts = 2, wait = \"1ms\" }" : provider)

            [queries.july]
            text = "sandbox"
            from = 2015-07-01
            to = 2015-07-31
            \(query)

            \(more)
            """, to: "articlesync.toml")
    }

    /// Runs the program on this configuration, with the key in its environment.
    func run(_ words: String..., environment: [String: String] = [:]) async throws -> ChildProcess.Ending {
        try await run(words, environment: environment)
    }

    func run(_ words: [String], environment: [String: String] = [:]) async throws -> ChildProcess.Ending {
        var all = ["THE_KEY": Self.key, "ARTICLESYNC_CONFIG": folder.file("articlesync.toml"), "HOME": folder.path]
        all.merge(environment) { $1 }
        return try await Binary.run(words, environment: all, keepingIn: folder)
    }

    /// Provider ids of what readers get, in the provider's order.
    func storedIDs(_ query: String = "july") async throws -> [String] {
        let listed = try await run("articles", query, "--format", "csv")
        return listed.output.split(whereSeparator: \.isNewline).dropFirst().map { line in
            String(line.split(separator: ",", omittingEmptySubsequences: false)[2])
        }
    }
}

extension SandboxOptions {
    /// So many articles in July 2015.
    static func july(_ articles: Int, faults: [String] = []) throws -> SandboxOptions {
        var options = SandboxOptions()
        options.articles = articles
        options.faults = try faults.map { try SandboxFaultRule($0) }
        return options
    }
}

extension WallClock {
    /// A clock that the sandbox's quota may go by when a test has none.
    static let still = WallClock { Instant(secondsSince1970: 1_438_000_000) }
}
