internal import Configuration

/// Temporary.
struct StoreSettings: Sendable {
    var path: String
    init(_ reader: ConfigurationReader?, beside file: String, environment: [String: String]) {
        path =
            reader?.text("path").map { $0.resolved(beside: file) }
            ?? (environment["STATE_DIRECTORY"] ?? (environment["HOME"] ?? "") + "/.local/state/articlesync")
            + "/articles.db"
        reader?.finish()
    }
}
