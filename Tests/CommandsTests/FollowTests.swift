internal import Commands
internal import Glibc
internal import Sandbox
internal import TestSupport
internal import Testing

/// The real program, following a listing while other processes write.
@Suite(.timeLimit(.minutes(5))) struct `articles --follow` {
    /// A follower whose output is looked at while it runs.
    private struct Follower {
        let process: ChildProcess

        init(_ place: Place, _ words: String...) throws {
            process = try ChildProcess(
                Binary.path(), ["articles", "--follow"] + words,
                environment: ["ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml"), "THE_KEY": Place.key],
                keepingIn: place.folder)
        }

        /// Returns what it has written when that has so many lines with a text, or when it has ended.
        @discardableResult
        func writes(_ text: String, times: Int = 1) async throws -> String {
            try await process.writes(text, times: times)
            return try process.written()
        }
    }

    @Test func `000-28 004-47 waits for a store, and prints what syncs of another process change and nothing else`()
        async throws
    {
        let place = try Place()
        let sandbox = try Sandbox.start(.july(12), clock: .still)
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL)
        let table = try Follower(place, "july", "--sort", "-published_at")
        let lines = try Follower(place, "--format", "jsonl")
        for follower in [table, lines] { try await follower.process.says("it is waited for") }
        #expect(try await place.run("sync").code == 0)
        // Whether the store was there empty for a moment is a matter of luck.
        try await lines.writes("{\"set\":", times: 12)
        // Everything as it was, twice; then with one more.
        for _ in 0..<2 { #expect(try await place.run("sync").code == 0) }
        sandbox.publish()
        #expect(try await place.run("sync").code == 0)
        let written = try await lines.writes("{\"set\":", times: 13)
        let last = try #require(written.split(separator: "\n").last)
        #expect(last.contains("\"remaining\":0,") && last.contains("\"change\":\"added\""), "\(written)")
        #expect(written.ranges(of: "{\"set\":").count == 13, "\(written)")
        try await table.writes("  1 added\n")
        table.process.signal(SIGTERM)
        lines.process.signal(SIGINT)
        for follower in [table, lines] {
            let ending = try await follower.process.ending()
            #expect(ending.code == 0, "\(ending)")
            #expect(
                ending.errors
                    == "articlesync: there is no store at \(place.store); it is waited for (Ctrl-C ends this)\n")
        }
    }

    @Test(
        .enabled(if: Tool.sqlite3 != nil, "the program sqlite3 is not installed"),
        arguments: [
            ("DELETE FROM query_articles", "removed", 5),
            ("UPDATE articles SET headline = 'By another program' WHERE id <= 3", "changed", 3),
            (
                "REPLACE INTO query_articles (query_id, article_id, window_id, rank, _since_generation) SELECT query_id, "
                    + "article_id, window_id, 100 - rank, _since_generation FROM query_articles", "moved", 4
            ),
        ])
    func `000-28 prints what another program does to the store`(sql: String, kind: String, count: Int) async throws {
        let place = try Place()
        let sandbox = try Sandbox.start(.july(5), clock: .still)
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        let follower = try Follower(place, "-f", "jsonl")
        try await follower.writes("\"change\":\"initial\"", times: 5)
        let other = try ChildProcess(
            try #require(Tool.sqlite3), ["-batch", place.store, "PRAGMA foreign_keys = OFF; \(sql)"],
            keepingIn: place.folder)
        #expect(try await other.ending().code == 0)
        let written = try await follower.writes("\"change\":\"\(kind)\"", times: count)
        #expect(written.split(separator: "\n").count == 5 + count, "\(written)")
        follower.process.signal(SIGTERM)
        #expect(try await follower.process.ending().code == 0)
    }

    @Test func `goes over to a store that is removed and made anew`() async throws {
        let place = try Place()
        let sandbox = try Sandbox.start(.july(5), clock: .still)
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        let follower = try Follower(place, "-f", "jsonl", "--limit", "3")
        try await follower.writes("\"change\":\"initial\"", times: 3)
        for ending in ["", "-wal", "-shm"] { try Files.remove(place.store + ending) }
        try await follower.process.says("it is waited for")
        #expect(try await place.run("sync").code == 0)
        sandbox.publish()
        #expect(try await place.run("sync").code == 0)
        try await follower.writes("\"change\":\"added\"", times: 1)
        follower.process.signal(SIGTERM)
        let ending = try await follower.process.ending()
        #expect(ending.code == 0)
        #expect(ending.errors.ranges(of: "\n").count == 1, "\(ending)")
    }

    @Test func `ends quietly when nobody reads any more, though nothing happens`() async throws {
        let place = try Place()
        let sandbox = try Sandbox.start(.july(5), clock: .still)
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        let shell = try ChildProcess(
            "/bin/sh",
            ["-c", "{ \"$0\" articles --follow; echo \"it ended with $?\" >&2; } | head -n 1", Binary.path()],
            environment: [
                "ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml"), "THE_KEY": Place.key,
                "PATH": "/usr/bin:/bin",
            ], keepingIn: place.folder)
        let ending = try await shell.ending()
        #expect(ending.output.contains("WAS    IS  PUBLISHED"), "\(ending)")
        #expect(ending.errors == "it ended with 0\n")
    }

    @Test func `a query that no one knows is usage, one that was never synced is waited for`() async throws {
        let place = try Place()
        try place.configure("http://127.0.0.1:1")
        let unknown = try await place.run("articles", "jly", "--follow")
        #expect(unknown.code == 64)
        #expect(unknown.errors == "articlesync: no query is called `jly` (nearest: july)\n")
        let mistaken = try await place.run("articles", "july", "--follow", "--where", "headlin = 1")
        #expect(mistaken.code == 64)
        #expect(mistaken.errors.contains("column 1: predicate: headlin: no such field"), "\(mistaken)")
        let known = try Follower(place, "july")
        try await known.process.says("it is waited for")
        known.process.signal(SIGINT)
        #expect(try await known.process.ending().code == 0)
    }

    @Test(arguments: [
        ("--format json", "--follow writes a table or jsonl, not json: an array has an end"),
        ("-f csv", "--follow writes a table or jsonl, not csv: a record has no place for what happened to it"),
        ("--as-of 2015-07-04", "--follow tells what comes and --as-of what was: leave out one of them"),
        ("-n 5001", "--follow follows at most 5000 articles: give a smaller --limit"),
    ])
    func `what makes no sense with it is usage, with a reason`(words: String, line: String) async {
        let arguments = ["articles", "--follow"] + words.split(separator: " ").map(String.init)
        let refused = await InProcess(arguments)
        #expect(refused.code == .usage)
        #expect(refused.errors == "articlesync: \(line)\n")
        #expect(refused.output.isEmpty)
    }
}

/// Programs that a test may run.
private enum Tool {
    static let sqlite3 = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3"].first { Files.exists($0) }
}
