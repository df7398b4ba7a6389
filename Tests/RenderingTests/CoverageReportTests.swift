import Articles
import Chronology
import Expectations
import Rendering
import TestSupport
import Testing

/// What is said of windows, candidates and the past of articles.
@Suite struct `A report on coverage` {
    private func expectReport(_ report: some Report, named name: String) {
        expectGolden(report.text(on: .plain), named: "\(name)-plain.txt")
        expectGolden(report.text(on: Terminal(width: 80)), named: "\(name)-80.txt")
        expectGolden(report.text(on: Terminal(width: 60, usesColour: true)), named: "\(name)-colour.txt")
        expectGolden(report.json, named: "\(name).json")
    }

    private func reading(_ from: String, _ to: String, _ status: Coverage, _ announced: Total) throws -> WindowReading {
        let readAt = try Samples.instant("2015-07-08T06:00:00Z")
        var reading = WindowReading(
            days: try Samples.days(from, to), status: status, announced: announced, readAt: readAt)
        reading.unique = status == .complete ? announced.count : max(announced.count - 5, 0)
        (reading.stored, reading.fetched, reading.pages, reading.cap) = (reading.unique, reading.unique, 3, 1_000)
        return reading
    }

    private func windows() throws -> [WindowReading] {
        var holed = try reading("2015-06-20", "2015-06-22", .partial, .exactly(30))
        holed.reason = "5 of 30 could not be had: page 2 of 2015-06-20…2015-06-22: status 500"
        holed.holes = [
            CoverageHole(days: try Samples.days("2015-06-21", "2015-06-21"), missing: 5, reason: "status 500")
        ]
        var capped = try reading("2015-06-23", "2015-06-23", .capped, .atLeast(10_000))
        capped.reason = "the provider counts at least 10000 and gives 2000 of them"
        var moved = try reading("2015-06-24", "2015-06-25", .unverified, .exactly(12))
        moved.reason = "the announced total changed while paging, from 11 to 12"
        return [
            try reading("2015-06-10", "2015-06-14", .complete, .exactly(40)),
            try reading("2015-06-15", "2015-06-19", .empty, .exactly(0)), holed, capped, moved,
        ]
    }

    private func candidate(_ state: Candidate.State, id: Int64 = 7) throws -> Candidate {
        let at = try Samples.instant("2015-07-08T05:00:00Z")
        return Candidate(
            id: id, query: "basketball", state: state, window: try Samples.days("2015-06-10", "2015-07-07"),
            startedAt: at, updatedAt: at, announced: .exactly(254), articles: 20, coverage: .complete,
            reason: state == .held ? "20 articles came where there had been 60 articles" : nil,
            agreements: state == .held ? 1 : 0, generation: state == .stored ? Int(id) : nil, pages: 26)
    }

    @Test func `a calendar has a symbol a day, and leaves days to come blank`() throws {
        let range = try Samples.days("2015-06-05", "2015-07-20")
        let today = try Samples.days("2015-07-07", "2015-07-07").from
        let calendar = CoverageCalendar(range, windows: try windows(), today: today)
        expectGolden(calendar.text(on: .plain), named: "calendar-plain.txt")
        expectGolden(calendar.text(on: Terminal(width: 60, usesColour: true)), named: "calendar-colour.txt")
        #expect(
            calendar.spans.map { "\($0.days) \($0.state.name)" } == [
                "2015-06-05…2015-06-09 missing", "2015-06-10…2015-06-14 complete", "2015-06-15…2015-06-19 empty",
                "2015-06-20…2015-06-22 partial", "2015-06-23 capped", "2015-06-24…2015-06-25 unverified",
                "2015-06-26…2015-07-07 missing",
            ])
        for line in calendar.text(on: Terminal(width: 60)).split(separator: "\n") { #expect(line.count <= 60) }
    }

