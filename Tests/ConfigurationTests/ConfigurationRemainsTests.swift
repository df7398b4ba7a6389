import Configuration
import Glibc
import TestSupport
import Testing

@Suite struct `What can be read of a configuration with mistakes` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func remains(_ text: String) throws -> ConfigurationRemains? {
        ConfigurationFile.remains(of: try folder.write(text, to: "main.toml"))
    }

    private func path(_ remains: ConfigurationRemains?) -> String? {
        guard let table = remains?.table,
            let store = ConfigurationReader(table, diagnostics: Diagnostics()).table("store")
        else { return nil }
        return store.string("path")
    }

    private func makeFolder(_ name: String) throws { try #require(unsafe mkdir(folder.file(name), 0o755) == 0) }

    private static let store = "[store]\npath = \"a.db\"\n"

    @Test(arguments: [
        store + "[log]\nlevel = \"info\n[queries.a]\ntext = \"a\"",
        "[log\n[queries.a]\ntext = \"a\"\n" + store,
        "x y z\n" + store,
        "[queries.b]\ntext = \"\"\"never closed\n" + store + "[queries.a]\ntext = \"a\"",
        "[queries.a]\ntext = \"a\"\n[queries.a]\ntext = \"b\"\n" + store,
        "[store]\npath = \"a.db\"\nkeep_runs = 30 days\n[queries.a]",
        "[store]\nkeep_runs = 30 days\npath = \"a.db\"\n[queries.a]",
        store + "= nonsense",
        store + "[queries.a]\ntext = \"a\"\r\n[queries.b]\r\ntext = b\r\n",
        "\u{FEFF}" + store + "[queries.a]\nx = \n",
    ])
    func `a mistake elsewhere leaves the store's table as it is written`(text: String) throws {
        let remains = try remains(text)
        #expect(path(remains) == "a.db")
        #expect(remains?.mayHaveLost("store") == false)
    }

    @Test func `places stay what they are`() throws {
        let table = try #require(try remains("[log]\nlevel = \n\n" + Self.store)?.table)
        #expect(table["store"]?.location.line == 4)
        #expect(table["log"]?.location.line == 1)
    }

    @Test(arguments: [
        ("[store\npath = \"a.db\"\n", "store"), ("[stroe\npath = \"a.db\"\n", "store"),
        ("store = { path = \"a.db\" \n", "store"), ("store.path = a.db\n", "store"),
        ("[\"store\"\npath = \"a.db\"", "store"), ("[store]\npath = \"a.db\n", "path"),
        ("[store]\npath = a.db\n[log]\n", "path"), ("[store]\npath = \"a.db\"\n[store]\npath = \"b.db\"\n", "store"),
    ])
    func `a mistake in what says where the store is does not get lost`(text: String, name: String) throws {
        #expect(try #require(try remains(text)).mayHaveLost(name))
    }

    @Test func `text in another encoding costs its line, and a comment nothing`() throws {
        let bytes: [UInt8] =
            Array("# f".utf8) + [0xfc] + Array("r alle\n\(Self.store)[queries.a]\ntext = \"".utf8) + [0xe9]
            + Array("\"\n[queries.b]\ntext = \"b\"\n".utf8)
        try Files.write(bytes, to: folder.file("main.toml"))
        let remains = try #require(ConfigurationFile.remains(of: folder.file("main.toml")))
        #expect(path(remains) == "a.db")
        let root = ConfigurationReader(remains.table, diagnostics: Diagnostics())
        #expect(
            root.tables("queries").map(\.reader.table.entries.first?.key) == ["line 5, which cannot be read", "text"])
    }

    @Test func `files beside it count, and one that defines the store again leaves it open`() throws {
        try makeFolder("articlesync.d")
        try folder.write(Self.store, to: "articlesync.d/store.toml")
        #expect(path(try remains("[queries.a\n")) == "a.db")
        #expect(try remains("[queries.a\n")?.mayHaveLost("store") == false)
        let twice = try remains("[store]\npath = \"b.db\"\n[queries.a\n")
        #expect(twice?.mayHaveLost("store") == true)
    }

    @Test func `a file beside it that cannot be read may hold anything`() throws {
        try makeFolder("articlesync.d")
        try makeFolder("articlesync.d/x.toml")
        #expect(try remains("[log]\n")?.mayHaveLost("store") == true)
    }

    @Test func `nothing is left of a main file that cannot be read`() {
        #expect(ConfigurationFile.remains(of: folder.file("none.toml")) == nil)
    }

    @Test func `damage of any kind neither ends the process nor takes long`() throws {
        let text = String(repeating: "[queries.a]\ntext = \"a\"\n", count: 2_000) + "\"\"\"\n[[[\n" + Self.store
        #expect(try remains(text)?.table.entries.isEmpty == true)
    }
}
