internal import Expectations
internal import Glibc
internal import SQLite
internal import Sandbox
internal import TestSupport
internal import Testing

/// The real program as a service, and what comes over services: signals at any instant, locks, networks that go away.
@Suite(.timeLimit(.minutes(5))) struct `A service that is disturbed` {
    private func sandbox(_ articles: Int = 35, port: UInt16 = 0, faults: [String] = []) throws -> Sandbox {
        var options = try SandboxOptions.july(articles, faults: faults)
        options.port = port
        options.requestsKept = .max
        return try Sandbox.start(options, clock: .still)
    }

    @Test(.tags(.thorough))
    func `by SIGTERM and SIGKILL at random instants loses nothing and leaves a whole generation`() async throws {
        let sandbox = try sandbox(95)
        defer { sandbox.stop() }
        let place = try ServicePlace()
        try place.configure(
            sandbox.baseURL, (1...4).map { ("q\($0)", "schedule = \"every 1s\"") })
        var random = SystemRandomNumberGenerator()
        var complete = 0
        for round in 0..<Thoroughness.rounds(20, of: 100) {
            let service = try await place.start()
            let signal = round.isMultiple(of: 2) ? SIGTERM : SIGKILL
            try await service.signal(signal, after: .random(in: 0...60_000, using: &random))
            let ending = try await service.ending()
            #expect(ending.code == (signal == SIGTERM ? 0 : 128 + SIGKILL), "round \(round): \(ending)")
            complete += ending.errors.ranges(of: "outcome=complete").count
            #expect(!ending.errors.contains("outcome=failed"), "round \(round): \(ending)")
            try place.place.checkStore()
        }
        #expect(complete > 0, "some runs came to their end")
        let outcomes = try await place.place.run("runs", "--limit", "2000", "--json").output
        #expect(
            outcomes.contains("\"outcome\":\"interrupted\"") || outcomes.contains("\"outcome\":\"parked\""),
            "some runs were hit")
        let service = try await place.start()
        for name in 1...4 { try await service.says("query=q\(name) outcome=complete") }
        service.signal(SIGTERM)
        #expect(try await service.ending().code == 0)
        for name in 1...4 { #expect(try await place.place.storedIDs("q\(name)").count == 95) }
    }

    @Test func `by a writer that holds the store for a minute fails that long, says so, and recovers by itself`()
        async throws
    {
        // Slow enough that the lock comes while a page is under way: the run can neither keep it nor be ended.
        let sandbox = try sandbox(faults: ["slow=1000:always"])
        defer { sandbox.stop() }
        let place = try ServicePlace()
        try place.configure(
            sandbox.baseURL, [("july", "schedule = \"every 1s\"")], more: "[server]\nlisten = \"127.0.0.1:0\"")
        let service = try await place.start()
        try await service.says("query=july outcome=complete")
        let asked = sandbox.requestCount
        try await service.waits { sandbox.requestCount > asked }
        let other = try Connection(path: place.place.store, access: .create)
        try other.execute("BEGIN IMMEDIATE")
        let said = try service.said()
        let port = try #require(
            said.split(separator: "listens=127.0.0.1:").last.flatMap { UInt16($0.prefix { $0.isNumber }) })
        // Longer than the service waits for another writer twice, and readers are served all the while.
        let end = ContinuousClock.now + .seconds(66)
        try await Waiting.until {
            let status = try RawConnection(port: port).ask("/-/ready").status
            guard status == 200 else { throw TestFailure("a reader was answered \(status)") }
            return ContinuousClock.now >= end
        }
        try await service.says("run not journalled")
        #expect(try service.said().contains("locked"))
        try other.execute("ROLLBACK")
        let runs = try service.said().ranges(of: "outcome=complete").count
        service.signal(SIGUSR1)
        try await service.says("outcome=complete", times: runs + 1)
        service.signal(SIGTERM)
        #expect(try await service.ending().code == 0)
        try place.place.checkStore()
    }

    @Test
    func `by a network that goes away keeps what it has, waits before it tries again, and goes on when it is back`()
        async throws
    {
        let first = try sandbox()
        let port = try #require(UInt16(first.baseURL.split(separator: ":").last?.prefix { $0.isNumber } ?? ""))
        let place = try ServicePlace()
        try place.configure(first.baseURL, [("july", "schedule = \"every 1s\"")])
        let service = try await place.start()
        try await service.says("query=july outcome=complete")
        first.stop()
        try await service.says("query=july outcome=failed")
        let status = try await place.place.run("status", "july", "--json").output
        #expect(status.contains("\"articles\":35"), "\(status)")
        #expect(status.contains("\"next_run_reason\":\"back_off\""), "\(status)")
        #expect(status.contains("\"failures\":1"), "\(status)")
        let failures = try service.said().ranges(of: "outcome=failed").count
        #expect(failures == 1, "it waits a minute before the next")
        let second = try sandbox(port: port)
        defer { second.stop() }
        let runs = try service.said().ranges(of: "outcome=complete").count
        service.signal(SIGUSR1)
        try await service.says("query=july outcome=complete", times: runs + 2)
        service.signal(SIGTERM)
        #expect(try await service.ending().code == 0)
    }

    @Test func `by five hundred queries runs them all, several at once, and each once`() async throws {
        let sandbox = try sandbox(5)
        defer { sandbox.stop() }
        let place = try ServicePlace()
        let names = (0..<500).map { "query-\($0)" }
        try place.configure(sandbox.baseURL, names.map { ($0, "schedule = \"every 30 days\"") })
        let service = try await place.start()
        try await service.says("outcome=complete", times: 500)
        service.signal(SIGTERM)
        let ending = try await service.ending()
        #expect(ending.code == 0)
        for name in names { #expect(ending.errors.contains("query=\(name) outcome=complete"), "\(name)") }
        #expect(ending.errors.ranges(of: "run ended").count == 500)
        #expect(sandbox.requestCount == 500)
        try place.place.checkStore()
    }
}
