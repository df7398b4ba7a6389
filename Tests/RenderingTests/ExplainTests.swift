internal import Articles
internal import Chronology
internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct `An explanation` {
    @Test func `says what is asked, what would be read, where values come from, and what went wrong`() throws {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        var query = ArticleQuery(name: "climate", provider: "nyt", window: .last(days: 7), timeZone: zone)
        query.text = "climate"
        let now = try Samples.instant("2015-07-08T10:05:00Z")
        var budget = ProviderBudget(provider: "nyt", perMinute: 5, perDay: 500)
        budget.leftThisMinute = 3
        budget.leftToday = 482
        budget.dayReturnsAt = try Samples.instant("2015-07-09T04:00:00Z")
        budget.pausedUntil = try Samples.instant("2015-07-08T10:06:00Z")
        var report = ExplainReport(
            query, range: query.days(at: now), now: now,
            provider: ProviderSummary(
                name: "nyt", title: "New York Times", origin: "built in", url: "https://api.example.org/search.json",
                key: .present, pageSize: 10, cap: 1_000, requestsPerMinute: 5, requestsPerDay: 500, queries: 1),
            budget: budget)
        #expect(report.text(on: .plain).contains("nothing: every window stands as it was read"))
        report.reads = [
            .init(
                days: try Samples.days("2015-07-08", "2015-07-08"), reason: "open", expected: 34, urgency: .fresh),
            .init(
                days: try Samples.days("2015-07-02", "2015-07-03"), reason: "new", expected: nil, urgency: .backfill),
        ]
        report.query.schedule = "every 6h"
        report.schedule = ScheduleDetails(
            words:
                "every 6 h, now at 03:37, 09:37, 15:37 and 21:37 in America/New_York: its place among equal schedules",
            instants: [
                try Samples.instant("2015-07-08T13:37:58.504Z"), try Samples.instant("2015-11-01T06:37:58.504Z"),
            ], zone: zone, next: NextRun(.backOff, at: try Samples.instant("2015-07-08T10:09:12Z"), failures: 3),
            afterFailure: "it is tried again after 1 min", deadline: .seconds(43_200))
        report.stands = 1
        report.keptPages = 2
        report.configuration = "/etc/articlesync/articlesync.toml"
        report.values = [
            .init(
                "last", "7 days",
                origin: "/etc/articlesync/articlesync.d/\(String(repeating: "climate-", count: 2))queries.toml:3:1"),
            .init("filter", String(repeating: "section.name ", count: 9), origin: "/somewhere/else.toml:2:1"),
            .init("text", "climate", origin: "/etc/articlesync/articlesync.toml:12:1"),
            .init("keep", "window", origin: "default"),
        ]
        report.providerValues = [.init("paging.cap", "1000", origin: "nyt.toml (built in):37:1")]
        report.shape = (214, try Samples.instant("2015-04-01T00:00:00Z"))
        report.failures = [try Samples.failedRun(), try Samples.partialRun()]
        report.oddAnswers = [
            OddAnswer(
                run: 18, at: now, reason: "`response.meta.hits` is gone; `response.metadata.hits` is new",
                bytes: 48_213,
                beginning: #"{"status":"OK","response":{"#)
        ]
        expectGolden(report.text(on: .plain), named: "explain-plain.txt")
        expectGolden(report.text(on: Terminal(width: 80)), named: "explain-80.txt")
        expectGolden(report.text(on: Terminal(width: 60, usesColour: true)), named: "explain-colour.txt")
        expectGolden(report.json, named: "explain.json")
    }
}
