internal import Commands
internal import TestSupport
internal import Testing

/// The configurations that the project ships are good, as they are.
@Suite struct `An example configuration` {
    private static let folder =
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/config"

    static let files = [
        "articlesync.toml", "minimal.toml", "examples/rolling-week.toml", "examples/sandbox.toml",
        "examples/two-queries.toml",
    ]

    @Test(arguments: files) func `passes the check`(file: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("any-key\n", to: "nyt.key")
        let copy = try folder.write(Files.text(Self.folder + "/" + file), to: "articlesync.toml")
        let checked = await InProcess(
            ["check", "--config", copy], environment: ["NYT_API_KEY": "any", "SANDBOX_KEY": "any"])
        #expect(checked.code == .done, "\(checked.errors)")
        #expect(checked.output.contains("good, "))
    }

    @Test func `none is left out`() throws {
        let found = try Files.names(in: Self.folder + "/examples").map { "examples/" + $0 }
        #expect(found == Self.files.filter { $0.hasPrefix("examples/") })
    }

    @Test func `every key that is commented out is known too`() async throws {
        // What stands behind `# ` at the start of a line and looks like a setting is taken at its word.
        let text = try Files.text(Self.folder + "/articlesync.toml")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
            let isSetting = line.hasPrefix("# ") && line.dropFirst(2).prefixMatch(of: /[a-z_]+ += |\[/) != nil
            let isAlternative = ["api_key", "last", "ca_file", "pinned", "proxy", "path", "secret"].contains {
                line.hasPrefix("# " + $0)
            }
            return isSetting && !isAlternative ? line.dropFirst(2) : line
        }
        let folder = try TemporaryFolder()
        try folder.write("any-key\n", to: "nyt.key")
        let file = try folder.write(lines.joined(separator: "\n"), to: "articlesync.toml")
        let checked = await InProcess(["check", "--config", file])
        #expect(checked.code == .done, "\(checked.errors)")
        #expect(lines.contains { $0.hasPrefix("requests_per_minute") } && lines.contains { $0.hasPrefix("guard") })
    }
}
