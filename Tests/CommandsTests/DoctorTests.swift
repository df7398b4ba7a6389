internal import Articles
internal import Chronology
internal import Commands
internal import SQLite
internal import SQLiteStore
internal import Sandbox
internal import TestSupport
internal import Testing

/// One setup with one thing wrong, and what `doctor` says of it.
@Suite struct `Doctor` {
    /// 8 July 2015, noon, in UTC.
    private static let now = Instant(secondsSince1970: 1_436_356_800)

    private struct Scene {
        let folder: TemporaryFolder
        let file: String
        var store: String { folder.file("articles.db") }
        var writer: SQLiteArticleWriter { SQLiteArticleWriter(path: store) }

        init(
            provider: String = "api_key_file = \"nyt.key\"", query: String = "schedule = \"every 6h\"",
            more: String = ""
        ) async throws {
            folder = try TemporaryFolder()
            try folder.write("any-key\n", to: "nyt.key")
            try Files.setMode(0o600, of: folder.file("nyt.key"))
            file = try folder.write(
                """
                [store]
                path = "articles.db"
                [providers.nyt]
                \(provider)
                requests_per_day = 0
                requests_per_minute = 0
                [queries.july]
                text = "july"
                last = "7 days"
                timezone = "Etc/UTC"
                \(query)
                \(more)
                """, to: "articlesync.toml")
            try await writer.open()
        }

        /// Lets a service say that it runs, in this very process.
        func serve(_ change: (inout ServiceTrace) -> Void = { _ in }) async throws {
            let now = Doctor.now
            var trace = ServiceTrace(
                version: "1.2.3", configuration: file, startedAt: now.adding(.seconds(-60)), reload: .init(at: .future))
            change(&trace)
            try await writer.note(trace)
        }

        func execute(_ sql: String) throws { try Connection(path: store, access: .readWrite).execute(sql) }

        func doctor(_ words: String..., at now: Instant = Doctor.now) async -> InProcess {
            await InProcess(["doctor", "--config", file] + words, clock: WallClock { now })
        }
    }

    /// Expects a line of the report, and the exit code that follows from it.
    private func expect(
        _ ending: InProcess, _ line: String, advice: String? = nil, code: ExitCode,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(ending.output.contains("\n  " + line), "\(ending)", sourceLocation: sourceLocation)
        if let advice {
            #expect(ending.output.contains("→ " + advice), "\(ending)", sourceLocation: sourceLocation)
        }
        #expect(ending.code == code, "\(ending)", sourceLocation: sourceLocation)
        #expect(!ending.output.contains("any-key"), sourceLocation: sourceLocation)
    }

