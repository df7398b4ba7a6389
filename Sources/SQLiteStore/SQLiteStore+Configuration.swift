package import Configuration

/// Where the store is.
package struct StoreSettings: Hashable, Sendable {
    /// The file, absolute where the configuration's place or the environment says so.
    package var path: String
    /// Whether the table says no more of the path than what was understood: a path that is wrong, or a key that is
    /// unknown and may be a misspelt `path`, makes it uncertain.
    package private(set) var isPathCertain = true

    /// How long articles stay that no query holds and no note is about; nil is for ever.
    package var keepVanished: Duration?
    /// How long lines of the journal stay that nothing refers to; nil is for ever.
    package var keepRuns: Duration?

    package init(path: String) { self.path = path }

    /// Reads `[store]`.
    ///
    /// ## Configuration keys
    /// - `path`: of the file, relative to the folder of the configuration that says it, or to the home folder with `~/`. Left out, it is `articles.db` in
    ///   `$STATE_DIRECTORY`, else in `$XDG_STATE_HOME/articlesync`, else in `~/.local/state/articlesync`.
    /// - `keep_vanished` (duration, at least a day): after so long `prune` removes an article that no query holds and no
    ///   note is about. Left out, they stay for ever.
    /// - `keep_runs` (duration, at least a day): after so long `prune` removes a line of the journal that is not the newest
    ///   of its query and that no contents come from. Left out, they stay for ever.
    ///
    /// - Parameters:
    ///   - reader: the table, nil where it is left out; it is finished here.
    ///   - file: the configuration, for where its place is not said by the key's own.
    package init(_ reader: ConfigurationReader?, beside file: String, environment: [String: String]) {
        defer { reader?.finish() }
        keepVanished = reader.flatMap { Self.retention("keep_vanished", $0) }
        keepRuns = reader.flatMap { Self.retention("keep_runs", $0) }
        guard let reader, let written = reader.text("path").map({ HomePath.expanded($0, environment) }) else {
            isPathCertain =
                reader?.table.entries.allSatisfy { ["keep_vanished", "keep_runs"].contains($0.key) } ?? true
            path = Self.stateFolder(environment, beside: file) + "/articles.db"
            return
        }
        let place = reader.value("path")?.location.file ?? file
        path = written.hasPrefix("/") ? written : Self.folder(of: place) + "/" + written
    }

    /// A day is the least, as anything less is a slip that costs what cannot be asked for again.
    private static func retention(_ key: String, _ reader: ConfigurationReader) -> Duration? {
        guard let duration = reader.duration(key) else { return nil }
        if duration < .seconds(86_400) {
            reader.complain(key, "`\(key)` is at least a day, such as \"365 days\" (left out, all is kept for ever)")
        }
        return duration
    }

    private static func stateFolder(_ environment: [String: String], beside file: String) -> String {
        // systemd names several folders where a unit has several; the first is the one for the store.
        if let named = environment["STATE_DIRECTORY"]?.split(separator: ":").first { return String(named) }
        // By the rule of XDG, a relative path there counts as none.
        if let named = environment["XDG_STATE_HOME"], named.hasPrefix("/") { return named + "/articlesync" }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.local/state/articlesync" }
        return folder(of: file)
    }

    private static func folder(of file: String) -> String {
        guard let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "" : String(file[..<slash])
    }
}
