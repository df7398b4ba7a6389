internal import ArticleSync
internal import Articles
internal import Chronology
internal import Configuration
internal import CurlTransport
internal import Providers
internal import SQLiteStore
internal import Telemetry

/// The whole configuration, read and found good.
struct Settings: Sendable {
    /// The file it was read from.
    let file: String
    let store: SQLiteStore.Configuration
    let log: LogSettings
    let network: CurlTransport.Configuration
    let providers: ProviderCatalog
    /// In the order written.
    let queries: [ArticleQuery]

    /// Finds and reads the configuration.
    ///
    /// - Throws: `ConfigurationMistakes` with every mistake there is.
    static func load(_ option: String?, context: ProcessContext) throws(ConfigurationMistakes) -> Settings {
        let file = try find(option, context)
        let diagnostics = Diagnostics()
        let table = ConfigurationFile.load(file, diagnostics: diagnostics)
        let settings = table.flatMap { Settings($0, file: file, environment: context.environment, diagnostics) }
        guard let settings, diagnostics.found.isEmpty else {
            throw ConfigurationMistakes(lines: diagnostics.found.map(\.description))
        }
        return settings
    }

    /// Reads every room's part; each notes its own mistakes.
    private init?(
        _ table: ConfigurationTable, file: String, environment: [String: String], _ diagnostics: Diagnostics
    ) {
        let root = ConfigurationReader(table, diagnostics: diagnostics)
        self.file = file
        store = SQLiteStore.Configuration(root.table("store"), beside: file, environment: environment)
        log = LogSettings(root.table("log"))
        network = CurlTransport.Configuration(root.table("network"), userAgent: "articlesync/\(Version.current)", environment: environment)
        // Known, and refused by name until the service listens.
        _ = root.table("server").map { ServerSettings($0) }
        providers = ProviderCatalog(root.tables("providers"), diagnostics: diagnostics)
        let zones = providers.timeZones
        queries = root.tables("queries").compactMap { name, reader in
            ArticleQuery(name, from: reader, zones: zones)
        }
        root.finish()
    }
}
