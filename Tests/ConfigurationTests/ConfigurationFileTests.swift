import Configuration
import Glibc
import TestSupport
import Testing

@Suite struct ConfigurationFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("[log]\nlevel = \"info\"\n[queries.a]\ntext = \"a\"\n", to: "main.toml")
    }

    private func load(_ name: String = "main.toml") -> (table: ConfigurationTable?, complaints: [String]) {
        let diagnostics = Diagnostics()
        let table = ConfigurationFile.load(folder.file(name), diagnostics: diagnostics)
        if let table { Sample.read(table, diagnostics) }
        return (table, diagnostics.sorted.map { $0.description.replacing(folder.path + "/", with: "") })
    }

    private func makeFolder(_ name: String) throws { try #require(unsafe mkdir(folder.file(name), 0o755) == 0) }

    @Test func `a file alone is read`() {
        let (table, complaints) = load()
        #expect(complaints == [])
        #expect(table?.entries.map(\.key) == ["log", "queries"])
        #expect(table?["log"]?.location.file == folder.file("main.toml"))
    }

    @Test func `files beside it are merged in the order of their names`() throws {
        try makeFolder("articlesync.d")
        try folder.write("[queries.c]\ntext = \"c\"\n", to: "articlesync.d/20-c.toml")
        try folder.write("[queries.b]\ntext = \"b\"\n[log]\nverbose = true\n", to: "articlesync.d/10-b.toml")
        try folder.write("not read", to: "articlesync.d/notes.txt")
        try folder.write("not read", to: "articlesync.d/.#30-d.toml")
        let (table, complaints) = load()
        #expect(complaints == [])
        let root = ConfigurationReader(try #require(table), diagnostics: Diagnostics())
        #expect(root.tables("queries").map(\.key) == ["a", "b", "c"])
        #expect(root.table("log")?.bool("verbose") == true)
        #expect(root.table("log")?.table["verbose"]?.location.file == folder.file("articlesync.d/10-b.toml"))
    }

    @Test func `a key defined twice names both places`() throws {
        try makeFolder("articlesync.d")
        try folder.write("[log]\n\nlevel = \"debug\"\n[queries.a.guard]\n", to: "articlesync.d/x.toml")
        try folder.write("queries = 5\n", to: "articlesync.d/y.toml")
        let (table, complaints) = load()
        #expect(
            complaints == [
                "articlesync.d/x.toml:3:1: log.level is defined twice, first at main.toml:2:1 (keep it in one of the files)",
                "articlesync.d/y.toml:1:1: queries is defined twice, first at main.toml:3:2 (keep it in one of the files)",
            ])
        #expect(try #require(table)["log"] != nil)
    }

    @Test func `mistakes in all files are told in one run`() throws {
        try makeFolder("articlesync.d")
        try folder.write("[log]\nlevel = \"loud\"\n", to: "main.toml")
        try folder.write("a = ", to: "articlesync.d/x.toml")
        try folder.write("titel = \"x\"", to: "articlesync.d/y.toml")
        try makeFolder("articlesync.d/z.toml")
        #expect(
            load().complaints == [
                "articlesync.d/x.toml:1:5: not TOML: in a key-value pair: encountered end-of-file",
                "articlesync.d/y.toml:1:1: unknown key titel (nearest: title)",
                "articlesync.d/z.toml:1:1: the file cannot be read: it is a folder (name the file in it)",
                "main.toml:2:9: log.level is \"loud\", which is none of its values (allowed: error, warning, info, debug)",
            ])
    }

    @Test func `a missing file is told with what to do`() {
        #expect(
            load("other.toml").complaints == [
                "other.toml:1:1: the file cannot be read: it does not exist (check the path; --config FILE names another)"
            ])
        #expect(load("other.toml").table == nil)
    }

    @Test func `a file that may not be read is told with what to do`() throws {
        try #require(unsafe chmod(folder.file("main.toml"), 0) == 0)
        // The superuser may read every file.
        guard unsafe access(folder.file("main.toml"), R_OK) != 0 else { return }
        #expect(
            load().complaints == [
                "main.toml:1:1: the file cannot be read: permission denied (let the user that runs this read it: chmod, chown)"
            ])
    }

    @Test func `a file of more than a mebibyte is refused`() throws {
        try folder.write("#" + String(repeating: "x", count: ConfigurationFile.sizeLimit - 1), to: "main.toml")
        #expect(load().complaints == [])
        try folder.write("#" + String(repeating: "x", count: ConfigurationFile.sizeLimit), to: "main.toml")
        #expect(
            load().complaints == [
                "main.toml:1:1: the file cannot be read: it is larger than 1 MiB "
                    + "(is it a configuration? Split it over several files)"
            ])
    }

    @Test func `a file where the folder should be is told`() throws {
        try folder.write("", to: "articlesync.d")
        #expect(
            load().complaints == [
                "articlesync.d:1:1: the folder cannot be read: a part of its path is not a folder (check the path)"
            ])
    }
}
