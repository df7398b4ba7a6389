internal import Configuration
internal import SQLiteStore
internal import TestSupport
internal import Testing

@Suite struct StoreSettingsTests {
    private func read(_ text: String, _ environment: [String: String] = [:]) throws -> (StoreSettings, [String]) {
        let diagnostics = Diagnostics()
        let table = try #require(TOMLDocument.parse(text, file: "/etc/sync/a.toml", diagnostics: diagnostics))
        let root = ConfigurationReader(table, diagnostics: diagnostics)
        let settings = StoreSettings(root.table("store"), beside: "/etc/sync/a.toml", environment: environment)
        return (settings, diagnostics.found.map(\.description))
    }

    @Test(arguments: [
        ("[store]\npath = \"articles.db\"", "/etc/sync/articles.db"), ("[store]\npath = \"/var/a.db\"", "/var/a.db"),
        ("[store]\npath = \"../a.db\"", "/etc/sync/../a.db"),
    ])
    func `a path is relative to the file that says it`(_ text: String, _ path: String) throws {
        let (settings, found) = try read(text, ["STATE_DIRECTORY": "/state"])
        #expect(settings.path == path && found == [])
    }

    @Test(
        arguments: [
            (["STATE_DIRECTORY": "/a:/b", "XDG_STATE_HOME": "/x", "HOME": "/h"], "/a/articles.db"),
            (["XDG_STATE_HOME": "/x", "HOME": "/h"], "/x/articlesync/articles.db"),
            (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/articlesync/articles.db"),
            (["STATE_DIRECTORY": "", "HOME": "/h"], "/h/.local/state/articlesync/articles.db"),
            ([:], "/etc/sync/articles.db"),
        ] as [([String: String], String)])
    func `left out, the path is in the folder for state`(_ environment: [String: String], _ path: String) throws {
        for text in ["", "[store]\n"] {
            let (settings, found) = try read(text, environment)
            #expect(settings.path == path && found == [])
        }
    }

    @Test func `a wrong key or value is told with its place`() throws {
        let (_, found) = try read("[store]\npaht = \"a\"\n")
        #expect(found.count == 1 && found[0].hasPrefix("/etc/sync/a.toml:2:1: ") && found[0].contains("path"))
        #expect(try read("[store]\npath = 3\n").1.count == 1)
        #expect(try read("[store]\npath = \"\"\n").1.count == 1)
    }

    @Test func `left out, articles and runs are kept for ever`() throws {
        let (settings, found) = try read("[store]\n")
        #expect(settings.keepVanished == nil && settings.keepRuns == nil && found == [])
        let (rules, mistakes) = try read("[store]\nkeep_vanished = \"365 days\"\nkeep_runs = \"1 day\"\n")
        #expect(rules.keepVanished == .seconds(365 * 86_400) && rules.keepRuns == .seconds(86_400) && mistakes == [])
    }

    @Test(arguments: [
        ("keep_vanished = \"23 hours\"", "`keep_vanished` is at least a day"),
        ("keep_runs = \"0 days\"", "`keep_runs` is at least a day"), ("keep_runs = 180", "duration"),
        ("keep_vanished = \"for ever\"", "duration"), ("keep_vanish = \"9 days\"", "keep_vanished"),
    ])
    func `an age that nobody means is told with its place`(line: String, reason: String) throws {
        let (_, found) = try read("[store]\n\(line)\n")
        #expect(found.count == 1 && found[0].hasPrefix("/etc/sync/a.toml:2:") && found[0].contains(reason), "\(found)")
    }
}