    @Test func `finds nothing where all is well`() async throws {
        let scene = try await Scene()
        try await scene.serve()
        let ending = await scene.doctor()
        #expect(ending.code == .done && ending.output.hasSuffix("\nAll is well\n"), "\(ending)")
        for line in [
            "ok        key of nyt: can be read; it was not sent",
            "ok        damage: none: every page and index was read",
            "ok        service: runs since 2015-07-08 11:59 UTC", "ok        clock: 2015-07-08T12:00:00Z",
            "ok        references: none leads nowhere", "ok        budget of nyt: no limit",
        ] {
            #expect(ending.output.contains("\n  " + line), "\(line)\n\(ending)")
        }
        let json = await scene.doctor("--json").output
        #expect(
            json.contains(#""problems":0,"warnings":0,"checks":[{"area":"configuration","check":"reads","state":"ok""#))
    }

    @Test func `names mistakes of the configuration, and looks at the machine all the same`() async throws {
        let scene = try await Scene(query: "shedule = \"every 6h\"")
        let ending = await scene.doctor()
        expect(ending, "problem   reads: \(scene.file):11:1: ", code: .failed)
        #expect(ending.output.contains("nearest: schedule") && ending.output.contains("clock: "), "\(ending)")
        let none = await InProcess(["doctor"], environment: ["HOME": "/nonexistent"])
        expect(none, "problem   reads: articlesync: there is no configuration", code: .failed)
    }

    @Test func `finds a key file that is gone, and one that others may read`() async throws {
        let scene = try await Scene()
        try await scene.serve()
        try Files.setMode(0o644, of: scene.folder.file("nyt.key"))
        let key = scene.folder.file("nyt.key")
        expect(
            await scene.doctor(), "warning   permissions: others than its owner may read \(key) (0644)",
            advice: "chmod 600 \(key)", code: .done)
        try Files.remove(key)
        expect(
            await scene.doctor(),
            "problem   key of nyt: \(scene.file):4:16: the key cannot be read from \(key): it does not exist",
            code: .failed)
    }

    @Test func `a key in the environment of the service alone is not called missing while it runs`() async throws {
        let scene = try await Scene(provider: "api_key_env = \"THE_KEY\"")
        expect(await scene.doctor(), "problem   key of nyt: ", code: .failed)
        try await scene.serve()
        expect(await scene.doctor(), "unknown   key of nyt: ", code: .done)
    }

    @Test func `finds a key that the provider refused`() async throws {
        let scene = try await Scene()
        try await scene.serve()
        try scene.execute(
            """
            INSERT INTO queries (name, provider, fingerprint) VALUES ('july', 'nyt', '');
            INSERT INTO runs (query_id, started_at, finished_at, outcome, window_from, window_to, reason, failure)
            VALUES (1, '2015-07-08T11:00:00Z', '2015-07-08T11:00:00Z', 'failed', '2015-07-08', '2015-07-08', 'Invalid key',
                'bad_key')
            """)
        expect(
            await scene.doctor(), "problem   key of nyt: the provider refused it in the last run: Invalid key",
            advice: "put a good key in its place", code: .failed)
    }

    @Test func `no store yet is a warning`() async throws {
        let scene = try await Scene()
        for ending in ["", "-wal", "-shm"] { try Files.remove(scene.store + ending) }
        expect(await scene.doctor(), "warning   opens: there is no store yet at \(scene.store)", code: .done)
        #expect(!Files.exists(scene.store), "looking makes none")
    }

    @Test func `finds a store that is another program's, or of a newer version`() async throws {
        let scene = try await Scene()
        try scene.execute("PRAGMA user_version = 99")
        expect(await scene.doctor(), "problem   opens: ", advice: "use the newer articlesync", code: .failed)
        try scene.execute("PRAGMA application_id = 7")
        expect(await scene.doctor(), "problem   opens: ", advice: "name another file", code: .failed)
        for ending in ["-wal", "-shm"] { try Files.remove(scene.store + ending) }
        try Files.write(Array("no database, but long enough for its header".utf8), to: scene.store)
        expect(await scene.doctor(), "problem   opens: ", code: .failed)
    }

    @Test func `finds a damaged page`() async throws {
        let scene = try await Scene()
        try scene.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let page = try #require(
            try Connection(path: scene.store, access: .readOnly).first(
                "SELECT rootpage FROM sqlite_schema WHERE name = 'articles_vanished'"
            ) { $0.int(0) ?? 0 })
        var bytes = try Files.read(scene.store)
        for place in ((page - 1) * 8_192)..<((page - 1) * 8_192 + 32) { bytes[place] = 0xA5 }
        try Files.write(bytes, to: scene.store)
        expect(await scene.doctor(), "problem   damage: ", advice: "stop the service and keep a copy", code: .failed)
    }

    @Test func `finds references that lead nowhere`() async throws {
        let scene = try await Scene()
        try scene.execute(
            "PRAGMA foreign_keys = OFF; INSERT INTO revisions (article_id, seen_at, field) VALUES (9, '', 'headline')")
        expect(await scene.doctor(), "problem   references: 1 from revisions to articles", code: .failed)
    }

    @Test func `finds a date that another program spoilt`() async throws {
        let scene = try await Scene()
        expect(await scene.doctor(), "ok        values: every date and list of the articles can be read", code: .done)
        try scene.execute(
            """
            INSERT INTO articles (provider, provider_id, published_at, first_seen_at, changed_at, last_seen_at, vanished_at)
            VALUES ('nyt', '1', 'yesterday', \(String(repeating: "'2015-07-04T00:00:00Z', ", count: 3))'2015-07-04T00:00:00Z')
            """)
        let finding = "problem   values: published_at of articles 1: found a text, expected a day like 2015-07-04"
        expect(await scene.doctor(), finding, advice: "another program wrote it", code: .failed)
        expect(await scene.doctor("--repair"), finding, code: .failed)
    }