    @Test func `a calendar of many years has a symbol a month, that of its least covered day`() throws {
        let range = try Samples.days("2012-01-01", "2015-12-31")
        let windows = [
            try reading("2012-01-01", "2014-03-30", .complete, .exactly(9)),
            try reading("2014-03-31", "2014-03-31", .capped, .exactly(9)),
            try reading("2014-04-01", "2014-12-31", .complete, .exactly(9)),
        ]
        let calendar = CoverageCalendar(
            range, windows: windows, today: try Samples.days("2015-07-07", "2015-07-07").from)
        expectGolden(calendar.text(on: .plain), named: "calendar-years.txt")
    }

    @Test func `every day is in exactly one span, whatever the windows`() throws {
        let range = try Samples.days("2015-06-01", "2015-08-31")
        for cut in stride(from: 0, to: 80, by: 7) {
            let first = range.from.adding(days: cut)
            var window = try reading("2015-06-01", "2015-06-01", .complete, .exactly(1))
            window.days = DayRange(last: 5, endingOn: first)
            let spans = CoverageCalendar(range, windows: [window], today: range.to).spans
            #expect(spans.first?.days.from == range.from && spans.last?.days.to == range.to)
            for (left, right) in zip(spans, spans.dropFirst()) {
                #expect(left.days.to.adding(days: 1) == right.days.from && left.state != right.state)
            }
        }
    }

    @Test func `a status with everything there is to say`() throws {
        let now = try Samples.instant("2015-07-08T10:00:00Z")
        var run = try Samples.partialRun()
        run.notices = ["`response.meta.hits` is gone; `response.metadata.hits` is new"]
        let contentsAt = try Samples.instant("2015-07-08T06:00:00Z")
        let status = QueryStatus(
            name: "basketball", provider: "nyt", fingerprint: "nyt text=\"basketball\" last=28 days",
            window: try Samples.days("2015-06-10", "2015-07-07"), articles: 72, generation: 3, contentsAt: contentsAt,
            coverage: .unverified, lastRun: run, freshness: .fresh(since: contentsAt))
        var entry = StatusReport.Entry(status, requestsLeftToday: 0)
        entry.budgetReturnsAt = try Samples.instant("2015-07-09T04:00:00Z")
        entry.windows = try windows()
        entry.calendar = CoverageCalendar(
            try Samples.days("2015-06-10", "2015-07-07"), windows: entry.windows,
            today: try Samples.days("2015-07-07", "2015-07-07").from)
        entry.candidates = [try candidate(.gathering), try candidate(.held)]
        entry.warnings = ["the filter names `document_type`, which matches nothing since April 2025"]
        expectReport(StatusReport([entry], now: now), named: "status-full")
    }

    @Test func `candidates, and that there are none`() throws {
        let all = [
            try candidate(.gathering, id: 9), try candidate(.held, id: 8), try candidate(.stored, id: 7),
            try candidate(.stored, id: 6),
        ]
        let contents = RunTicket.Contents(articles: 60, generation: 7)
        expectReport(CandidatesReport("basketball", all, contents: contents), named: "candidates")
        let none = CandidatesReport("basketball", [], contents: RunTicket.Contents())
        #expect(none.text(on: .plain) == "No candidates of basketball: nothing is gathered, held or kept.\n")
    }

    @Test func `a difference, and that there is none`() throws {
        var difference = ContentsDifference()
        (difference.added, difference.changed, difference.removed) = (1, 2, 4)
        let key = ArticleKey(provider: "nyt", id: "nyt://article/0001")
        difference.examples = [
            .init(change: .added, key: key, headline: "A new one"),
            .init(
                change: .changed, key: key, headline: String(repeating: "long ", count: 40),
                fields: ["headline", "url"]),
            .init(change: .removed, key: key, headline: nil),
        ]
        let looked = DifferenceReport(
            "basketball", difference, isStored: false, notices: ["no answers are kept of it"],
            advice: "`articlesync candidates accept basketball 8` puts it in place, `drop` forgets it.")
        let held = DifferenceReport(
            "climate", difference, isStored: false,
            doubt:
                "3 articles came where there had been 60 articles, and guard.max_shrink is 0.5; the former contents stay"
        )
        expectReport(DifferencesReport([looked, held]), named: "difference")
        let same = ContentsDifference()
        #expect(DifferenceReport("q", same, isStored: false).text(on: .plain) == "q: nothing would change\n")
        #expect(DifferenceReport("q", same, isStored: true).text(on: .plain) == "q: nothing changed\n")
    }

