internal import Articles
internal import Chronology
internal import Commands
internal import SQLiteStore
internal import TestSupport
internal import Testing

/// What `status` and `explain` tell about the service and the next run, from what is in the store alone.
@Suite struct `A look at the service from outside` {
    /// A Wednesday noon in July, in UTC.
    private static let now = Instant(secondsSince1970: 1_436_356_800)
    private static let clock = WallClock { now }

    private static func before(_ seconds: Int64) -> Instant { now.adding(.seconds(-seconds)) }

    /// A folder with a configuration of three queries.
    private struct Scene {
        let folder: TemporaryFolder
        let file: String
        var writer: SQLiteArticleWriter { SQLiteArticleWriter(path: folder.file("articles.db")) }

        init() throws {
            folder = try TemporaryFolder()
            file = try folder.write(
                """
                [store]
                path = "articles.db"
                [providers.nyt]
                api_key_env = "THE_KEY"
                requests_per_day = 0
                requests_per_minute = 0
                [queries.often]
                text = "often"
                last = "7 days"
                timezone = "Etc/UTC"
                schedule = "every 6h"
                [queries.mornings]
                text = "mornings"
                last = "7 days"
                timezone = "Etc/UTC"
                schedule = "0 6 * * *"
                [queries.asked]
                text = "asked"
                last = "7 days"
                timezone = "Etc/UTC"
                """, to: "articlesync.toml")
        }

        func status(_ words: String...) async -> String {
            await InProcess(
                ["status", "--config", file] + words, environment: ["THE_KEY": Place.key],
                clock: `A look at the service from outside`.clock
            ).output
        }

        /// Journals a run that ended so.
        func run(
            _ name: String, _ outcome: RunOutcome, _ failure: SourceFailure.Kind? = nil, at start: Instant
        ) async throws {
            let utc = try #require(TimeZone.utc)
            let window = DayRange(last: 7, endingOn: start.utcDay)
            var query = ArticleQuery(name: name, provider: "nyt", window: .last(days: 7), timeZone: utc)
            query.text = name
            let writer = writer
            let ticket = try await writer.begin(query, window: window, from: .source, at: start)
            _ = try await writer.finish(
                ticket, ending: RunEnding(outcome, counts: RunCounts(), reason: "so it went", failure: failure),
                at: start.adding(.seconds(1)))
        }
    }

    /// What a service says that runs, in this very process.
    private func trace(_ scene: Scene, _ change: (inout ServiceTrace) -> Void = { _ in }) -> ServiceTrace {
        var trace = ServiceTrace(
            version: "1.2.3", configuration: scene.file, startedAt: Self.before(86_400),
            reload: .init(at: Self.before(86_400)))
        change(&trace)
        return trace
    }

    @Test func `without a service no run is promised, and what is overdue is told`() async throws {
        let scene = try Scene()
        let nothing = await scene.status()
        #expect(nothing.contains("  runs      none ever ran on this store; `articlesync run` is one"), "\(nothing)")
        #expect(nothing.contains("  next run  due since 2015-07-08 12:00 UTC, but no service runs;"), "\(nothing)")
        #expect(nothing.contains("  next run  only on request"), "\(nothing)")
        try await scene.writer.note(trace(scene) { $0.stoppedAt = Self.before(3_600) })
        let stopped = await scene.status()
        #expect(stopped.contains("  stopped   at 2015-07-08 11:00 UTC (1 h ago)"), "\(stopped)")
        let json = await scene.status("--json")
        #expect(json.contains(#""next_run_at":null,"next_run_reason":"no_service","failures":0"#), "\(json)")
        #expect(json.contains(#""service":{"state":"stopped""#), "\(json)")
    }

    @Test func `with one, the next run is told and why it is then`() async throws {
        let scene = try Scene()
        try await scene.writer.note(trace(scene))
        try await scene.run("often", .failed, .transient, at: Self.before(10))
        try await scene.run("mornings", .complete, at: Self.before(3_600))
        let status = await scene.status()
        #expect(status.contains("  runs      since 2015-07-07 12:00 UTC (24 h), version 1.2.3"), "\(status)")
        #expect(status.contains("UTC, after a failure\n"), "\(status)")
        #expect(status.contains("  next run  in 18 h, 2015-07-09 06:00 UTC\n"), "\(status)")
        let json = await scene.status("--json")
        #expect(json.contains(#""next_run_reason":"back_off","failures":1"#), "\(json)")
        #expect(json.contains(#""next_run_at":"2015-07-09T06:00:"#), "\(json)")
    }

    @Test func `a query that the provider refuses waits for its schedule, then longer`()
        async throws
    {
        let scene = try Scene()
        try await scene.writer.note(trace(scene))
        try await scene.run("mornings", .failed, .badQuery, at: Self.before(3_600))
        let once = await scene.status("mornings")
        #expect(
            once.contains("  next run  in 18 h, 2015-07-09 06:00 UTC, by its schedule, after a failure\n"), "\(once)")
        try await scene.writer.note(trace(scene) { $0.reload.at = Self.before(60) })
        let status = await scene.status("mornings")
        #expect(status.contains("  next run  in 18 h, 2015-07-09 06:00 UTC\n"), "\(status)")
        // One that was refused changes nothing.
        try await scene.writer.note(
            trace(scene) { $0.reload = .init(at: Self.before(60), refusal: "no\u{1B}[2J good") })
        let refused = await scene.status("mornings")
        #expect(refused.contains(", by its schedule, after a failure\n"), "\(refused)")
        #expect(
            refused.contains("  refused   that reading: no�[2J good; the former configuration stays in force"),
            "\(refused)")
    }

    @Test func `a run that was stopped goes on`() async throws {
        let scene = try Scene()
        try await scene.writer.note(trace(scene))
        try await scene.run("mornings", .parked, .daySpent, at: Self.before(20))
        let status = await scene.status("mornings")
        #expect(status.contains("  next run  in 41 s, 2015-07-08 12:00 UTC: goes on where it was stopped"), "\(status)")
    }

    @Test func `what the service of another file does is not told as one's own`() async throws {
        let scene = try Scene()
        try await scene.writer.note(trace(scene) { $0.configuration = "/etc/other.toml" })
        let status = await scene.status()
        #expect(status.contains("  next run  not known: the service that runs reads another file"), "\(status)")
        #expect(status.contains("  reads     /etc/other.toml, last at 2015-07-07 12:00 UTC"), "\(status)")
        #expect(status.contains("  but       what is looked at here is \(scene.file)"), "\(status)")
        #expect(await scene.status("--json").contains(#""next_run_reason":"other_configuration""#))
    }

    @Test func `a schedule is explained with its next times and what a failure changes`() async throws {
        let scene = try Scene()
        let explained = await InProcess(
            ["explain", "mornings", "--config", scene.file], environment: ["THE_KEY": Place.key], clock: Self.clock)
        #expect(explained.output.contains("  runs      at 06:00 every day in Etc/UTC\n"), "\(explained)")
        for day in 9...13 {
            #expect(explained.output.contains(" 2015-07-\(day < 10 ? "0" : "")\(day) 06:00:"), "\(explained)")
        }
        #expect(explained.output.contains("  comes     Thu 2015-07-09 06:00:"), "\(explained)")
        #expect(!explained.output.contains("2015-07-14 06:00"))
        #expect(explained.output.contains("  deadline  a run is stopped after 12 h"), "\(explained)")
        #expect(explained.output.contains("  failure   it is tried again after 1 min"), "\(explained)")
    }
}
