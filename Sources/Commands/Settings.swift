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
    /// Those without mistakes, in the order written.
    let queries: [ArticleQuery]
    /// What could be read of queries with mistakes.
    let faultyQueries: [ArticleQuery]
    /// Who is told what happens, in the order written.
    let webhooks: [WebhookSettings]
    let ping: DeadManPing?
    /// What is wrong with the configuration, a line a mistake; empty unless it was read in spite of its mistakes.
    private(set) var mistakes: [String] = []

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
        let settings = table.map { Settings($0, file: file, environment: context.environment, diagnostics) }
        guard let settings, diagnostics.found.isEmpty else {
            var lines = diagnostics.sorted.map(\.description)
            if diagnostics.found.contains(where: { $0.message.hasPrefix("not TOML") }) {
                lines.append("articlesync: the rest of that file could not be read; other mistakes may follow")
            }
            throw ConfigurationMistakes(lines: lines)
        }
        return settings
    }

    /// Finds and reads the configuration for a command that only reads the store; its mistakes are in `mistakes`.
    ///
    /// - Throws: `ConfigurationMistakes` with every mistake there is, if they leave open where the store is.
    static func loadForReading(
        _ option: String?, context: ProcessContext
    ) throws(ConfigurationMistakes) -> Settings {
        do { return try load(option, context: context) } catch {
            guard let file = find(option, context), let remains = ConfigurationFile.remains(of: file) else {
                throw error
            }
            var settings = Settings(
                remains.table, file: file, environment: context.environment, Diagnostics())
            guard settings.findsStore(in: remains) else {
                throw ConfigurationMistakes(
                    lines: error.lines + ["articlesync: these mistakes leave open where the store is; nothing was read"]
                )
            }
            settings.mistakes = error.lines
            return settings
        }
    }

    /// Whether it is certain where the store is, whatever else cannot be read.
    private func findsStore(in remains: ConfigurationRemains) -> Bool {
        guard store.isPathCertain, !remains.mayHaveLost("store") else { return false }
        switch table["store"]?.value.kind {
        case .table(let written) where written["path"] != nil: return true
        case .table, nil: break
        default: return false
        }
        // Left out, the path is the usual one, unless it stands where it cannot be read or under a misspelt name.
        return !remains.mayHaveLost("path")
            && !table.entries.contains {
                $0.key != "store" && EditDistance.nearest(to: $0.key, among: ["store"]) != nil
            }
    }

    /// Reads every room's part; each notes its own mistakes.
    private init(
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
        var (good, faulty): ([ArticleQuery], [ArticleQuery]) = ([], [])
        for (name, reader) in root.tables("queries") {
            let mistakes = diagnostics.found.count
            guard let query = ArticleQuery(name, from: reader, providers: known, zones: zones) else { continue }
            // One whose provider has mistakes may lack its time zone.
            if diagnostics.found.count == mistakes, providers[query.provider] != nil {
                good.append(query)
            } else {
                faulty.append(query)
            }
        }
        (queries, faultyQueries) = (good, faulty)
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

    /// The names of all queries that are written, whatever mistakes they have.
    var queryNames: [String] {
        guard case .table(let queries)? = table["queries"]?.value.kind else { return [] }
        return queries.entries.map(\.key)
    }

    /// What is allowed and most likely not meant.
    var warnings: [String] {
        var warnings: [String] = []
        if queryNames.isEmpty { warnings.append("\(file): there is no query ([queries.NAME] adds one)") }
        for query in queries {
            guard let filter = query.filter, let entry = providers[query.provider] else { continue }
            let place = table.entry("queries", query.name, "filter").map { "\($0.value.location): " } ?? ""
            for finding in entry.definition.filterLanguage?.findings(in: filter) ?? [] {
                warnings.append(
                    "\(place)queries.\(query.name).filter, character \(finding.character): \(finding.message)")
            }
            for warning in entry.definition.legacyFilterFields.warnings(about: filter) {
                warnings.append("queries.\(query.name): \(warning)")
            }
        }
        return warnings
    }
}
