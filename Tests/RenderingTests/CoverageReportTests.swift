import Articles
import Chronology
import Expectations
import Rendering
import TestSupport
import Testing

/// What is said of candidates, differences and plans.
@Suite struct `A report on coverage` {
    private func candidate(_ state: Candidate.State, id: Int64 = 7) throws -> Candidate {
        let at = try Samples.instant("2015-07-08T05:00:00Z")
        return Candidate(
            id: id, query: "basketball", state: state, window: try Samples.days("2015-06-10", "2015-07-07"),
            startedAt: at, updatedAt: at, announced: .exactly(254), articles: 20, coverage: .complete,
            reason: state == .held ? "20 articles came where there had been 60 articles" : nil,
            agreements: state == .held ? 1 : 0, generation: state == .stored ? Int(id) : nil, pages: 26)
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
}
