internal import Chronology
internal import Commands
internal import Expectations
internal import Glibc
internal import SQLite
internal import Sandbox
internal import TestSupport
internal import Testing

/// The real program: what keeps a store in order, and carries it elsewhere.
@Suite(.timeLimit(.minutes(5))) struct `Maintenance` {
    /// A store with the articles of July, and the sandbox that they came from.
    private func scene(_ articles: Int = 60) async throws -> (place: Place, sandbox: Sandbox) {
        let sandbox = try Sandbox.start(.july(articles), clock: .still)
        let place = try Place()
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        return (place, sandbox)
    }

    private func number(_ sql: String, _ path: String) throws -> Int? {
        try Connection(path: path, access: .readOnly).first(sql) { $0.int(0) ?? 0 }
    }

    @Test func `backup copies the store into one file, which can be gone back to`() async throws {
        let (place, sandbox) = try await scene()
        defer { sandbox.stop() }
        let copy = place.folder.file("copy.db")
        let made = try await place.run("backup", copy)
        #expect(made.code == 0, "\(made)")
        #expect(made.output.hasPrefix("\(copy) is a whole copy of the store, ") && made.errors == "", "\(made)")
        #expect(try number("SELECT count(*) FROM articles", copy) == 60)
        let again = try await place.run("backup", copy)
        #expect(
            again.code == 1 && again.errors.contains("is there already; name another file, or say --force"), "\(again)")
        let forced = try await place.run("backup", "--force", "--json", copy)
        #expect(forced.code == 0 && forced.output.hasSuffix("\"thorough\":true}\n"), "\(forced)")
        // Gone back to, as the help says.
        for ending in ["", "-wal", "-shm"] { try Files.remove(place.store + ending) }
        try Files.write(try Files.read(copy), to: place.store)
        #expect(try await place.storedIDs().count == 60)
        #expect(try await place.run("sync").code == 0)
        #expect(try await place.run("doctor", "--repair").output.contains("ok        full text index: agrees"))
    }

    @Test func `backup shows on a terminal how far it is`() async throws {
        let (place, sandbox) = try await scene(300)
        defer { sandbox.stop() }
        let shown = await InProcess(
            ["backup", place.folder.file("copy.db")],
            environment: ["ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml")], width: 70)
        #expect(shown.code == .done, "\(shown)")
        #expect(shown.errors.hasPrefix("\rarticles.db [") && shown.errors.contains("] 100%  "), "\(shown)")
        #expect(shown.errors.hasSuffix("\r\u{1b}[K"), "the line goes when it is done")
    }

    @Test func `backup makes no store, and says what is wrong with a place`() async throws {
        let place = try Place()
        try place.configure("http://127.0.0.1:9")
        let none = try await place.run("backup", place.folder.file("copy.db"))
        #expect(none.code == 1 && none.errors.contains("there is no store yet"), "\(none)")
        #expect(!Files.exists(place.store) && !Files.exists(place.folder.file("copy.db")))
        #expect(try await place.run("backup").code == 64)
        let (other, sandbox) = try await scene(3)
        defer { sandbox.stop() }
        let nowhere = try await other.run("backup", other.folder.file("no/copy.db"))
        #expect(nowhere.code == 1 && nowhere.errors.contains("name a file in a folder that is there"), "\(nowhere)")
        let itself = try await other.run("backup", "--force", other.store)
        #expect(itself.code == 1 && itself.errors.contains("is the store itself"), "\(itself)")
    }

    @Test(
        .enabled(
            if: Files.isRoot && Files.exists("/usr/bin/setpriv"),
            "only root can become another user, by setpriv of util-linux, and it is missing here"))
    func `backup is made by another user who may read alone`() async throws {
        let (place, sandbox) = try await scene()
        defer { sandbox.stop() }
        let copy = try ChildProcess(
            "cp", [Binary.path(), place.folder.file("articlesync")], environment: ["PATH": "/usr/bin:/bin"],
            keepingIn: place.folder)
        try #require(try await copy.ending().code == 0)
        for (name, mode) in [("articlesync", 0o755), ("", 0o755), ("articlesync.toml", 0o644)] as [(String, UInt32)] {
            try Files.setMode(mode, of: place.folder.file(name))
        }
        let theirs = try TemporaryFolder()
        try Files.setMode(0o777, of: theirs.path)
        let made = try await ChildProcess(
            "setpriv",
            [
                "--reuid=65534", "--regid=65534", "--clear-groups", place.folder.file("articlesync"), "--config",
                place.folder.file("articlesync.toml"), "backup", theirs.file("copy.db"),
            ], environment: ["PATH": "/usr/bin:/bin"], keepingIn: place.folder
        ).ending()
        #expect(made.code == 0, "\(made)")
        #expect(try number("SELECT count(*) FROM articles", theirs.file("copy.db")) == 60)
    }

    @Test func `compact says how much is free, gives it back, and loses nothing`() async throws {
        let (place, sandbox) = try await scene(300)
        defer { sandbox.stop() }
        let held = try await place.storedIDs()
        try Connection(path: place.store, access: .readWrite).execute(
            "DELETE FROM _answers; INSERT INTO _shapes VALUES ('big', hex(randomblob(2000000)), ''); DELETE FROM _shapes WHERE provider = 'big'"
        )
        let look = try await place.run("compact", "--dry-run")
        #expect(look.code == 0 && look.output.contains("would be given back"), "\(look)")
        let json = try await place.run("compact", "--dry-run", "--json")
        let free = try #require(json.output.firstMatch(of: /"free_bytes":(\d+)/).flatMap { Int($0.1) })
        #expect(free > 3_900_000 && json.output.contains("\"log_emptied\":null"), "\(json)")
        let before = try Files.read(place.store).count
        let done = try await place.run("compact", "--json")
        #expect(
            done.code == 0 && done.output.contains("\"free_bytes\":0,") && done.output.contains("\"log_emptied\":true"),
            "\(done)")
        #expect(try Files.read(place.store).count <= before - free)
        #expect(try await place.storedIDs() == held)
        #expect(try await place.run("doctor", "--repair").code == 0)
        #expect(try await place.run("compact").code == 0)
    }

    @Test func `compact waits for nobody who syncs, and says who that is`() async throws {
        let (place, sandbox) = try await scene(3)
        defer { sandbox.stop() }
        // A run of this very process, which lives.
        try await place.run("sync").expectDone()
        let owner = try #require(
            try Connection(path: place.store, access: .readOnly).first("SELECT _owner FROM runs ORDER BY id DESC") {
                $0.text(0)
            } ?? nil)
        var parts = owner.split(separator: " ").map(String.init)
        let stat = try Files.text("/proc/self/stat")
        parts[2] = "\(getpid())"
        parts[3] = String(stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")[20])
        try Connection(path: place.store, access: .readWrite).run(
            """
            INSERT INTO runs (query_id, started_at, outcome, window_from, window_to, _owner)
            VALUES (1, '2015-07-01T00:00:00Z', 'running', '2015-07-01', '2015-07-01', ?1)
            """, .text(parts.joined(separator: " ")))
        let busy = try await place.run("compact")
        #expect(busy.code == 75, "\(busy)")
        #expect(busy.errors.contains("a run of july in process \(getpid()) goes on, and would have to wait"), "\(busy)")
        #expect(try await place.run("compact", "--dry-run").code == 0)
    }

    @Test(.tags(.thorough)) func `compact that is killed at any instant leaves a whole store`() async throws {
        let (place, sandbox) = try await scene(300)
        defer { sandbox.stop() }
        let held = try await place.storedIDs()
        var dice = Dice(seed: 11)
        var deaths = 0
        for _ in 0..<Thoroughness.rounds(8, of: 25) {
            try Connection(path: place.store, access: .readWrite).execute(
                "INSERT INTO _shapes VALUES ('big', hex(randomblob(1000000)), ''); DELETE FROM _shapes WHERE provider = 'big'"
            )
            let process = try ChildProcess(
                Binary.path(), ["compact"], environment: ["ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml")],
                keepingIn: place.folder)
            try await process.signal(SIGKILL, after: .random(in: 0..<120_000, using: &dice))
            if try await process.ending().code != 0 { deaths += 1 }
            let connection = try Connection(path: place.store, access: .readOnly)
            #expect(try connection.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
            #expect(try connection.first("SELECT count(*) FROM query_articles") { $0.int(0) ?? 0 } == held.count)
        }
        #expect(deaths > 0)
        #expect(try await place.storedIDs() == held)
        #expect(try await place.run("doctor", "--repair").output.contains("ok        full text index: agrees"))
    }

    @Test func `000-46 001-46 a replica needs a file alone: backup, changes export, changes import`() async throws {
        let (place, sandbox) = try await scene(40)
        defer { sandbox.stop() }
        let base = place.folder.file("base.db")
        try await place.run("backup", base).expectDone()
        // The replica is another machine: another configuration, and nobody to ask.
        let replica = try Place()
        try replica.configure("http://127.0.0.1:9")
        try Files.write(try Files.read(base), to: replica.store)
        try await replica.run("notes", "add", "Mine", "--body", "of the replica").expectDone()
        try await place.run("notes", "add", "Theirs", "--body", "of the source", "--about", "1").expectDone()
        sandbox.publish(5, on: SandboxOptions().days.from)
        sandbox.retract(sandbox.corpus.ids().prefix(3))
        try await place.run("sync", "--accept").expectDone()
        let file = place.folder.file("monday")
        let exported = try await place.run("changes", "export", file, "--against", base, "--advance")
        #expect(exported.code == 0 && exported.output.contains("\(file) leads from run 1 of "), "\(exported)")
        #expect(exported.output.contains("\(base) now is what the store is"), "\(exported)")
        let trial = try await replica.run("changes", "import", file, "--dry-run", "--json")
        #expect(trial.code == 0 && trial.output.contains(#""dry_run":true,"was_there":false"#), "\(trial)")
        #expect(try await replica.storedIDs().count == 40)
        let imported = try await replica.run("changes", "import", file)
        #expect(imported.code == 0, "\(imported)")
        #expect(
            imported.output.contains("note 1 (Mine) was written on both sides: 1 is the source's, yours is kept as 2"),
            "\(imported)")
        #expect(try await replica.storedIDs() == place.storedIDs())
        #expect(try await replica.run("notes", "show", "1").output.contains("of the source"))
        #expect(try await replica.run("notes", "show", "2").output.contains("of the replica"))
        #expect(try await replica.run("doctor", "--repair").output.contains("ok        full text index: agrees"))
        let twice = try await replica.run("changes", "import", file)
        #expect(twice.code == 0 && twice.output.hasPrefix("the store had all of \(file) already"), "\(twice)")
        let nothing = try await place.run("changes", "export", file, "--force", "--against", base)
        #expect(nothing.code == 0 && nothing.output.contains("nothing has changed since run "), "\(nothing)")
    }

    @Test func `changes import that is killed at any instant leaves what was, or all of it`() async throws {
        let (place, sandbox) = try await scene(20)
        defer { sandbox.stop() }
        let (base, file) = (place.folder.file("base.db"), place.folder.file("changes"))
        try await place.run("backup", base).expectDone()
        sandbox.publish(300, on: SandboxOptions().days.from)
        try await place.run("sync", "--accept").expectDone()
        try await place.run("changes", "export", file, "--against", base).expectDone()
        var dice = Dice(seed: 5)
        var counts: [Int: Int] = [:]
        for round in 0..<16 {
            let replica = try Place()
            try replica.configure("http://127.0.0.1:9")
            try Files.write(try Files.read(base), to: replica.store)
            let process = try ChildProcess(
                Binary.path(), ["changes", "import", file],
                environment: ["ARTICLESYNC_CONFIG": replica.folder.file("articlesync.toml")],
                keepingIn: replica.folder)
            if round > 0 {
                try await process.signal(SIGKILL, after: .random(in: 0..<200_000, using: &dice))
            }
            _ = try await process.ending()
            let connection = try Connection(path: replica.store, access: .readWrite)
            #expect(try connection.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
            try connection.execute("INSERT INTO articles_fts (articles_fts, rank) VALUES ('integrity-check', 1)")
            counts[try connection.first("SELECT count(*) FROM query_articles") { $0.int(0) ?? 0 } ?? -1, default: 0] +=
                1
        }
        #expect(counts.keys.allSatisfy { $0 == 20 || $0 == 320 }, "\(counts)")
        #expect(counts[20] ?? 0 > 0 && counts[320] ?? 0 > 0, "\(counts)")
    }

    @Test func `changes says what it needs`() async throws {
        let place = try Place()
        try place.configure("http://127.0.0.1:9")
        for (words, message) in [
            (["export", "f"], "needs --against COPY"), (["import"], "`changes` needs FILE"),
            (["exprot", "f"], "nearest: export"), (["import", "f", "--force"], "--force is for `export`"),
            (["export", "f", "--against", "g", "--dry-run"], "--dry-run is for `import`"),
        ] {
            let ending = try await place.run(["changes"] + words)
            #expect(ending.code == 64 && ending.errors.contains(message), "\(ending)")
        }
        try place.folder.write("text", to: "f")
        let none = try await place.run("changes", "import", place.folder.file("f"))
        #expect(none.code == 1 && none.errors.contains("there is no store yet in \(place.store)"), "\(none)")
        #expect(none.errors.contains("a copy that `articlesync backup` made of its source"), "\(none)")
        #expect(!Files.exists(place.store))
    }

    @Test func `doctor --repair of a damaged page changes nothing, and says what can be done`() async throws {
        let (place, sandbox) = try await scene(300)
        defer { sandbox.stop() }
        let connection = try Connection(path: place.store, access: .readWrite)
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let page = try #require(
            try connection.first("SELECT rootpage FROM sqlite_schema WHERE name = 'articles'") { $0.int(0) ?? 0 })
        var bytes = try Files.read(place.store)
        for index in ((page - 1) * 8_192)..<((page - 1) * 8_192 + 64) { bytes[index] = 0xA5 }
        try Files.write(bytes, to: place.store)
        let repair = try await place.run("doctor", "--repair")
        #expect(repair.code == 1, "\(repair)")
        #expect(
            repair.output.contains("problem   damage: ") && repair.output.contains("`sqlite3 FILE .recover`"),
            "\(repair)")
        #expect(repair.output.contains("repair: nothing was changed"), "\(repair)")
        #expect(try Files.read(place.store) == bytes)
        let backup = try await place.run("backup", place.folder.file("copy.db"))
        #expect(backup.code == 1 && backup.errors.contains("the store is damaged"), "\(backup)")
        for words in [["compact"], ["articles"], ["status"]] {
            #expect(try await place.run(words).code <= 2, "\(words)")
        }
    }
}

extension ChildProcess.Ending {
    fileprivate func expectDone(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(code == 0, "\(self)", sourceLocation: sourceLocation)
    }
}
