internal import Commands
internal import Glibc
internal import SQLite
internal import Sandbox
internal import TestSupport
internal import Testing

/// The real program, following notes while other processes write.
@Suite(.timeLimit(.minutes(5))) struct `notes list --follow` {
    private func place() throws -> Place {
        let place = try Place()
        try place.configure("http://127.0.0.1:9")
        return place
    }

    private func follower(_ place: Place, _ words: String...) throws -> ChildProcess {
        try ChildProcess(
            Binary.path(), ["notes", "list", "--follow"] + words,
            environment: ["ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml"), "THE_KEY": Place.key],
            keepingIn: place.folder)
    }

    /// Returns what it has written when that has a text so many times, or when it has ended.
    @discardableResult
    private func written(_ process: ChildProcess, _ text: String, times: Int = 1) async throws -> String {
        try await process.writes(text, times: times)
        return try process.written()
    }

    @Test func `000-28 waits for a store, and prints what other processes add, edit and remove`() async throws {
        let place = try place()
        let table = try follower(place)
        let lines = try follower(place, "-f", "jsonl", "--search", "ano")
        for process in [table, lines] { try await process.says("it is waited for") }
        #expect(try await place.run("notes", "add", "Búsqueda del año", "-b", "x").code == 0)
        try await written(table, "Búsqueda")
        try await written(lines, "\"set\":")
        #expect(try await place.run("notes", "add", "Second", "-b", "x", "-k", "ano").code == 0)
        try await written(table, "Second")
        try await written(lines, "\"set\":", times: 2)
        // One that leaves what is searched for stays in the store, and one that is removed does not.
        #expect(try await place.run("notes", "edit", "1", "--title", "Other").code == 0)
        try await written(lines, "\"set\":", times: 3)
        try await written(table, "1 changed\n")
        #expect(try await place.run("notes", "remove", "2").code == 0)
        let told = try await written(lines, "\"set\":", times: 4).split(separator: "\n")
        let last = try await written(table, "1 removed\n")
        for (process, number) in [(table, SIGTERM), (lines, SIGINT)] {
            process.signal(number)
            let ending = try await process.ending()
            #expect(ending.code == 0)
            #expect(
                ending.errors
                    == "articlesync: there is no store at \(place.store); it is waited for (Ctrl-C ends this)\n")
        }
        // Whether the store was there empty for a moment is a matter of luck.
        for (line, kinds) in zip(told, [["initial", "added"], ["added"], ["removed"], ["removed"]]) {
            #expect(kinds.contains { line.contains("\"change\":\"\($0)\"") }, "\(told)")
        }
        #expect(told.count == 4)
        #expect(told[1].contains("\"old_position\":null,\"position\":1,\"id\":2,\"note\":{\"id\":2,"), "\(told)")
        #expect(told[2].contains("\"old_position\":2,\"position\":null,\"id\":1,\"note\":{\"id\":1,"), "\(told)")
        #expect(told[2].contains("\"title\":\"Other\""), "\(told)")
        #expect(told[3].hasSuffix("\"id\":2,\"note\":null}"), "\(told)")
        #expect(last.contains("\n~     2     2     1  ") && last.contains("\n-     1           2  "), "\(last)")
    }

    @Test func `000-28 tells that the headline of a note's article is another, and of a table that is emptied`()
        async throws
    {
        let place = try Place()
        let sandbox = try Sandbox.start(.july(3), clock: .still)
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        #expect(try await place.run("notes", "add", "About one", "-b", "x", "--about", "1").code == 0)
        #expect(try await place.run("notes", "add", "Free", "-b", "x").code == 0)
        let process = try follower(place, "-f", "jsonl", "--about", "1")
        try await written(process, "\"change\":\"initial\"")
        let store = try Connection(path: place.store, access: .readWrite)
        try store.execute("UPDATE articles SET headline = 'Another headline' WHERE id = 1")
        let changed = try await written(process, "\"change\":\"changed\"")
        #expect(changed.contains("\"headline\":\"Another headline\""), "\(changed)")
        try store.execute("DELETE FROM notes")
        let all = try await written(process, "\"change\":\"removed\"")
        #expect(all.split(separator: "\n").count == 3, "\(all)")
        process.signal(SIGTERM)
        #expect(try await process.ending().code == 0)
    }

    @Test func `ends quietly when nobody reads any more, though nothing happens`() async throws {
        let place = try place()
        #expect(try await place.run("notes", "add", "Only one", "-b", "x").code == 0)
        let shell = try ChildProcess(
            "/bin/sh",
            ["-c", "{ \"$0\" notes list --follow; echo \"it ended with $?\" >&2; } | head -n 1", Binary.path()],
            environment: [
                "ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml"), "THE_KEY": Place.key,
                "PATH": "/usr/bin:/bin",
            ], keepingIn: place.folder)
        let ending = try await shell.ending()
        #expect(ending.output.contains("WAS    IS  NOTE  DATE (UTC)"), "\(ending)")
        #expect(ending.errors == "it ended with 0\n")
    }

    @Test(arguments: [
        ("list --follow --json", "--follow writes a table or jsonl, not one JSON document, which has an end"),
        ("list -f jsonl", "--format says how --follow writes; without it there is --json"),
        ("list --follow -f csv", "--format takes one of table, jsonl, not `csv`"),
        ("list --follow -n 5001", "--follow follows at most 5000 notes: give a smaller --limit"),
        ("show 1 --follow", "`notes show` takes no --follow (see `articlesync notes --help`)"),
    ])
    func `what makes no sense with it is usage, with a reason`(words: String, line: String) async {
        let refused = await InProcess(["notes"] + words.split(separator: " ").map(String.init))
        #expect(refused.code == .usage)
        #expect(refused.errors == "articlesync: \(line)\n")
        #expect(refused.output.isEmpty)
    }
}