    @Test func `finds an index that lost an article, and --repair makes it anew`() async throws {
        let scene = try await Scene()
        try scene.execute(
            """
            INSERT INTO articles (provider, provider_id, headline, first_seen_at, changed_at, last_seen_at)
            VALUES ('nyt', '1', 'Lost and found', '2015-07-04T00:00:00Z', '2015-07-04T00:00:00Z', '2015-07-04T00:00:00Z');
            INSERT INTO articles_fts (articles_fts, rowid, headline, abstract, lead_paragraph, byline, keywords)
            SELECT 'delete', id, headline, abstract, lead_paragraph, byline, keywords FROM articles
            """)
        expect(
            await scene.doctor(), "problem   full text index: 1 of 1 articles",
            advice: "`articlesync doctor --repair`",
            code: .failed)
        expect(await scene.doctor("--repair"), "ok        full text index: was wrong (", code: .done)
        expect(await scene.doctor("--repair"), "ok        full text index: agrees with every article", code: .done)
        expect(await scene.doctor(), "ok        full text index: was read", code: .done)
        let found = try Connection(path: scene.store, access: .readOnly).all(
            "SELECT headline FROM articles_fts WHERE articles_fts MATCH 'found'"
        ) { $0.text(0) }
        #expect(found == ["Lost and found"])
    }

    @Test func `tells how far the index of listings is, and --repair makes a wrong one anew`() async throws {
        let scene = try await Scene()
        try scene.execute(
            """
            INSERT INTO articles (provider, provider_id, headline, first_seen_at, changed_at, last_seen_at, vanished_at)
            VALUES ('nyt', '1', 'Año nuevo', '2015-07-04T00:00:00Z', '2015-07-04T00:00:00Z', '2015-07-04T00:00:00Z', '2015-07-06T00:00:00Z')
            """)
        expect(
            await scene.doctor(), "ok        listing index: agrees with the articles; 1 is not in it yet", code: .done)
        try await SQLiteArticleWriter(path: scene.store).indexArticles()
        expect(await scene.doctor(), "ok        listing index: agrees with every article", code: .done)
        try scene.execute("UPDATE _folded SET headline = 'another'")
        expect(
            await scene.doctor(), "problem   listing index: 1 folded headlines are not those of their articles",
            advice: "`articlesync doctor --repair`", code: .failed)
        expect(await scene.doctor("--repair"), "ok        listing index: was wrong (1 folded headlines", code: .done)
        expect(await scene.doctor(), "ok        listing index: agrees with every article", code: .done)
    }

    @Test func `finds a log that has grown beyond measure`() async throws {
        let scene = try await Scene()
        // The last connection that closes may take the log along.
        try scene.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try Files.write([], to: scene.store + "-wal")
        try Files.setSize(200 << 20, of: scene.store + "-wal")
        expect(
            await scene.doctor(), "warning   log: \(scene.store)-wal has grown to 200 MiB",
            advice: "end programs that hold the store open", code: .done)
    }

    @Test func `finds permissions that let others write, or that keep them from reading half of it`() async throws {
        let scene = try await Scene()
        try Files.setMode(0o666, of: scene.store)
        expect(await scene.doctor(), "warning   permissions: every user may write \(scene.store) (0666)", code: .done)
        try Files.setMode(0o644, of: scene.store)
        try Files.setMode(0o600, of: scene.store + "-shm")
        expect(
            await scene.doctor(),
            "warning   permissions: every user may read \(scene.store), but not \(scene.store)-shm",
            advice: "chmod o+r \(scene.store)-shm", code: .done)
        try Files.setMode(0o666, of: scene.file)
        expect(
            await scene.doctor(), "warning   permissions: others than its owner may write \(scene.file)", code: .done)
    }

