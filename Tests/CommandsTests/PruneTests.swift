internal import Commands
internal import SQLite
internal import Sandbox
internal import TestSupport
internal import Testing

/// The real program: what `prune` removes after a query has changed its mind.
@Suite struct `Pruning` {
    /// A store in which days have left the query, a year ago by its own account.
    private func scene(_ rules: String) async throws -> (place: Place, sandbox: Sandbox) {
        let sandbox = try Sandbox.start(.july(60), clock: .still)
        let place = try Place()
        let file = try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        let text = try Files.text(file).replacing("to = 2015-07-31", with: "to = 2015-07-10")
            .replacing("path = \"articles.db\"", with: "path = \"articles.db\"\n\(rules)")
        try place.folder.write(text, to: "articlesync.toml")
        #expect(try await place.run("sync", "--accept").code == 0)
        try Connection(path: place.store, access: .readWrite).execute(
            "UPDATE articles SET vanished_at = '2001-01-01T00:00:00Z' WHERE vanished_at IS NOT NULL")
        return (place, sandbox)
    }

    private func number(_ sql: String, _ place: Place) throws -> Int {
        try #require(try Connection(path: place.store, access: .readOnly).first(sql) { $0.int(0) ?? 0 })
    }

    @Test func `removes what no query holds where the configuration says so, and what is held stays`() async throws {
        let (place, sandbox) = try await scene("keep_vanished = \"365 days\"")
        defer { sandbox.stop() }
        let gone = try number("SELECT count(*) FROM articles WHERE vanished_at IS NOT NULL", place)
        let held = try await place.storedIDs()
        try #require(gone > 0 && !held.isEmpty)
        let look = try await place.run("prune", "--dry-run")
        #expect(look.code == 0, "\(look)")
        #expect(
            look.output.contains("articles  would be removed: \(gone) articles that no query has held for 365 days"),
            "\(look)")
        #expect(try number("SELECT count(*) FROM articles", place) == gone + held.count)
        let pruned = try await place.run("prune", "--vacuum", "--json")
        #expect(pruned.code == 0, "\(pruned)")
        #expect(
            pruned.output.hasPrefix(
                #"{"dry_run":false,"keep_vanished_seconds":31536000,"keep_runs_seconds":null,"articles":\#(gone),"revisions":"#
            ),
            "\(pruned)")
        #expect(pruned.output.contains(#""vacuumed":true"#) && pruned.output.contains(#""free_bytes":0}"#), "\(pruned)")
        #expect(try await place.storedIDs() == held)
        #expect(try number("SELECT count(*) FROM articles", place) == held.count)
        #expect(try await place.run("doctor", "--repair").code == 0)
        // What is asked again comes back.
        let text = try Files.text(place.folder.file("articlesync.toml")).replacing("2015-07-10", with: "2015-07-31")
        try place.folder.write(text, to: "articlesync.toml")
        #expect(try await place.run("sync").code == 0)
        #expect(try number("SELECT count(*) FROM articles", place) == 60)
    }

    @Test func `by default keeps all for ever, and says so`() async throws {
        let (place, sandbox) = try await scene("")
        defer { sandbox.stop() }
        let pruned = try await place.run("prune")
        #expect(pruned.code == 0)
        #expect(
            pruned.output.contains("articles  all are kept for ever ([store] keep_vanished sets an age)"), "\(pruned)")
        #expect(pruned.output.contains("journal   all runs are kept for ever"), "\(pruned)")
        #expect(try number("SELECT count(*) FROM articles", place) == 60)
    }

    @Test func `without a store makes none`() async throws {
        let place = try Place()
        try place.configure("http://127.0.0.1:9")
        let pruned = try await place.run("prune")
        #expect(pruned.code == 1 && pruned.errors.contains("there is no store yet"), "\(pruned)")
        #expect(!Files.exists(place.store))
        #expect(try await place.run("prune", "--dry-run", "--vacuum").code == 64)
    }
}
