internal import Chronology
internal import Commands
internal import SQLiteStore
internal import Sandbox
internal import Telemetry
internal import TestSupport
internal import Testing

/// What `status`, `history`, `articles --as-of`, `runs` and `explain` say at each step of a query's life; the real
/// program against the sandbox.
@Suite struct `The truth about a query` {
    @Test func `before its first sync is that nothing was read`() async throws {
        let place = try Place()
        try place.configure("http://127.0.0.1:9")
        let status = try await place.run("status")
        #expect(status.code == 0, "\(status)")
        #expect(status.output.contains("july: never synced"))
        #expect(status.output.contains("covers    2015-07-01…2015-07-31: 31 missing of 31 days"), "\(status)")
        #expect(status.output.contains("none of them was read yet"))
        let explained = try await place.run("explain", "july")
        #expect(explained.code == 0, "\(explained)")
        #expect(explained.output.contains("2015-07-01…2015-07-31  never read"), "\(explained)")
        #expect(!Files.exists(place.store))
    }

    @Test func `during a backfill of several days is how much is kept and when the budget returns`() async throws {
        let sandbox = try Sandbox.start(.july(300), clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.limit(perDay: 20, sandbox.baseURL)
        let parked = try await place.run("sync")
        #expect(parked.code == 75, "\(parked)")
        let status = try await place.run("status")
        #expect(status.output.contains("july: nothing stored yet: the first sync waits for the budget"), "\(status)")
        #expect(status.output.contains(" of 2015-07-01…2015-07-31 kept since"), "\(status)")
        #expect(status.output.contains("`articlesync sync july` goes on with them"), "\(status)")
        #expect(status.output.contains("of 20 requests left today, whole again at"), "\(status)")
        let json = try await place.run("status", "--json").output
        #expect(json.contains(#""continues":true"#), "\(json)")
        #expect(json.contains(#""day_returns_at":"2"#), "\(json)")
        let explained = try await place.run("explain", "july")
        #expect(explained.output.contains("are kept and not asked again"), "\(explained)")
        #expect(explained.output.contains("parked (day_spent)"), "\(explained)")
    }

    @Test func `when complete is that every day is, and what the next sync reads`() async throws {
        let sandbox = try Sandbox.start(.july(137), clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        let status = try await place.run("status", "july")
        #expect(status.output.contains("july: fresh, "), "\(status)")
        #expect(status.output.contains("31 complete of 31 days"), "\(status)")
        #expect(status.output.contains("  2015-07  \(String(repeating: "■", count: 31))\n  ■ complete\n"), "\(status)")
        #expect(!status.output.contains("not complete"))
        let json = try await place.run("status", "--json").output
        #expect(
            json.contains(#""calendar":[{"from":"2015-07-01","to":"2015-07-31","status":"complete"}]"#), "\(json)")
        #expect(json.contains(#""missing_articles":0"#))
        let explained = try await place.run("explain", "july")
        #expect(
            explained.output.contains("2015-07-01…2015-07-31  read at every run; 137 results expected"), "\(explained)")
        #expect(explained.output.contains("articlesync.toml:18:1"), "\(explained)")
        #expect(explained.output.contains("nyt.toml (built in):"), "\(explained)")
        #expect(!explained.output.contains(Place.key))
    }

    @Test func `from day to day is which days are not read yet, and why others are read again`() async throws {
        let sandbox = try Sandbox.start(.july(137), clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        let file = try place.configure(sandbox.baseURL)
        let text = try Files.text(file).replacing("from = 2015-07-01", with: "last = \"10 days\"")
            .replacing("to = 2015-07-31", with: "timezone = \"Etc/UTC\"\nstale_after = \"20 hours\"")
        try place.folder.write(text, to: "articlesync.toml")
        let environment = ["THE_KEY": Place.key]
        func run(_ command: String, on day: Int) async throws -> InProcess {
            let noon = try #require(Instant(iso8601: "2015-07-\(day)T12:00:00Z"))
            let words = [command] + (command == "sync" ? [] : ["july"])
            return await InProcess(words + ["--config", file], environment: environment, clock: WallClock { noon })
        }
        #expect(try await run("sync", on: 20).code == .done)
        let first = try await run("status", on: 20)
        #expect(first.output.contains("covers    2015-07-11…2015-07-20: 9 complete and 1 open of 10 days"), "\(first)")
        let next = try await run("status", on: 21)
        #expect(
            next.output.contains("july: stale since 2015-07-20 12:00 UTC (24 h): older than stale_after"), "\(next)")
        #expect(
            next.output.contains("covers    2015-07-12…2015-07-21: 8 complete, 1 open and 1 missing of 10 days"),
            "\(next)")
        #expect(next.output.contains("■■■■■■■■+×            9 of 10\n"), "\(next)")
        let explained = try await run("explain", on: 21)
        #expect(
            explained.output.contains("  2015-07-12…2015-07-21  due in part, and as cheap to read whole\n"),
            "\(explained)")
        #expect(try await run("sync", on: 21).code == .done)
        let last = try await run("status", on: 21)
        #expect(last.output.contains("july: fresh, 0 s old"), "\(last)")
        #expect(last.output.contains("covers    2015-07-12…2015-07-21: 9 complete and 1 open of 10 days"), "\(last)")
        // A month later, without a sync between, nothing of the days asked for is there.
        let later = try await run("status", on: 31)
        #expect(later.output.contains("2015-07-22…2015-07-31: 10 missing of 10 days"), "\(later)")
    }

