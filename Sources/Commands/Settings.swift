internal import ArticleSync
internal import Articles
internal import Chronology
internal import Configuration
internal import CurlTransport
internal import Providers
internal import SQLiteStore
internal import Telemetry
internal import Webhooks

/// The whole configuration, read and found good.
struct Settings: Sendable {
    /// The file it was read from.
    let file: String
    /// Everything that was read, with its places.
    let table: ConfigurationTable
    let store: StoreSettings
    let log: LogSettings
    let network: CurlTransport.Configuration
    let server: ServerSettings?
    let providers: ProviderCatalog
    /// In the order written.
    let queries: [ArticleQuery]
    /// Who is told what happens, in the order written.
    let webhooks: [WebhookSettings]
    let ping: DeadManPing?

    /// Finds and reads the configuration.
    ///
    /// - Throws: `ConfigurationMistakes` with every mistake there is.
    static func load(_ option: String?, context: ProcessContext) throws(ConfigurationMistakes) -> Settings {
        guard let file = find(option, context) else {
            throw ConfigurationMistakes(lines: [
                "articlesync: there is no configuration; looked for \(places(context).joined(separator: " and ")) "
                    + "(name one with --config FILE, begin with config/minimal.toml, or try `articlesync demo`)"
            ])
        }
        let diagnostics = Diagnostics()
        let table = ConfigurationFile.load(file, diagnostics: diagnostics)
        let settings = table.flatMap { Settings($0, file: file, environment: context.environment, diagnostics) }
        guard let settings, diagnostics.found.isEmpty else {
            var lines = diagnostics.sorted.map(\.description)
            if diagnostics.found.contains(where: { $0.message.hasPrefix("not TOML") }) {
                lines.append("articlesync: the rest of that file could not be read; other mistakes may follow")
            }
            throw ConfigurationMistakes(lines: lines)
        }
        return settings
    }

    /// Reads every room's part; each notes its own mistakes.
    private init?(
        _ table: ConfigurationTable, file: String, environment: [String: String], _ diagnostics: Diagnostics
    ) {
        let root = ConfigurationReader(table, diagnostics: diagnostics)
        self.file = file
        self.table = table
        store = StoreSettings(root.table("store"), beside: file, environment: environment)
        log = LogSettings(root.table("log"))
        network = CurlTransport.Configuration(
            root.table("network"), userAgent: "articlesync/\(Version.current)",
            environment: environment)
        server = root.table("server").map { ServerSettings($0) }
        providers = ProviderCatalog(reading: root)
        // A provider with mistakes of its own is known all the same: its queries are not to be blamed for them.
        let known = Set(ProviderCatalog.embedded + (root.table("providers")?.table.entries.map(\.key) ?? []))
        var zones: [String: TimeZone] = [:]
        for entry in providers.entries { zones[entry.definition.name] = entry.definition.timeZone }
        queries = root.tables("queries").compactMap { name, reader in
            ArticleQuery(name, from: reader, providers: known, zones: zones)
        }
        webhooks = WebhookSettings.read(from: root, queries: root.table("queries")?.table.entries.map(\.key) ?? [])
        ping = root.table("service").flatMap { DeadManPing($0) }
        root.finish()
    }

    /// The file named, or the first of the usual places that is there; nil where none is.
    static func find(_ option: String?, _ context: ProcessContext) -> String? {
        if let option { return option }
        if let named = context.environment["ARTICLESYNC_CONFIG"], !named.isEmpty { return named }
        return places(context).first { FilePresence.isThere($0) }
    }

    private static func places(_ context: ProcessContext) -> [String] {
        let environment = context.environment
        let home = environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map { $0 + "/.config" }
        return (home.map { [$0 + "/articlesync/articlesync.toml"] } ?? []) + ["/etc/articlesync/articlesync.toml"]
    }

    /// What is allowed and most likely not meant.
    var warnings: [String] {
        var warnings: [String] = []
        if queries.isEmpty { warnings.append("\(file): there is no query ([queries.NAME] adds one)") }
        for query in queries {
            guard let filter = query.filter, let entry = providers[query.provider] else { continue }
            for warning in entry.definition.legacyFilterFields.warnings(about: filter) {
                warnings.append("queries.\(query.name): \(warning)")
            }
        }
        return warnings
    }
}
