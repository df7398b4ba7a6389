import Commands
import Glibc
import HTTPExchange
import Signing
import Synchronization
import Telemetry
import TestSupport
import Testing

/// The real program and somebody who listens.
@Suite(.timeLimit(.minutes(5))) struct `A webhook` {
    private static let key = "S1GNING-K3Y"
    private static let nothing =
        #"{"status":"OK","copyright":"x","response":{"docs":[],"metadata":{"hits":0,"offset":0,"time":1}}}"#

    private func place(_ api: ScriptedServer, _ receiver: ScriptedServer, more: String = "") throws -> Place {
        let place = try Place()
        try place.folder.write(Self.key + "\n", to: "hook.key")
        try place.configure(
            "http://127.0.0.1:\(api.port)", query: "schedule = \"every 2s\"",
            more: """
                [[notify]]
                name = "room"
                url = "http://127.0.0.1:\(receiver.port)/T0K3N?x=1"
                secret_file = "hook.key"
                \(more)
                """)
        return place
    }

    private func serve(_ place: Place) throws -> ChildProcess {
        try ChildProcess(
            Binary.path(), ["run"],
            environment: ["THE_KEY": Place.key, "ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml")],
            keepingIn: place.folder)
    }

    /// Fails where a message does not prove that it comes from who has the key.
    private func verify(_ request: ScriptedRequest) throws {
        let parts = try #require(request.header("X-Articlesync-Signature")).split(separator: ",")
        let seconds = try #require(parts.first?.dropFirst(2).prefix { $0 != "\r" })
        let code = try #require(MessageCode(of: Array("\(seconds).".utf8) + request.body, key: Secret(Self.key)))
        #expect(parts.last.map { $0.filter { !$0.isWhitespace } } == "v1=\(code)")
        #expect(request.head.hasPrefix("POST /T0K3N?x=1 HTTP/1.1"))
        let body = String(decoding: request.body, as: UTF8.self)
        #expect(
            body.contains(
                "\"id\":\"\(try #require(request.header("X-Articlesync-Delivery")).filter { !$0.isWhitespace })\""))
    }

    @Test func `hears of a failure after a kill in the middle of the delivery, and then that it is over`() async throws
    {
        let isDown = Mutex(true)
        let api = try ScriptedServer { _, connection in
            let isDown = isDown.withLock { $0 }
            connection.respond(status: isDown ? 500 : 200, body: Array((isDown ? "no" : Self.nothing).utf8))
        }
        let receiver = try ScriptedServer { request, connection in
            if request.connection == 0 { connection.waitForEnd() } else { connection.respond() }
        }
        defer {
            api.stop()
            receiver.stop()
        }
        let place = try place(api, receiver)
        let killed = try serve(place)
        try await killed.signal(SIGKILL) { !receiver.requests.isEmpty }
        #expect(try await killed.ending().code == 128 + SIGKILL)
        isDown.withLock { $0 = false }
        let service = try serve(place)
        try await service.says("notice delivered")
        service.signal(SIGUSR1)
        try await service.waits { receiver.requests.count >= 3 }
        service.signal(SIGTERM)
        let ending = try await service.ending()
        #expect(ending.code == 0, "\(ending)")
        let heard = receiver.requests
        for request in heard { try verify(request) }
        #expect(
            heard.map { $0.header("X-Articlesync-Event")?.filter { !$0.isWhitespace } } == [
                "failed", "failed", "recovered",
            ])
        #expect(heard[0].body == heard[1].body)
        #expect(heard[0].header("X-Articlesync-Delivery") == heard[1].header("X-Articlesync-Delivery"))
        #expect(!ending.errors.contains("T0K3N") && !ending.errors.contains(Self.key), "\(ending.errors)")
        #expect(ending.errors.contains("notice delivered"), "\(ending.errors)")
        let store = String(decoding: try Files.read(place.store), as: UTF8.self)
        #expect(!store.contains("T0K3N") && !store.contains(Self.key))
    }

    @Test func `can be tried, and what comes back is shown without its address`() async throws {
        let status = Mutex(200)
        let receiver = try ScriptedServer { _, connection in
            connection.respond(status: status.withLock { $0 }, body: Array("hello\n\u{1B}[31m /T0K3N?x=1".utf8))
        }
        defer { receiver.stop() }
        let place = try place(receiver, receiver)
        let heard = try await place.run("notify", "--test")
        #expect(heard.code == 0 && heard.output.hasPrefix("room: HTTP 200: hello"), "\(heard)")
        #expect(!heard.output.contains("T0K3N") && !heard.output.contains("\u{1B}"))
        try verify(try #require(receiver.requests.first))
        status.withLock { $0 = 410 }
        let refused = try await place.run("notify", "--test", "room")
        #expect(refused.code == 69 && refused.output.hasPrefix("room: HTTP 410"), "\(refused)")
        receiver.stop()
        let unheard = try await place.run("notify", "--test")
        #expect(unheard.code == 69 && !unheard.output.contains("T0K3N"), "\(unheard)")
        let unknown = try await place.run("notify", "--test", "rom")
        #expect(unknown.code == 64 && unknown.errors.contains("room"), "\(unknown)")
        #expect(try await place.run("notify").code == 64)
    }

    @Test func `with mistakes is told all of them, without its address`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            """
            [service]
            ping_url = "http://ping.example.org/T0K3N"
            ping_every = "10ms"
            [[notify]]
            url = "https://me:T0K3N@example.org/"
            on = ["fialed", "test"]
            queries = ["jly"]
            secret = "T0K3N"
            [[notify]]
            on = []
            [[notify]]
            url = "https://example.org/T0K3N"
            urll = "x"
            [[notify]]
            url = "https://example.org/T0K3N-2"
            [queries.july]
            text = "a"
            last = "1 day"
            """, to: "articlesync.toml")
        let ending = await InProcess(["check", "--config", file])
        #expect(ending.code == .configuration)
        #expect(!ending.errors.contains("T0K3N"), "\(ending.errors)")
        for complaint in [
            "2:12: service.ping_url would be told in the clear", "3:14: service.ping_every is less than a second",
            "5:7: notify[0].url has a user or a password", "`fialed` is nothing that is told of (nearest: failed)",
            "`test` is nothing that is told of", "`jly` is no query (nearest: july)",
            "notify[0].secret must not stand in the configuration", "[notify[1]] has no url",
            "notify[1].on is empty", "unknown key notify[2].urll (nearest: url)",
            "two of [[notify]] are called `example.org`",
        ] {
            #expect(ending.errors.contains(complaint), "\(complaint) is missing in \(ending.errors)")
        }
    }

    @Test func `whose key cannot be had is told together with the keys of providers`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            """
            [providers.nyt]
            api_key_env = "NO_KEY"
            [[notify]]
            url = "https://example.org/x"
            secret_env = "NO_SECRET"
            [queries.july]
            text = "a"
            last = "1 day"
            """, to: "articlesync.toml")
        let ending = await InProcess(["check", "--config", file])
        #expect(ending.code == .configuration)
        #expect(ending.errors.contains("NO_KEY") && ending.errors.contains("5:14: the environment variable NO_SECRET"))
    }
}