    @Test func `of a day beyond the cap is which day and how many are missing`() async throws {
        var options = try SandboxOptions.july(300)
        options.cap = 100
        options.dayArticles = [options.days.from: 230]
        let sandbox = try Sandbox.start(options, clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL, provider: "paging = { cap = 100 }")
        #expect(try await place.run("sync").code == 2)
        let status = try await place.run("status")
        #expect(status.output.contains("july: fresh, ") && status.output.contains(" old, but capped"), "\(status)")
        #expect(status.output.contains("30 announced articles missing"), "\(status)")
        #expect(status.output.contains("  2015-07  ▲■"), "\(status)")
        #expect(status.output.contains("2015-07-01             capped: 30 of 230 lie beyond"), "\(status)")
        let json = try await place.run("status", "--json").output
        #expect(json.contains(#""missing_articles":30"#), "\(json)")
    }

    @Test func `of an article that no page gives is the hole around it`() async throws {
        var options = try SandboxOptions.july(200)
        options.poison = [.index(90)]
        let sandbox = try Sandbox.start(options, clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL)
        let synced = try await place.run("sync")
        #expect(synced.code == 2, "\(synced)")
        let status = try await place.run("status")
        #expect(status.output.contains("▒"), "\(status)")
        #expect(status.output.contains("hole, "), "\(status)")
        let days = try #require(status.output.firstMatch(of: /(\d+) complete and (\d+) partial of 31 days/))
        #expect(Int(days.2) ?? 31 <= 3, "\(status)")
    }

    @Test func `after the API changed is which path went and which came, and the answer is kept`() async throws {
        let place = try Place()
        let before = try Sandbox.start(.july(40), clock: .still)
        try place.configure(before.baseURL)
        #expect(try await place.run("sync").code == 0)
        before.stop()
        let changed = #"{"status":"OK","response":{"docs":[{"_id":"a"}],"total":40}}"#
        let server = try ScriptedServer { _ in changed }
        defer { server.stop() }
        try place.configure("http://127.0.0.1:\(server.port)")
        let failed = try await place.run("sync")
        #expect(failed.code == 1, "\(failed)")
        let status = try await place.run("status")
        #expect(status.output.contains("july: stale since"), "\(status)")
        #expect(status.output.contains("metadata.hits"), "\(status)")
        #expect(status.output.contains("`articlesync explain july` shows the answer"), "\(status)")
        #expect(status.output.contains("holds     40 articles, complete"), "\(status)")
        let explained = try await place.run("explain", "july")
        #expect(explained.output.contains("answers that were not understood"), "\(explained)")
        #expect(explained.output.contains(#"begins: {"status":"OK","response":{"#), "\(explained)")
        let answer = try await place.run("explain", "july", "--answer", "2")
        #expect(answer.output == changed, "\(answer)")
        let none = try await place.run("explain", "july", "--answer", "1")
        #expect(none.code == 1)
        #expect(none.errors.contains("no odd answer of run 1 of july is kept (kept are those of 2)"), "\(none)")
    }

    @Test func `in an outage and with a dead key is that readers have the old contents, and why`() async throws {
        let place = try Place()
        var options = try SandboxOptions.july(30)
        options.key = .init(Place.key)
        let sandbox = try Sandbox.start(options, clock: .still)
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        let refused = try await place.run(["sync"], environment: ["THE_KEY": "another"])
        #expect(refused.code == 77, "\(refused)")
        let keyless = try await place.run("status")
        #expect(keyless.output.contains("july: stale since"), "\(keyless)")
        #expect(keyless.output.lowercased().contains("key"), "\(keyless)")
        sandbox.stop()
        #expect(try await place.run("sync").code == 69)
        let outage = try await place.run("status")
        #expect(outage.output.contains("july: stale since"), "\(outage)")
        #expect(outage.output.ranges(of: "cannot connect").count == 1, "the reason is said once: \(outage)")
        #expect(outage.output.contains("holds     30 articles, complete"), "\(outage)")
        #expect(outage.output.contains("31 complete of 31 days"), "\(outage)")
        let unset = try await place.run(["status"], environment: ["THE_KEY": ""])
        #expect(unset.code == 0)
        #expect(unset.output.contains("nothing can be asked: "), "\(unset)")
    }

