internal import Glibc
internal import SQLite
internal import Sandbox
internal import Telemetry
internal import TestSupport
internal import Testing

/// The real program as a service.
@Suite(.timeLimit(.minutes(5))) struct `A service` {
    private func sandbox(_ articles: Int = 25, faults: [String] = []) throws -> Sandbox {
        var options = try SandboxOptions.july(articles, faults: faults)
        options.requestsKept = .max
        return try Sandbox.start(options, clock: .still)
    }

    @Test func `syncs by its schedules, on request, and stops in good order`() async throws {
        let sandbox = try sandbox()
        defer { sandbox.stop() }
        let place = try ServicePlace()
        try place.configure(sandbox.baseURL, [("often", "schedule = \"every 1s\""), ("asked", "")])
        let service = try await place.start()
        try await service.says("run ended query=often outcome=complete", times: 3)
        #expect(try !service.said().contains("query=asked"))
        service.signal(SIGUSR1)
        try await service.says("run ended query=asked outcome=complete")
        service.signal(SIGTERM)
        let ending = try await service.ending()
        #expect(ending.code == 0 && ending.output.isEmpty, "\(ending)")
        #expect(ending.errors.hasSuffix("service stopped\n"), "\(ending)")
        #expect(!ending.errors.contains(Place.key))
        #expect(try await place.runs("often") >= 3)
        #expect(try await place.runs("asked") == 1)
        #expect(try await place.place.storedIDs("asked").count == 25)
        try place.place.checkStore()
    }

    @Test func `takes a good configuration on SIGHUP, and keeps its own where that has mistakes or is half written`()
        async throws
    {
        let sandbox = try sandbox()
        defer { sandbox.stop() }
        let place = try ServicePlace()
        try place.configure(sandbox.baseURL, [("one", "schedule = \"every 1s\"")])
        let service = try await place.start()
        try await service.says("query=one outcome=complete")

        let good = try Files.text(place.folder.file("articlesync.toml"))
        for bad in ["queries = 7\n" + good, String(good.prefix(good.utf8.count - 9)), "", good + "schedul = \"x\"\n"] {
            let refusals = try service.said().ranges(of: "the former configuration stays in force").count
            let taken = try service.said().ranges(of: "configuration read again").count
            try place.folder.write(bad, to: "articlesync.toml")
            service.signal(SIGHUP)
            try await service.waits {
                try service.said().ranges(of: "the former configuration stays in force").count > refusals
                    || service.said().ranges(of: "configuration read again").count > taken
            }
            // An empty file is a configuration without queries: with the store elsewhere, which needs a restart.
            #expect(try service.said().ranges(of: "configuration read again").count == taken, "\(bad)")
            guard bad.contains("schedul =") else { continue }
            // Why it was refused can be looked at while the file is as it is.
            let status = try await place.place.run("status")
            #expect(status.code == 0, "\(status.errors)")
            #expect(status.output.contains("refused   that reading: \(place.folder.file("articlesync.toml")):"))
            #expect(status.output.contains("schedul"), "\(status.output)")
        }
        let runs = try service.said().ranges(of: "query=one outcome=complete").count
        try await service.says("query=one outcome=complete", times: runs + 1)

        try place.configure(sandbox.baseURL, [("two", "schedule = \"every 1s\"")])
        service.signal(SIGHUP)
        try await service.says("query=two outcome=complete")
        let ended = try service.said().ranges(of: "query=one").count
        try await service.says("query=two outcome=complete", times: 3)
        #expect(try service.said().ranges(of: "query=one").count <= ended + 1)
        service.signal(SIGTERM)
        #expect(try await service.ending().code == 0)
        // What was synced of a query that is gone stays.
        #expect(try await place.place.storedIDs("one").count == 25)
    }

    @Test func `a run that is going finishes under its configuration, and is parked where its query is gone`()
        async throws
    {
        let sandbox = try sandbox(35, faults: ["stall:always@1"])
        defer { sandbox.stop() }
        let place = try ServicePlace()
        let more = "schedule = \"@yearly\""
        try place.configure(sandbox.baseURL, [("stays", more), ("goes", more)])
        let service = try await place.start()
        service.signal(SIGUSR1)
        try await service.waits { sandbox.requests.count(where: { $0.value("page") == "1" }) >= 2 }
        try place.configure(sandbox.baseURL, [("stays", more)])
        service.signal(SIGHUP)
        try await service.says("configuration read again")
        #expect(try await place.runs("stays", "running") == 1)
        // The page under way is waited for, as it may be a good one; the sandbox gives it up when it stops.
        sandbox.stop()
        try await service.says("query=goes outcome=parked")
        #expect(try service.said().contains("the configuration has the query no more"))
        try await service.says("query=stays outcome=failed")
        service.signal(SIGTERM)
        #expect(try await service.ending().code == 0)
    }

    @Test func `finishes and keeps the pages under way when it is stopped, and goes on from there`() async throws {
        // One page takes longer than it takes to see that it was asked for.
        let sandbox = try sandbox(95, faults: ["slow=12000:1@2"])
        defer { sandbox.stop() }
        let place = try ServicePlace()
        try place.configure(sandbox.baseURL, [("july", "schedule = \"@hourly\"")])
        let service = try await place.start()
        service.signal(SIGUSR1)
        try await service.signal(SIGTERM) { sandbox.requestCount >= 3 }
        let ending = try await service.ending()
        #expect(ending.code == 0, "\(ending)")
        #expect(ending.errors.contains("outcome=parked"), "\(ending)")
        #expect(ending.errors.contains("the service was stopped"), "\(ending)")
        let asked = sandbox.requestCount
        let kept = try place.place.keptRequests()
        #expect(kept.count == asked, "every page that was asked for is kept")
        let again = try await place.start()
        try await again.says("query=july outcome=complete")
        again.signal(SIGTERM)
        #expect(try await again.ending().code == 0)
        #expect(sandbox.requestCount == 10, "none was asked for twice")
        #expect(try await place.place.storedIDs().count == 95)
    }

    @Test func `a second signal ends it at once, and nothing is lost`() async throws {
        let sandbox = try sandbox(35, faults: ["stall:always@1"])
        defer { sandbox.stop() }
        let place = try ServicePlace()
        try place.configure(sandbox.baseURL, [("july", "schedule = \"@hourly\"")])
        let service = try await place.start()
        service.signal(SIGUSR1)
        try await service.waits { sandbox.requests.contains(where: { $0.value("page") == "1" }) }
        service.signal(SIGTERM)
        try await service.says("service stops")
        service.signal(SIGTERM)
        #expect(try await service.ending().code == 128 + SIGTERM)
        try place.place.checkStore()
        #expect(try place.place.keptRequests().count == 1)
    }

    @Test func `a port that is taken is said, and nothing is begun`() async throws {
        let sandbox = try sandbox()
        defer { sandbox.stop() }
        let port = try #require(sandbox.baseURL.split(separator: ":").last?.prefix { $0.isNumber })
        let place = try ServicePlace()
        try place.configure(
            sandbox.baseURL, [("july", "schedule = \"every 1s\"")], more: "[server]\nlisten = \"127.0.0.1:\(port)\"")
        let ending = try await place.start().ending()
        #expect(ending.code == 1)
        #expect(ending.errors.contains("127.0.0.1:\(port)") && ending.errors.contains("[server] listen"), "\(ending)")
        #expect(sandbox.requestCount == 0)
    }

    @Test func `tells over HTTP what it does`() async throws {
        let sandbox = try sandbox()
        defer { sandbox.stop() }
        let place = try ServicePlace()
        try place.configure(
            sandbox.baseURL, [("july", "schedule = \"every 1s\"\nstale_after = \"1h\"")],
            more: "[server]\nlisten = \"127.0.0.1:0\"")
        let service = try await place.start()
        let said = try service.said()
        let address = try #require(said.split(separator: "listens=127.0.0.1:").last?.prefix { $0.isNumber })
        let port = try #require(UInt16(address))
        try await service.says("query=july outcome=complete", times: 2)
        #expect(try RawConnection(port: port).ask("/-/healthy").status == 200)
        #expect(try RawConnection(port: port).ask("/-/ready").status == 200)
        #expect(try RawConnection(port: port).ask("/-/fresh").status == 200)
        let metrics = try RawConnection(port: port).ask("/metrics").text
        #expect(metrics.contains("articlesync_query_articles{query=\"july\"} 25"), "\(metrics)")
        #expect(metrics.contains("articlesync_provider_requests_total{provider=\"nyt\",outcome=\"ok\"}"))
        #expect(!metrics.contains(Place.key))
        #expect(try RawConnection(port: port).ask("/metrics", headers: ["Host: evil.example"]).status != 200)
        service.signal(SIGTERM)
        #expect(try await service.ending().code == 0)
    }

    @Test func `tells the service manager when it is ready, reloads, lives and stops`() async throws {
        let sandbox = try sandbox()
        defer { sandbox.stop() }
        let place = try ServicePlace()
        try place.configure(sandbox.baseURL, [("july", "schedule = \"@yearly\"")])
        let name = place.folder.file("notify")
        let manager = try DatagramSocket(name)
        let service = try await place.start(environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "2000000"])
        var heard: [String] = []
        func hears(_ text: String) async throws {
            while !heard.contains(where: { $0.hasPrefix(text) }), !service.hasEnded {
                heard += try await Waiting.until {
                    let messages = manager.all()
                    return messages.isEmpty && !service.hasEnded ? nil : messages
                }
            }
            // Its last words may be there although it has ended.
            heard += manager.all()
            #expect(heard.contains { $0.hasPrefix(text) }, "\(text): \(heard)")
        }
        try await hears("READY=1")
        #expect(heard.first == "READY=1", "nothing is told before it")
        try await hears("STATUS=1 query, none running, next at 20")
        try await hears("WATCHDOG=1")
        heard = []
        try place.folder.write("queries = 7", to: "articlesync.toml")
        service.signal(SIGHUP)
        try await hears("RELOADING=1\nMONOTONIC_USEC=")
        try await hears("READY=1")
        try await hears("STATUS=1 query, none running, next at")
        #expect(heard.contains { $0.contains("; the configuration was refused: ") }, "\(heard)")
        service.signal(SIGTERM)
        try await hears("STOPPING=1")
        #expect(try await service.ending().code == 0)
    }

    @Test func `a refused key stops its provider until its file holds another, or somebody wants every query`()
        async throws
    {
        var options = try SandboxOptions.july(25)
        options.key = Secret("the-good-key")
        options.requestsKept = .max
        let sandbox = try Sandbox.start(options, clock: .still)
        defer { sandbox.stop() }
        let place = try ServicePlace()
        try place.folder.write("a-bad-key-of-old", to: "nyt.key")
        try place.configure(sandbox.baseURL, [("a", "schedule = \"every 1s\""), ("b", "schedule = \"every 1s\"")])
        let text = try Files.text(place.folder.file("articlesync.toml"))
            .replacing("api_key_env = \"THE_KEY\"", with: "api_key_file = \"nyt.key\"")
        try place.folder.write(text, to: "articlesync.toml")
        let service = try await place.start()
        try await service.says("query=a outcome=failed")
        try await service.says("query=b outcome=failed")
        let asked = sandbox.requestCount
        #expect(asked <= 2)
        try await service.says("the key is refused; no query of the provider asks")
        service.signal(SIGUSR1)
        try await service.says("outcome=failed", times: 4)
        #expect(sandbox.requestCount == 2 * asked, "somebody wants it")
        try place.folder.write("the-good-key", to: "nyt.key")
        try await service.says("another key is used from now on")
        try await service.says("query=a outcome=complete")
        try await service.says("query=b outcome=complete")
        #expect(try !service.said().contains("good-key") && !service.said().contains("bad-key"))
        service.signal(SIGTERM)
        #expect(try await service.ending().code == 0)
    }
}

/// Looking at the configuration of a service that is given its key by the service manager.
@Suite struct `A key that only the service has` {
    private func place() throws -> ServicePlace {
        let place = try ServicePlace()
        try place.configure("http://127.0.0.1:9", [("july", "schedule = \"every 6h\"")])
        let text = try Files.text(place.folder.file("articlesync.toml"))
            .replacing("api_key_env = \"THE_KEY\"", with: "api_key_credential = \"nyt\"")
        try place.folder.write(text, to: "articlesync.toml")
        return place
    }

    @Test func `is no mistake to a person who checks its configuration, and is said`() async throws {
        let place = try place()
        let checked = try await place.place.run("check")
        #expect(checked.code == 0, "\(checked)")
        #expect(checked.errors.contains("the credential `nyt` is given to the service alone"), "\(checked)")
    }

    @Test func `is one where something is to be asked with it, and in the service itself`() async throws {
        let place = try place()
        #expect(try await place.place.run("check", "--online").code == 78)
        #expect(try await place.place.run("run").code == 78)
        let inService = try await place.place.run(["check"], environment: ["CREDENTIALS_DIRECTORY": place.folder.path])
        #expect(inService.code == 78 && inService.errors.contains("nyt"), "\(inService)")
    }
}