    @Test func `finds a service that died, one that refused its configuration, and that none follows the schedules`()
        async throws
    {
        let scene = try await Scene()
        expect(await scene.doctor(), "warning   service: none ever ran on this store", code: .done)
        try scene.execute(
            """
            INSERT INTO _service (id, owner, version, configuration, started_at, reloaded_at)
            VALUES (1, 'another-boot pid:[1] 1 1', '1', '', '2015-07-08T11:00:00Z', '2015-07-08T11:00:00Z')
            """)
        expect(await scene.doctor(), "warning   service: died without a word", code: .done)
        try await scene.serve { $0.reload.refusal = "line 3 is no good" }
        expect(
            await scene.doctor(), "warning   configuration: reads \(scene.file), last at 2100-01-01 00:00 UTC; refused",
            advice: "put that right, then `systemctl reload articlesync`", code: .done)
        // Written after the service read it.
        try await scene.serve { $0.reload = .init(at: Doctor.now) }
        let ending = await scene.doctor()
        expect(ending, "warning   configuration: reads \(scene.file)", code: .done)
        #expect(ending.output.contains("the file has changed since"), "\(ending)")
    }

    @Test func `asks the service whether it answers, on loopback alone`() async throws {
        let server = try ScriptedServer { request, connection in
            connection.respond(
                status: request.target == "/-/healthy" ? 200 : 404, headers: [], body: Array("ok".utf8))
        }
        defer { server.stop() }
        let good = try await Scene(more: "[server]\nlisten = \"0.0.0.0:\(server.port)\"")
        #expect(!(await good.doctor()).output.contains("answers:"), "where none runs, none is asked")
        try await good.serve()
        expect(await good.doctor(), "ok        answers: at http://127.0.0.1:\(server.port)/-/healthy", code: .done)
        let foreign = try await Scene(more: "[server]\nlisten = \"192.0.2.1:80\"")
        try await foreign.serve()
        expect(await foreign.doctor(), "unknown   answers: it listens on 192.0.2.1:80", code: .done)
        let silent = try await Scene(more: "[server]\nlisten = \"127.0.0.1:9\"")
        try await silent.serve()
        expect(await silent.doctor(), "problem   answers: http://127.0.0.1:9/-/healthy does not answer", code: .failed)
    }

    @Test func `finds a clock that is behind the newest run`() async throws {
        let scene = try await Scene()
        try scene.execute(
            """
            INSERT INTO queries (name, provider, fingerprint) VALUES ('july', 'nyt', '');
            INSERT INTO runs (query_id, started_at, outcome, window_from, window_to)
            VALUES (1, '2015-07-08T13:00:00Z', 'complete', '2015-07-08', '2015-07-08')
            """)
        expect(
            await scene.doctor(),
            "warning   clock: it is 2015-07-08T12:00:00Z, and the newest run began at 2015-07-08T13:00:00Z",
            advice: "set the clock", code: .done)
        expect(await scene.doctor(at: .future), "ok        clock: ", code: .done)
    }

    @Test func `finds old time zones, and schedules that come after more than a year`() async throws {
        let scene = try await Scene(query: "schedule = \"0 0 29 2 *\"")
        let late = try #require(Instant(iso8601: "2097-01-01T00:00:00Z"))
        expect(await scene.doctor(at: late), "warning   time zones: release ", code: .done)
        expect(
            await scene.doctor(at: late), "warning   schedule: july: `0 0 29 2 *` comes next on 2104-02-29", code: .done
        )
        let near = try #require(Instant(iso8601: "2095-12-01T00:00:00Z"))
        #expect(!(await scene.doctor(at: near)).output.contains("comes next"))
    }

    @Test func `finds a service that has nothing to do`() async throws {
        let scene = try await Scene(query: "")
        expect(await scene.doctor(), "ok        on request: without a schedule, so only on request: july", code: .done)
        try await scene.serve()
        expect(await scene.doctor(), "warning   on request: ", advice: "give one a `schedule`", code: .done)
    }

    @Test func `finds a budget that is spent`() async throws {
        let place = try Place()
        let sandbox = try Sandbox.start(.july(300), clock: .still)
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL)
        let text = try Files.text(place.folder.file("articlesync.toml"))
        try place.folder.write(
            text.replacing("requests_per_day = 0", with: "requests_per_day = 3"), to: "articlesync.toml")
        #expect(try await place.run("sync").code == 75)
        let ending = try await place.run("doctor")
        #expect(ending.output.contains("\n  warning   budget of nyt: "), "\(ending)")
        #expect(ending.output.contains("0 of 3 requests left today, whole again at"), "\(ending)")
        #expect(!ending.output.contains(Place.key))
    }
}

extension Instant {
    /// After anything that this machine writes.
    fileprivate static let future = Instant(secondsSince1970: 4_102_444_800)
}