    @Test func `of a held result is what is held and what to do, and its filter is suspected`() async throws {
        var options = try SandboxOptions.july(300)
        options.era = .year2013
        let full = try Sandbox.start(options, clock: .still)
        let place = try Place()
        let filter = #"filter = 'document_type:"article"'"#
        try place.configure(full.baseURL, query: filter)
        #expect(try await place.run("sync").code == 0)
        #expect(!(try await place.run("status")).output.contains("warning"))
        full.stop()
        // The same articles, behind the API of today.
        options.era = .year2025
        let empty = try Sandbox.start(options, clock: .still)
        defer { empty.stop() }
        try place.configure(empty.baseURL, query: filter)
        #expect(try await place.run("sync").code == 2)
        let status = try await place.run("status")
        #expect(status.output.contains("held      0 articles of 2015-07-01…2015-07-31"), "\(status)")
        #expect(status.output.contains("`articlesync candidates diff july`"), "\(status)")
        #expect(status.output.ranges(of: "nothing came where there had been").count == 1, "\(status)")
        #expect(status.output.contains("the query had articles and has none now: the filter's field"), "\(status)")
        let checked = try await place.run("check")
        #expect(checked.code == 0)
        #expect(checked.errors.contains("queries.july: the query had articles and has none now"), "\(checked)")
        let json = try await place.run("status", "--json").output
        #expect(json.contains(#""held":[{"id":2,"state":"held""#) && json.contains(#""coverage":"empty""#), "\(json)")
    }

