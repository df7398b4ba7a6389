internal import Articles
internal import Chronology
internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct ReportTests {
    @Test func `the journal of runs`() throws {
        let runs = [
            try Samples.runningRun(), try Samples.failedRun(), try Samples.partialRun(), try Samples.completeRun(),
        ]
        expectReport(RunsReport(runs), named: "runs")
    }

    @Test func `a journal without runs says so`() {
        #expect(RunsReport([]).text(on: .plain) == "No runs yet.\n")
        #expect(RunsReport([]).json == "{\"runs\":[]}\n")
    }

    @Test func `a sync in words, with what readers have when it is not complete`() throws {
        let runs = [try Samples.completeRun(), try Samples.partialRun(), try Samples.failedRun()]
        expectReport(SyncReport(runs), named: "sync")
        expectGolden(SyncReport(runs, isDryRun: true).text(on: .plain), named: "sync-dry-run.txt")
        expectGolden(SyncReport(runs, isDryRun: true).json, named: "sync-dry-run.json")
    }

    @Test func `a parked run tells programs too what is kept and when to go on`() throws {
        var run = try Samples.failedRun()
        run.outcome = .parked
        run.kept = KeptPages(pages: 450, expected: 2_540)
        run.nextTryAt = try Samples.instant("2015-07-02T04:00:00Z")
        expectGolden(SyncReport([run]).json, named: "sync-parked.json")
        // More pages than were expected are no reason to say that fewer exist.
        #expect(KeptPages(pages: 5, expected: 3).expected == 5)
        // The journal does not know it, and does not pretend to.
        #expect(!RunsReport([run]).json.contains("kept_pages"))
    }

    @Test func `a complete run is one line`() throws {
        #expect(
            SyncReport.lines(try Samples.completeRun())
                == "basketball: complete, 34 articles (3 new, 1 changed, 0 gone), 4 requests, 0.8 s")
    }

    @Test func `windows that were read are counted, and listed as JSON`() throws {
        var run = try Samples.completeRun()
        var windows: [WindowReading] = []
        for (from, to) in [("2015-07-01", "2015-07-03"), ("2015-07-04", "2015-07-07")] {
            windows.append(
                WindowReading(
                    days: try Samples.days(from, to), status: .complete, announced: .exactly(17), readAt: run.startedAt)
            )
        }
        run.windows = windows
        run.notices = ["went on with 2 pages that earlier runs kept"]
        expectGolden(SyncReport([run]).text(on: Terminal(width: 60)), named: "sync-windows-60.txt")
        expectGolden(SyncReport([run]).json, named: "sync-windows.json")
        run.counts.pages = 0
        run.windows = []
        #expect(
            SyncReport.lines(run) == """
                basketball: complete, nothing was due, 34 articles, 4 requests, 0.8 s
                  note: went on with 2 pages that earlier runs kept
                """)
        #expect(!RunsReport([run]).json.contains("\"windows\""))
    }

    @Test func `every outcome has its line`() throws {
        var text = ""
        for outcome in RunOutcome.allCases {
            var run = try Samples.partialRun()
            run.outcome = outcome
            run.reason = outcome == .complete ? nil : "the reason"
            text += SyncReport.lines(run) + "\n"
        }
        expectGolden(text, named: "sync-outcomes.txt")
    }

    @Test func `how queries stand`() throws {
        let now = try Samples.instant("2015-07-08T10:05:00Z")
        let run = try Samples.completeRun()
        let entries = [
            StatusReport.Entry(
                QueryStatus(
                    name: "basketball", provider: "nyt", fingerprint: #"nyt text="basketball""#, window: run.window,
                    articles: 34, generation: 4, contentsAt: run.finishedAt, coverage: .complete, lastRun: run,
                    freshness: .fresh(since: run.startedAt)),
                nextRun: NextRun(.schedule, at: try Samples.instant("2015-07-08T16:00:00Z")), requestsLeftToday: 482),
            StatusReport.Entry(
                QueryStatus(
                    name: "climate", provider: "nyt",
                    fingerprint: #"nyt text="climate" filter="section.name:\"World\"""#,
                    window: try Samples.days("2015-07-02", "2015-07-08"), articles: 98, generation: 2,
                    contentsAt: try Samples.instant("2015-07-06T08:00:00Z"), coverage: .partial,
                    lastRun: try Samples.partialRun(),
                    freshness: .stale(
                        since: try Samples.instant("2015-07-06T08:00:00Z"), reason: "page 13 was not JSON")),
                nextRun: NextRun(.backOff, at: try Samples.instant("2015-07-08T10:06:00Z"), failures: 3),
                requestsLeftToday: 1),
            StatusReport.Entry(QueryStatus(name: "tides", provider: "sea", fingerprint: "sea")),
            StatusReport.Entry(
                QueryStatus(
                    name: "going", provider: "nyt", fingerprint: "nyt", articles: 1, lastRun: try Samples.runningRun())),
        ]
        expectReport(StatusReport(entries, now: now), named: "status")
        expectReport(try gatheringAndHeld(at: now), named: "status-waiting")
        #expect(StatusReport([], now: now).text(on: .plain) == "No queries.\n")
    }

    /// A first backfill that waits for the budget, and a result that the guard holds.
    private func gatheringAndHeld(at now: Instant) throws -> StatusReport {
        let then = try Samples.instant("2015-07-07T21:00:00Z")
        var parked = try Samples.failedRun()
        parked.outcome = .parked
        parked.failure = .daySpent
        parked.reason = "nothing is left of the day's budget"
        var backfill = StatusReport.Entry(
            QueryStatus(name: "tides", provider: "sea", fingerprint: "sea", window: nil, lastRun: parked),
            requestsLeftToday: 0)
        let year = try Samples.days("2014-01-01", "2014-12-31")
        backfill.days = CoverageDays(year, windows: [], in: .utc, at: now)
        backfill.gathered = Candidate(
            id: 3, query: "tides", state: .gathering, window: year, startedAt: then, updatedAt: now, pages: 498)
        backfill.continues = true
        var held = StatusReport.Entry(
            QueryStatus(
                name: "climate", provider: "nyt", fingerprint: "nyt",
                window: try Samples.days("2015-07-02", "2015-07-08"),
                articles: 98, generation: 2, contentsAt: then, coverage: .complete,
                freshness: .stale(since: then, reason: "nothing came where there had been 98 articles")))
        held.gathered = backfill.gathered
        held.held = [
            Candidate(
                id: 4, query: "climate", state: .held, window: try Samples.days("2015-07-02", "2015-07-08"),
                startedAt: then,
                updatedAt: then, announced: .exactly(0), articles: 0, coverage: .empty,
                reason: "nothing came where there had been 98 articles", agreements: 1)
        ]
        held.warnings = ["the query had articles and has none now: the filter's field news_desk is an old name"]
        var spent = ProviderBudget(provider: "sea", perDay: 500)
        spent.leftToday = 0
        spent.dayReturnsAt = try Samples.instant("2015-07-09T04:00:00Z")
        var keyless = ProviderBudget(provider: "nyt", perMinute: 5, perDay: 500)
        keyless.problem = "nothing can be asked: a.toml:3:1: the environment variable NYT_API_KEY is not set or empty"
        return StatusReport(
            [backfill, held], budgets: [spent, keyless, ProviderBudget(provider: "free")], now: now, isDetailed: true)
    }

    @Test func `providers in a table and one in full`() {
        let nyt = ProviderSummary(
            name: "nyt", title: "New York Times, Article Search v2", origin: "built in",
            url: "https://api.example.org/svc/search/v2/articlesearch.json", key: .missing, pageSize: 10, cap: 1_000,
            requestsPerMinute: 5, requestsPerDay: 500, queries: 2)
        let sea = ProviderSummary(
            name: "sea", origin: "/etc/articlesync/sea.toml", url: "http://127.0.0.1:9000/search", key: .notNeeded,
            pageSize: 50)
        expectReport(ProvidersReport([nyt, sea]), named: "providers")
        #expect(ProvidersReport([]).text(on: .plain) == "No providers.\n")
        let details = ProviderDetails(
            nyt,
            sections: [
                .init("parameters", [.init("q", "text"), .init("begin_date", "from as yyyyMMdd")]),
                .init(
                    "fields",
                    [
                        .init("headline", "headline.main"),
                        .init("authors", "byline.person[], first name, middle name and last name joined by a space"),
                    ]),
            ])
        expectReport(details, named: "provider")
    }

    @Test func `mistakes of a configuration are a line each, and harmless`() {
        let text = DiagnosticLines.text(["a.toml:1:2: unknown key `x`", "a.toml:3:1: not\na \u{1B}[31mdate"])
        #expect(text == "a.toml:1:2: unknown key `x`\na.toml:3:1: not a �[31mdate\n")
        let long = DiagnosticLines.text(["no query is called `\(String(repeating: "é", count: 100_000))` (known: july)"]
        )
        #expect(long.count < 4_000 && long.hasPrefix("no query is called `éé") && long.hasSuffix("éé` (known: july)\n"))
    }
}