    @Test func `a plan, with what nobody knows`() throws {
        let range = try Samples.days("2015-01-01", "2015-12-31")
        let known = PlanReport.Window(days: range, reason: "always", expected: 2_500, urgency: .backfill)
        let new = PlanReport.Window(days: range, reason: "new", expected: nil, urgency: .fresh)
        let entries = [
            PlanReport.Entry(
                query: "year", range: range, windows: [known, new], standing: 3, keptPages: 90, unreachable: 40,
                requests: 260, isLowerBound: true,
                budget: .init(perDay: 100, leftToday: 10, today: 10, days: 4, time: .seconds(120))),
            PlanReport.Entry(
                query: "done", range: range, windows: [], standing: 12, keptPages: 0, requests: 0, isLowerBound: false,
                budget: .init(perDay: 0, leftToday: nil, today: 0, days: 0, time: .zero)),
            PlanReport.Entry(
                query: "one", range: range, windows: [], standing: 1, keptPages: 0, requests: 0, isLowerBound: false,
                budget: .init(perDay: 0, leftToday: nil, today: 0, days: 0, time: .zero)),
            PlanReport.Entry(
                query: "spent", range: range, windows: [known], standing: 0, keptPages: 0, requests: 250,
                isLowerBound: false,
                budget: .init(
                    perDay: 90, leftToday: 0, reserved: 10, returnsAt: try Samples.instant("2015-07-09T04:00:00Z"),
                    today: 0, days: 3, time: .zero)),
            PlanReport.Entry(
                query: "small", range: range, windows: Array(repeating: known, count: 14), standing: 0, keptPages: 1,
                requests: 4, isLowerBound: false,
                budget: .init(perDay: 500, leftToday: 500, today: 4, days: 1, time: .zero)),
        ]
        let share = PlanReport.Share(
            provider: "nyt", queries: 3, requests: 514, isLowerBound: true,
            budget: .init(
                perDay: 100, leftToday: 10, returnsAt: try Samples.instant("2015-07-09T04:00:00Z"), today: 10, days: 7,
                time: .seconds(120)))
        let now = try Samples.instant("2015-07-08T10:00:00Z")
        expectReport(PlanReport(entries, shares: [share], now: now), named: "plan")
    }

    @Test func `the past of an article`() throws {
        let at = try Samples.instant("2015-07-04T10:00:00Z")
        let events: [ArticleHistory.Event] = [
            .init(at: at, what: .firstSeen, run: 1), .init(at: at, what: .joined(query: "basketball")),
            .init(at: at.adding(.seconds(86_400)), what: .changed(field: "headline", old: "Before", new: nil), run: 2),
            .init(
                at: at.adding(.seconds(90_000)),
                what: .changed(field: "abstract", old: nil, new: String(repeating: "word ", count: 30)), run: 2),
            .init(at: at.adding(.seconds(200_000)), what: .left(query: "basketball")),
            .init(at: at.adding(.seconds(200_000)), what: .vanished),
        ]
        expectReport(HistoryReport(ArticleHistory(article: try Samples.full(), events: events)), named: "history")
    }

    @Test func `an explanation`() throws {
        let at = try Samples.instant("2015-07-04T10:00:00Z")
        let range = try Samples.days("2015-07-01", "2015-07-07")
        let report = ExplainReport(
            query: "basketball", asks: "nyt text=\"basketball\" days=\(range)",
            values: [.init("text", "basketball", from: "a.toml:3:1"), .init("keep", "window", from: "default")],
            window: range, due: [.init(days: range, reason: "open", expected: 34, urgency: .fresh)], standing: 0,
            limits: ["10 results a page, 1000 of one search; more is cut by date"],
            failures: [try Samples.failedRun()],
            oddAnswers: [
                OddAnswer(run: 4, at: at, reason: "`response.docs` is gone", bytes: 194, beginning: "{\"a\":1}")
            ],
            shapePaths: 47)
        expectReport(report, named: "explain")
    }
}