    @Test func `of an edited query is that it asks something else now, and of many queries there is no calendar`()
        async throws
    {
        let place = try Place()
        let sandbox = try Sandbox.start(.july(12), clock: .still)
        defer { sandbox.stop() }
        let others = ["a", "b", "c"].map { "[queries.\($0)]\ntext = \"\($0)\"\nlast = \"3 days\"\n" }.joined()
        try place.configure(sandbox.baseURL, more: others)
        #expect(try await place.run("sync", "july").code == 0)
        let all = try await place.run("status")
        #expect(all.output.contains("july: fresh") && !all.output.contains("days of"), "\(all)")
        #expect(try await place.run("status", "july").output.contains("days of july"))
        try place.configure(sandbox.baseURL, query: #"filter = 'section.name:"Sports"'"#, more: others)
        let edited = try await place.run("status", "july")
        #expect(edited.output.contains("the query asks something else now"), "\(edited)")
        #expect(edited.output.contains("31 missing of 31 days"), "\(edited)")
        #expect(try await place.run("explain", "july").output.contains("2015-07-01…2015-07-31  never read"))
    }

    @Test func `is no reason for a check to fail where the store cannot be read`() async throws {
        let place = try Place()
        try place.configure("http://127.0.0.1:9", query: #"filter = 'news_desk:"Sports"'"#)
        try place.folder.write("this is no database, and was never one", to: "articles.db")
        let checked = try await place.run("check")
        #expect(checked.code == 0, "\(checked)")
        #expect(checked.errors.contains("articles.db: "), "\(checked)")
    }

    @Test func `has what the provider's answers are known to look like, and since when`() async throws {
        let place = try Place()
        try place.configure("http://127.0.0.1:9")
        #expect(try await place.run("explain", "july").output.contains("answers   none seen yet"))
        let shape =
            "articlesync-shape 1\n.\tobject\talways\nresponse\tobject\talways\nresponse.docs\tarray\tsometimes\n"
        let writer = SQLiteArticleWriter(path: place.store)
        try await writer.open()
        let then = try #require(Instant(iso8601: "2015-07-04T09:30:00Z"))
        try await writer.keep(shape: shape, of: "nyt", at: then)
        let explained = try await place.run("explain", "july")
        #expect(explained.code == 0, "\(explained)")
        #expect(
            explained.output.contains("3 paths known; what is known of them grew last at 2015-07-04 09:30 UTC"),
            "\(explained)")
        let json = try await place.run("explain", "july", "--json").output
        #expect(json.contains(#""shape":{"paths":3,"changed_at":"2015-07-04T09:30:00Z"}"#), "\(json)")
    }

    @Test func `of yesterday is what articles said then, at the end of that day`() async throws {
        let place = try Place()
        var options = try SandboxOptions.july(9)
        options.life = SandboxLife(changes: 4, every: 1)
        let sandbox = try Sandbox.start(options, clock: .still)
        defer { sandbox.stop() }
        let file = try place.configure(sandbox.baseURL)
        func run(_ words: String..., at time: String = "2015-08-02T12:00:00Z") async throws -> InProcess {
            let now = try #require(Instant(iso8601: time))
            return await InProcess(
                words + ["--config", file], environment: ["THE_KEY": Place.key], clock: WallClock { now })
        }
        #expect(try await run("sync", at: "2015-08-01T12:00:00Z").code == .done)
        let before = try await run("articles", "july", "--sort", "provider_id", "-f", "jsonl").output
        #expect(try await run("sync", at: "2015-08-02T12:00:00Z").code == .done)
        let now = try await run("articles", "july", "--sort", "provider_id", "-f", "jsonl").output
        #expect(before.headlines != now.headlines)
        func then(_ instant: String) async throws -> [Substring] {
            try await run("articles", "july", "--sort", "provider_id", "-f", "jsonl", "--as-of", instant).output
                .headlines
        }
        #expect(try await then("2015-07-31").isEmpty)
        #expect(try await then("2015-08-01T11:59:59Z").isEmpty)
        #expect(try await then("2015-08-01T14:00:00+02:00") == before.headlines)
        #expect(try await then("2015-08-01") == before.headlines)
        #expect(try await then("2015-08-02") == now.headlines)
        let changed = try await run("articles", "july", "--sort", "-changed_at", "-n", "1", "-f", "jsonl").output
        let id = try #require(changed.firstMatch(of: /"id":(\d+)/)).1
        let history = try await run("history", String(id))
        #expect(history.output.contains("2015-08-02 12:00  run 2  headline: “"), "\(history)")
    }

    @Test func `has colours on a terminal, and none where they are not wanted`() async throws {
        let place = try Place()
        let sandbox = try Sandbox.start(.july(12), clock: .still)
        defer { sandbox.stop() }
        let file = try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        let words = ["status", "--config", file]
        let coloured = await InProcess(words, environment: ["THE_KEY": Place.key], width: 60)
        #expect(coloured.output.contains("  2015-07  \u{1B}[32m■■"), "\(coloured.output)")
        let plain = await InProcess(words, environment: ["THE_KEY": Place.key, "NO_COLOR": "1"], width: 60)
        #expect(plain.output.contains("  2015-07  ■■") && !plain.output.contains("\u{1B}"), "\(plain.output)")
        for line in plain.output.split(separator: "\n") { #expect(line.count <= 60, "\(line)") }
    }

    @Test func `of the past is told by history and by articles as of an instant`() async throws {
        let place = try Place()
        let sandbox = try Sandbox.start(.july(12), clock: .still)
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        let id = try #require(try await place.storedIDs().first)
        let first = try await place.run("history", id)
        #expect(first.code == 0, "\(first)")
        #expect(first.output.contains("first seen") && first.output.contains("joined july"), "\(first)")
        #expect(
            try await place.run("history", id, "--json").output.contains(#""event":"joined","run":1,"query":"july""#))
        let unknown = try await place.run("history", "nobody")
        #expect(unknown.code == 1)
        #expect(unknown.errors.contains("no article is known by `nobody`"))
        let before = try await place.run("articles", "july", "--as-of", "2015-07-04", "--format", "jsonl")
        #expect(before.code == 0, "\(before)")
        #expect(before.output.isEmpty)
        let after = try await place.run("articles", "july", "--as-of", "2999-12-31", "--format", "jsonl")
        #expect(after.output.split(separator: "\n").count == 12)
        let filtered = try await place.run(
            "articles", "july", "--as-of", "2999-12-31T00:00:00Z", "--where", "headline != ''", "--sort", "headline",
            "--format", "jsonl")
        #expect(filtered.code == 0, "\(filtered)")
        #expect(filtered.output.split(separator: "\n").count == 12)
        let wrong = try await place.run("articles", "--as-of", "2999-12-31", "--where", "word_count >")
        #expect(wrong.code == 64, "\(wrong)")
    }
}

extension Place {
    /// The configuration with a limit of requests a day, none of them kept for fresh days.
    fileprivate func limit(perDay: Int, _ baseURL: String) throws {
        let file = try configure(baseURL, provider: "reserve_for_fresh = 0")
        try folder.write(
            Files.text(file).replacing("requests_per_day = 0", with: "requests_per_day = \(perDay)"),
            to: "articlesync.toml")
    }
}

extension String {
    /// The headlines of articles in JSON, a line an article.
    fileprivate var headlines: [Substring] {
        matches(of: /"headline":("(?:[^"\\]|\\.)*")/).map(\.1)
    }
}
