internal import Chronology
internal import Glibc
internal import Sandbox
internal import TestSupport
internal import Testing

/// The real program, stopped and crossed by others.
@Suite(.timeLimit(.minutes(5))) struct `A sync that is not alone` {
    /// Starts a sync that waits for its second page until the sandbox stops, and returns when it has asked for it.
    private func stuckSync(_ place: Place, _ sandbox: Sandbox) async throws -> ChildProcess {
        try place.configure(sandbox.baseURL, patience: "60s")
        let process = try ChildProcess(
            Binary.path(), ["sync"],
            environment: ["THE_KEY": Place.key, "ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml")],
            keepingIn: place.folder)
        try await process.waits { sandbox.requests.contains(where: { $0.value("page") == "1" }) }
        return process
    }

    @Test func `killed at once leaves the contents, and the journal says that it was interrupted`() async throws {
        let place = try Place()
        let good = try Sandbox.start(.july(35), clock: .still)
        try place.configure(good.baseURL)
        #expect(try await place.run("sync").code == 0)
        let before = try await place.storedIDs()
        let stuck = try Sandbox.start(.july(35, faults: ["stall:always@1"]), clock: .still)
        let process = try await stuckSync(place, stuck)
        #expect(try await place.run("runs", "july", "--json").output.contains("\"outcome\":\"running\""))
        process.signal(SIGKILL)
        _ = try await process.ending()
        stuck.stop()
        #expect(try await place.storedIDs() == before)
        let runs = try await place.run("runs", "july", "--json").output
        #expect(runs.contains("\"outcome\":\"interrupted\"") && !runs.contains("\"outcome\":\"running\""))
        try place.configure(good.baseURL)
        #expect(try await place.run("sync").code == 0)
        good.stop()
        #expect(try await place.storedIDs() == before)
    }

    @Test func `004-51 a second one of the same query is skipped, with the exit code to try later`() async throws {
        let place = try Place()
        let stuck = try Sandbox.start(.july(35, faults: ["stall:always@1"]), clock: .still)
        defer { stuck.stop() }
        let process = try await stuckSync(place, stuck)
        let second = try await place.run("sync")
        #expect(second.code == 75, "\(second)")
        #expect(second.output.contains("july: skipped"), "\(second)")
        #expect(second.output.contains("another run of it is going in process \(process.identifier)"), "\(second)")
        process.signal(SIGTERM)
        let ending = try await process.ending()
        #expect(ending.code == 1)
        #expect(ending.output.contains("july: cancelled"), "\(ending)")
        let runs = try await place.run("runs", "--json").output
        #expect(runs.ranges(of: "\"outcome\":").count == 1, "\(runs)")
    }

    @Test func `contents of a query that was edited are called stale until it is synced`() async throws {
        let place = try Place()
        let sandbox = try Sandbox.start(.july(35), clock: .still)
        defer { sandbox.stop() }
        let file = try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        #expect(try await place.run("status").output.contains("july: fresh"))
        let edited = try Files.text(file).replacing("to = 2015-07-31", with: "to = 2015-07-20")
        try place.folder.write(edited, to: "articlesync.toml")
        let status = try await place.run("status")
        #expect(status.output.contains("july: stale since") && status.output.contains("asks something else now"))
        #expect(try await place.run("sync").code == 0)
        #expect(try await place.run("status").output.contains("july: fresh"))
    }

    @Test(arguments: [
        (["--where", "headlin = \"x\""], "column 1: "), (["--where", "word_count > \"many\""], "column 14: "),
        (["--sort", "-published_at,headlin"], "column 15: "), (["--search", " - "], "search"),
    ])
    func `a predicate, sort key or search that cannot be read is usage, and points at the place`(
        words: [String], place expected: String
    ) async throws {
        let place = try Place()
        let sandbox = try Sandbox.start(.july(3), clock: .still)
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        let ending = try await place.run(["articles"] + words)
        #expect(ending.code == 64, "\(ending)")
        #expect(ending.output.isEmpty)
        #expect(ending.errors.contains(expected), "\(ending)")
    }
}
