import ArticleSync
import Articles
import Chronology
import Testing

/// What a plan finds out besides the articles: order, twins, and days of which nothing can be had.
@Suite struct `What a run plan finds out` {
    private let now = Instant(secondsSince1970: 1_483_228_800)  // 2017-01-01
    private let range = DayRange(last: 60, endingOn: CalendarDay(daysSince1970: 16_800))

    private func run(_ search: inout SimulatedSearch) throws -> PlanRun {
        let zone = try #require(TimeZone.utc)
        let query = ArticleQuery(name: "q", provider: "p", window: .fixed(range), timeZone: zone)
        let agenda = ReadingAgenda(for: query, range: range, ledger: [], limits: search.limits, now: now)
        var run = PlanRun(RunPlan(agenda: agenda, ledger: [], limits: search.limits, today: now.utcDay))
        run.perform(&search, at: now)
        return run
    }

    /// So many documents, every day as many.
    private func search(_ count: Int, cap: Int = 100, isReversible: Bool = true) -> SimulatedSearch {
        let documents = (0..<count).map { id in
            SimulatedSearch.Document(id: id, day: range.from.adding(days: id % range.count), minute: id / range.count)
        }
        return SimulatedSearch(
            documents,
            limits: SourceLimits(pageSize: 10, cap: cap, concurrency: 1, isReversible: isReversible))
    }

    @Test(arguments: [false, true])
    func `windows are ranked as the source counts, up or down`(isDescending: Bool) throws {
        var search = search(600)
        search.isDescending = isDescending
        let readings = try run(&search).plan.readings
        #expect(readings.count > 3 && readings.allSatisfy { $0.status == .complete })
        let byRank = readings.sorted { $0.rank < $1.rank }.map(\.days.from)
        #expect(byRank == (isDescending ? byRank.sorted(by: >) : byRank.sorted()))
    }

    @Test func `two documents with one address and date and different ids are told, and both stay`() throws {
        var search = search(30)
        search.documents.append(.init(id: 100, day: search.documents[3].day, minute: 7))
        search.documents.append(.init(id: 101, day: search.documents[5].day, minute: 8))
        // The same address on another day is another article.
        search.documents.append(.init(id: 102, day: search.documents[8].day, minute: 9))
        search.twins = [100: 3, 101: 5, 102: 9]
        let run = try run(&search)
        #expect(run.ids.count == 33 && run.plan.readings.map(\.status) == [.complete])
        let notice = try #require(run.plan.notices.first)
        #expect(run.plan.notices.count == 1)
        #expect(
            notice.hasPrefix("two documents with one address and date have different ids: https://example.org/")
                && notice.hasSuffix(" and 1 more"), "\(notice)")
    }

    @Test(arguments: [SourceFailure.Kind.poisonPage, .transient], 0..<6 as Range<Int>)
    func `a day of which nothing can be had is a hole, and every other day arrives`(
        kind: SourceFailure.Kind, poison: Int
    ) throws {
        for isReversible in [false, true] {
            // One page holds all: neither end can be read, and only narrower days tell where the document is.
            var search = search(0, isReversible: isReversible)
            search.documents = (0..<6).map { .init(id: $0, day: range.from.adding(days: $0 * 10), minute: 0) }
            search.poison = [poison]
            search.poisonKind = kind
            let run = try run(&search)
            #expect(run.failure == nil)
            #expect(run.ids == Set((0..<6).filter { $0 != poison }.map { "\($0)" }))
            let holes = run.plan.readings.flatMap(\.holes)
            #expect(holes.map(\.days) == [DayRange(last: 1, endingOn: range.from.adding(days: poison * 10))])
            #expect(run.plan.readings.map(\.days.count).reduce(0, +) == range.count)
            #expect(run.plan.readings.count { $0.status == .partial } == 1)
        }
    }

    @Test func `one that vanishes before another comes is found out although the total is the same in the end`() throws
    {
        var search = search(90)
        search.changes = { request, count, documents in
            // From a page that was read, and later to one that was not.
            if count == 4 { documents.remove(at: 0) }
            if count == 6 { documents.append(.init(id: 500, day: request.window.to, minute: 1_000)) }
        }
        let run = try run(&search)
        #expect(run.restarts >= 1)
        #expect(run.ids == Set(search.documents.map { "\($0.id)" }))
        #expect(run.plan.readings.map(\.status) == [.complete])
    }

    @Test func `a part that must be too large is cut without asking how large it is`() throws {
        var search = search(0)
        search.documents = (0..<150).map { id in
            .init(id: id, day: range.from.adding(days: id < 10 ? id : 30 + id % 30), minute: id)
        }
        let run = try run(&search)
        #expect(run.ids.count == 150)
        // The first half tells what the second has.
        #expect(search.requests.contains { $0.window == range.halves[0] })
        #expect(!search.requests.contains { $0.window == range.halves[1] })
    }

    @Test func `ties at the seam between both ends are asked for beyond it`() throws {
        var search = search(0)
        search.documents = (0..<150).map { .init(id: $0, day: range.from, minute: 0) }
        search.shufflesTies = true
        let run = try run(&search)
        let reading = try #require(run.plan.readings.first { $0.days.contains(range.from) })
        // What came is never more than there is, and what did not come is said.
        #expect(reading.unique <= 150 && reading.unique == run.ids.count)
        #expect(reading.status == .complete || reading.missing == 150 - run.ids.count)
        #expect(search.requests.contains { $0.order == .reversed && $0.page >= 5 })
    }
}
