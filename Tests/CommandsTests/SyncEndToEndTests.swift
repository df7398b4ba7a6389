internal import Chronology
internal import Sandbox
internal import Telemetry
internal import TestSupport
internal import Testing

/// The real program against the sandbox over loopback.
@Suite struct `A sync, end to end` {
    @Test(arguments: SandboxEra.allCases)
    func `004-01 004-07 004-09 stores exactly the articles of the days, in every era`(era: SandboxEra) async throws {
        var options = try SandboxOptions.july(137)
        options.era = era
        let sandbox = try Sandbox.start(options, clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL)

        let synced = try await place.run("sync")
        #expect(synced.code == 0, "\(synced)")
        #expect(synced.output.contains("july: complete, 137 articles (137 new, 0 changed, 0 gone), 14 requests"))
        let expected = Set(sandbox.corpus.articles.map { $0.id(in: era) })
        #expect(Set(try await place.storedIDs()) == expected)
        #expect(sandbox.requests.count == 14)
        #expect(sandbox.requests.allSatisfy { $0.path == "/svc/search/v2/articlesearch.json" })
    }

    @Test func `004-10 includes both ends of the days and nothing outside them`() async throws {
        let sandbox = try Sandbox.start(.july(200), clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        let file = try place.configure(sandbox.baseURL)
        let text = try Files.text(file).replacing("from = 2015-07-01", with: "from = 2015-07-10")
            .replacing("to = 2015-07-31", with: "to = 2015-07-12")
        try place.folder.write(text, to: "articlesync.toml")
        #expect(try await place.run("sync").code == 0)
        let days = try #require(CalendarDay(year: 2015, month: 7, day: 10)).daysSince1970...16_628
        let expected = sandbox.corpus.articles.filter { days.contains($0.published.utcDay.daysSince1970) }
        #expect(!expected.isEmpty)
        #expect(Set(try await place.storedIDs()) == Set(expected.map { $0.id(in: .year2025) }))
    }

    @Test func `an unchanged result is complete and changes nothing`() async throws {
        let sandbox = try Sandbox.start(.july(40), clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        let before = try await place.articlesButForTheLastSight()
        let again = try await place.run("sync")
        #expect(again.code == 0)
        #expect(again.output.contains("(0 new, 0 changed, 0 gone)"))
        #expect(try await place.articlesButForTheLastSight() == before)
    }

    @Test func `several queries share one store, and an article of both is one row`() async throws {
        let sandbox = try Sandbox.start(.july(60), clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(
            sandbox.baseURL,
            more: """
                [queries.half]
                text = "sandbox"
                from = 2015-07-01
                to = 2015-07-15
                """)
        let synced = try await place.run("sync")
        #expect(synced.code == 0, "\(synced)")
        let all = Set(try await place.storedIDs("july"))
        let half = Set(try await place.storedIDs("half"))
        #expect(half.isStrictSubset(of: all))
        let listed = try await place.run("articles", "--format", "jsonl")
        #expect(listed.output.split(separator: "\n").count == all.count)
    }

    @Test func `004-21 004-54 the key is sent and shown nowhere`() async throws {
        var options = try SandboxOptions.july(25, faults: ["503:1"])
        options.key = .init(Place.key)
        let sandbox = try Sandbox.start(options, clock: .still)
        let place = try Place()
        try place.configure(sandbox.baseURL, more: "[log]\nlevel = \"debug\"\n")
        let synced = try await place.run("sync")
        sandbox.stop()
        #expect(synced.code == 0, "\(synced)")
        #expect(synced.errors.contains("api-key=•••"))
        let failed = try await place.run("sync")
        #expect(failed.code == 69)
        let said = [synced, failed, try await place.run("runs", "--json"), try await place.run("providers", "nyt")]
        for ending in said {
            #expect(!ending.output.contains(Place.key))
            #expect(!ending.errors.contains(Place.key))
        }
        for name in try Files.names(in: place.folder.path) {
            let bytes = try Files.read(place.folder.file(name))
            #expect(!bytes.contains(Array(Place.key.utf8)), "\(name) holds the key")
        }
    }

    @Test func `pages are asked for several at once where the provider allows it`() async throws {
        let sandbox = try Sandbox.start(.july(300), clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL, provider: "concurrency = 6")
        #expect(try await place.run("sync").code == 0)
        let ids = try await place.storedIDs()
        // The provider's order is kept although pages came in any order.
        let expected = sandbox.corpus.matching(text: "sandbox").map { $0.id(in: .year2025) }
        #expect(Set(ids) == Set(expected))
        #expect(ids.count == 300)
    }

    @Test func `more than the cap is cut by date until all of it comes`() async throws {
        var options = try SandboxOptions.july(420)
        options.cap = 100
        let sandbox = try Sandbox.start(options, clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL, provider: "paging = { cap = 100 }")
        let synced = try await place.run("sync")
        #expect(synced.code == 0, "\(synced)")
        #expect(try await Set(place.storedIDs()) == Set(sandbox.corpus.ids(text: "sandbox")))
        #expect(try await place.storedIDs().count == 420)
    }

    @Test func `a day of more than twice the cap is capped, and says how many are missing`() async throws {
        var options = try SandboxOptions.july(300)
        options.cap = 100
        options.dayArticles = [options.days.from: 230]
        let sandbox = try Sandbox.start(options, clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL, provider: "paging = { cap = 100 }")
        let synced = try await place.run("sync")
        #expect(synced.code == 2, "\(synced)")
        #expect(synced.output.contains("30 of 230 lie beyond the provider's cap of 100"), "\(synced)")
        #expect(try await place.storedIDs().count == 270)
    }

    @Test func `an empty result where there were articles is held, until a person accepts it`() async throws {
        let full = try Sandbox.start(.july(30), clock: .still)
        let place = try Place()
        try place.configure(full.baseURL)
        #expect(try await place.run("sync").code == 0)
        full.stop()
        let empty = try Sandbox.start(.july(0), clock: .still)
        defer { empty.stop() }
        try place.configure(empty.baseURL)
        let held = try await place.run("sync")
        #expect(held.code == 2, "\(held)")
        #expect(held.output.contains("held"))
        #expect(try await place.storedIDs().count == 30)
        let status = try await place.run("status")
        #expect(status.output.contains("stale"))
        let accepted = try await place.run("sync", "--accept")
        #expect(accepted.code == 0, "\(accepted)")
        #expect(try await place.storedIDs().isEmpty)
    }

    @Test func `a dry run judges and stores nothing`() async throws {
        let sandbox = try Sandbox.start(.july(30), clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL)
        let dry = try await place.run("sync", "--dry-run")
        #expect(dry.code == 0, "\(dry)")
        #expect(dry.output.contains("july: complete, 30 articles, 3 requests"), "\(dry)")
        #expect(dry.output.contains("Dry run: nothing was stored."))
        #expect(!Files.exists(place.store))

        // Nothing is held by it either, so there is nothing to accept.
        #expect(try await place.run("sync").code == 0)
        let less = try Sandbox.start(.july(4), clock: .still)
        defer { less.stop() }
        try place.configure(less.baseURL)
        let held = try await place.run("sync", "--dry-run")
        #expect(held.code == 2 && held.output.contains("july: held"), "\(held)")
        #expect(!held.output.contains("candidates accept"), "\(held)")
        #expect(try await place.storedIDs().count == 30)
    }
}

extension Place {
    /// Everything that readers get, without when it was last seen, which every good run moves.
    fileprivate func articlesButForTheLastSight() async throws -> String {
        try await run("articles", "--format", "json").output.replacing(/"last_seen_at":"[^"]*"/, with: "")
    }
}

extension Array<UInt8> {
    /// Whether these bytes stand somewhere in it.
    fileprivate func contains(_ needle: [UInt8]) -> Bool { self.firstRange(of: needle) != nil }
}
