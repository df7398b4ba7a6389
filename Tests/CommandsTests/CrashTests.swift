internal import Chronology
internal import Expectations
internal import Glibc
internal import SQLite
internal import Sandbox
internal import TestSupport
internal import Testing

/// The real program, killed and starved, and what the next run makes of it.
@Suite(.timeLimit(.minutes(5))) struct `A run that dies` {
    private func place(_ sandbox: Sandbox) throws -> Place {
        let place = try Place()
        try place.configure(
            sandbox.baseURL, provider: "paging = { cap = 100 }\nretry = { attempts = 1, wait = \"1ms\" }")
        return place
    }

    private func sandbox(_ articles: Int, faults: [String] = []) throws -> Sandbox {
        var options = try SandboxOptions.july(articles, faults: faults)
        options.cap = 100
        options.requestsKept = .max
        return try Sandbox.start(options, clock: .still)
    }

    private func start(_ place: Place) throws -> ChildProcess {
        try ChildProcess(
            Binary.path(), ["sync"],
            environment: ["THE_KEY": Place.key, "ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml")],
            keepingIn: place.folder)
    }

    /// Nothing that was kept is asked once more by the next run.
    private func expectNothingTwice(
        _ sandbox: Sandbox, after count: Int, kept: Set<String>, _ note: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let asked = Set(sandbox.requests.dropFirst(count).map(Place.request))
        let twice = asked.intersection(kept)
        #expect(twice.isEmpty, "\(note)", sourceLocation: sourceLocation)
    }

    @Test func `at every request goes on where it was, and asks nothing twice`() async throws {
        // Slow enough that the kill comes in time on a busy machine too.
        let sandbox = try sandbox(330, faults: ["slow=250:always"])
        defer { sandbox.stop() }
        let place = try place(sandbox)
        var kept: Set<String> = []
        var deaths = 0
        while true {
            let before = sandbox.requestCount
            let process = try start(place)
            // As soon as it has kept one page more, and asks for the next; without letting other tests come between.
            try await process.signal(SIGKILL) { sandbox.requestCount >= before + 2 }
            let ending = try await process.ending()
            expectNothingTwice(sandbox, after: before, kept: kept, "death \(deaths)")
            try place.checkStore()
            if ending.code == 0 { break }
            deaths += 1
            let now = try place.keptRequests()
            #expect(now.isSuperset(of: kept))
            kept = now
            #expect(try await place.storedIDs() == [])
            try #require(deaths <= 200)
        }
        #expect(deaths > 5)
        #expect(Set(try await place.storedIDs()) == Set(sandbox.corpus.ids(text: "sandbox")))
    }

    @Test(.tags(.thorough)) func `at random instants leaves a whole generation, and goes on`() async throws {
        let kills = Thoroughness.rounds(20, of: 200)
        let sandbox = try sandbox(330)
        defer { sandbox.stop() }
        let place = try place(sandbox)
        var numbers = Numbers(state: 0x5EED)
        var contents: Set<String> = []
        var kept: Set<String> = []
        var (deaths, completions) = (0, 0)
        while deaths < kills {
            let before = sandbox.requestCount
            let process = try start(place)
            // An instant within what a run takes here, however fast this machine is.
            try await process.signal(SIGKILL, after: UInt32(numbers.next(below: 260_000)))
            let ending = try await process.ending()
            expectNothingTwice(sandbox, after: before, kept: kept, "death \(deaths)")
            try place.checkStore()
            let ids = try members(place)
            if ending.code == 0 {
                completions += 1
                contents = Set(sandbox.corpus.ids(text: "sandbox"))
                #expect(ids == contents)
                kept = []
                // The corpus moves on, so that the next generation is another.
                let first = SandboxOptions().days.from
                sandbox.publish(3, on: first.adding(days: completions % 31))
                sandbox.retract(sandbox.corpus.ids().prefix(2))
            } else {
                deaths += 1
                kept = try place.keptRequests()
                // Either what was there, or, where it died after the commit, what the sandbox held.
                let present = Set(sandbox.corpus.ids(text: "sandbox"))
                #expect(ids == contents || ids == present, "death \(deaths) after \(completions): \(ending)")
                contents = ids
            }
        }
        let last = try await place.run("sync")
        #expect(last.code == 0, "\(last)")
        try place.checkStore()
        #expect(try members(place) == Set(sandbox.corpus.ids(text: "sandbox")))
        #expect((completions > 0 || !Thoroughness.isWhole) && deaths == kills, "\(completions) completions")
    }

    /// What readers get, read without starting a process.
    private func members(_ place: Place) throws -> Set<String> {
        guard Files.exists(place.store) else { return [] }
        let connection = try Connection(path: place.store, access: .readOnly)
        guard try !connection.all("SELECT 1 FROM sqlite_schema WHERE name = 'generations'", read: { _ in true }).isEmpty
        else { return [] }
        return try Set(
            connection.all(
                "SELECT provider_id FROM query_articles JOIN articles ON articles.id = article_id"
            ) { $0.text(0) ?? "" })
    }

    @Test func `with a kept page that is damaged asks for that page again, and for no other`() async throws {
        let sandbox = try sandbox(330, faults: ["stall:1@5/2015-07-07..2015-07-31"])
        defer { sandbox.stop() }
        let place = try place(sandbox)
        let process = try start(place)
        try await process.signal(SIGKILL) { sandbox.requests.contains(where: { $0.fault == .stall }) }
        _ = try await process.ending()
        let kept = try place.keptRequests()
        try #require(kept.count > 5)
        var damaged: Set<String> = []
        do {
            let connection = try Connection(path: place.store, access: .readWrite)
            // One that no other was compressed against.
            try connection.execute(
                """
                UPDATE _answers SET body = zeroblob(length(body)) WHERE id = (SELECT max(id) FROM _answers
                    WHERE base_id IS NOT NULL AND page = 2)
                """)
            damaged = kept.subtracting(try place.keptRequests(where: "body <> zeroblob(length(body))"))
        }
        #expect(damaged.count == 1)
        let before = sandbox.requestCount
        #expect(try await place.run("sync").code == 0)
        let asked = Set(sandbox.requests.dropFirst(before).map(Place.request))
        #expect(asked.intersection(kept) == damaged)
        #expect(Set(try await place.storedIDs()) == Set(sandbox.corpus.ids(text: "sandbox")))
    }

    @Test func `in a store that cannot be written says so, asks nothing, and changes nothing`() async throws {
        let sandbox = try sandbox(35)
        defer { sandbox.stop() }
        let place = try place(sandbox)
        #expect(try await place.run("sync").code == 0)
        let (asked, before) = (sandbox.requestCount, try Files.read(place.store))
        // Permissions mean nothing to root: it goes on as somebody else.
        let isRoot = getuid() == 0
        _ = unsafe chmod(place.folder.path, 0o555)
        for name in try Files.names(in: place.folder.path) { _ = unsafe chmod(place.folder.file(name), 0o444) }
        let outside = try TemporaryFolder()
        let words = isRoot ? ["--reuid=65534", "--regid=65534", "--clear-groups", try Binary.path(), "sync"] : ["sync"]
        let program = isRoot ? "/usr/bin/setpriv" : try Binary.path()
        let environment = ["THE_KEY": Place.key, "ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml")]
        let ending = try await ChildProcess(program, words, environment: environment, keepingIn: outside).ending()
        _ = unsafe chmod(place.folder.path, 0o755)
        #expect(ending.code == 1, "\(ending)")
        #expect(ending.errors.contains("the file cannot be written"), "\(ending)")
        #expect(sandbox.requestCount == asked)
        #expect(try Files.read(place.store) == before)
        for name in try Files.names(in: place.folder.path) { _ = unsafe chmod(place.folder.file(name), 0o644) }
        #expect(try await place.run("sync").code == 0)
    }

    @Test func `of a file that may grow no more says so, keeps what was there, and goes on with more room`()
        async throws
    {
        let sandbox = try sandbox(330)
        defer { sandbox.stop() }
        let place = try place(sandbox)
        // In blocks of 512 bytes: from hardly a schema to nearly enough.
        for blocks in [64, 400, 700, 1_000, 1_400] {
            let command = "ulimit -f \(blocks); exec \"$0\" sync"
            let process = try ChildProcess(
                "/bin/sh", ["-c", command, Binary.path()],
                environment: ["THE_KEY": Place.key, "ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml")],
                keepingIn: place.folder)
            let ending = try await process.ending()
            if ending.code != 0 {
                #expect(ending.code == 1, "\(blocks): \(ending)")
                let words = ending.output + ending.errors
                #expect(
                    words.contains("see whether the disk works and has space left, and that no size limit"), "\(ending)"
                )
            }
            try place.checkStore()
        }
        #expect(try await place.run("sync").code == 0)
        try place.checkStore()
        #expect(Set(try await place.storedIDs()) == Set(sandbox.corpus.ids(text: "sandbox")))
    }

    /// Numbers that are the same in each run.
    private struct Numbers {
        var state: UInt64
        mutating func next(below bound: UInt64) -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state % bound
        }
    }
}
