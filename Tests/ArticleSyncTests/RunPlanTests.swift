import ArticleSync
import Articles
import Chronology
import TestSupport
import Testing

@Suite struct `A run plan` {
    private let now = Instant(secondsSince1970: 1_483_228_800)  // 2017-01-01

    private func days(_ from: String, _ to: String) throws -> DayRange {
        let first = try #require(DayFormat.iso.day(from: from))
        let last = try #require(DayFormat.iso.day(from: to))
        return try #require(DayRange(from: first, to: last))
    }

    private func query(_ range: DayRange) throws -> ArticleQuery {
        ArticleQuery(name: "q", provider: "p", window: .fixed(range), timeZone: try #require(TimeZone.utc))
    }

    private func run(
        _ search: inout SimulatedSearch, _ range: DayRange, ledger: [WindowReading] = []
    ) throws -> PlanRun {
        let agenda = ReadingAgenda(
            for: try query(range), range: range, ledger: ledger, limits: search.limits, now: now)
        var run = PlanRun(RunPlan(agenda: agenda, ledger: ledger, limits: search.limits, today: now.utcDay))
        run.perform(&search, at: now)
        return run
    }

    /// Documents spread over days, some days busier than others.
    private func corpus(
        _ count: Int, over range: DayRange, minutes: Int = 1_440, using numbers: inout Dice
    ) -> [SimulatedSearch.Document] {
        let weights = (0..<range.count).map { _ in Int.random(in: 1...6, using: &numbers) }
        let sum = weights.reduce(0, +)
        return (0..<count).map { id in
            var place = Int.random(in: 0..<sum, using: &numbers)
            var day = 0
            while place >= weights[day] {
                place -= weights[day]
                day += 1
            }
            return SimulatedSearch.Document(
                id: id, day: range.from.adding(days: day), minute: Int.random(in: 0..<minutes, using: &numbers))
        }
    }

    /// Requests that a run cannot do without: the pages of its windows, one for each window that was cut, and the pages
    /// of readings that the moving total made worthless.
    private func least(_ run: PlanRun, _ search: SimulatedSearch, allowingRepeats: Bool = false) -> Int {
        let read = Set(run.plan.readings.map(\.days))
        let size = search.limits.pageSize
        let pages = run.plan.readings.reduce(0) { sum, reading in
            sum + max(((reading.announced?.count ?? 0) + size - 1) / size, 1)
        }
        let cut = Set(search.requests.map(\.window)).subtracting(read)
        // Of a window that grew beyond the cap while it was read, all but the look that had it cut was read for nothing.
        let grown = cut.reduce(0) { sum, window in
            let last = search.requests.filter { $0.window == window }.map(\.pass).max() ?? 0
            return sum + search.requests.count { $0.window == window && $0.pass < last }
        }
        let lost = run.plan.readings.reduce(grown) { sum, reading in
            sum + search.requests.count { $0.window == reading.days && $0.pass < reading.pass }
        }
        // Where the sum does not come out, reading once more is what tells why.
        let repeated = run.plan.readings.reduce(0) { sum, reading in
            sum
                + search.requests.count {
                    $0.window == reading.days && ($0.pass > reading.pass || $0.order == .reversed)
                }
        }
        return pages + cut.count + lost + (allowingRepeats ? repeated : 0)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `stores the ids of the corpus with few requests, whatever window and cap`(seed: UInt64) throws {
        var numbers = Dice(seed: seed)
        for cap in [50, 100, 1_000] {
            for length in [1, 7, 90, 365] {
                let range = DayRange(last: length, endingOn: CalendarDay(daysSince1970: 16_800))
                let size = Int.random(in: 0...(length == 1 ? 2 * cap - 20 : 12 * cap), using: &numbers)
                let limits = SourceLimits(pageSize: 10, cap: cap, concurrency: 1, isReversible: true)
                var search = SimulatedSearch(corpus(size, over: range, using: &numbers), limits: limits)
                if Bool.random(using: &numbers) { search.ceiling = 10 * cap }
                let run = try run(&search, range)
                let note = "seed \(seed), cap \(cap), \(length) days, \(size) documents"
                let busiest = Dictionary(grouping: search.documents, by: \.day).values.map(\.count).max() ?? 0
                #expect(run.failure == nil, "\(note)")
                if busiest < 2 * cap - 20, busiest < search.ceiling {
                    #expect(run.ids == Set(search.documents.map { "\($0.id)" }), "\(note)")
                    #expect(run.plan.readings.allSatisfy { $0.status == .complete || $0.status == .empty }, "\(note)")
                }
                #expect(run.plan.readings.map(\.days.count).reduce(0, +) == length, "\(note)")
                let least = least(run, search)
                #expect(
                    Double(search.requests.count) <= max(Double(least) * 1.05, Double(least + 2)), "\(note) \(least)")
            }
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `a total that drifts is read again until it stands still`(seed: UInt64) throws {
        var numbers = Dice(seed: seed)
        let range = DayRange(last: 60, endingOn: CalendarDay(daysSince1970: 16_800))
        let limits = SourceLimits(pageSize: 10, cap: 100, concurrency: 1, isReversible: true)
        var search = SimulatedSearch(corpus(700, over: range, using: &numbers), limits: limits)
        let every = Int.random(in: 9...40, using: &numbers)
        let departs = Bool.random(using: &numbers)
        // The corpus moves for a while, and then comes to rest within the window that is read.
        search.changes = { request, count, documents in
            guard count % every == every - 1, count < 100 else { return }
            documents.append(.init(id: 10_000 + count, day: request.window.from, minute: count))
            guard departs else { return }
            let gone = documents.firstIndex { request.window.contains($0.day) && $0.id < 10_000 && $0.id % 2 == 0 }
            if let gone { documents.remove(at: gone) }
        }
        let run = try run(&search, range)
        for reading in run.plan.readings {
            let held = run.staged[reading.days] ?? []
            if reading.status == .complete { #expect(held.count == reading.announced?.count, "seed \(seed)") }
            #expect(reading.status != .partial && reading.status != .capped)
        }
        let least = least(run, search, allowingRepeats: departs)
        #expect(Double(search.requests.count) <= Double(least) * 1.05 + 2, "seed \(seed): \(least)")
        #expect(departs || run.restarts > 0, "seed \(seed)")
        // What stood still while it was read is exactly there.
        for reading in run.plan.readings where reading.status == .complete {
            let began = search.requests.firstIndex { $0.window == reading.days && $0.pass == reading.pass } ?? 0
            guard began > 100 else { continue }
            #expect(run.staged[reading.days] == Set(search.matching(reading.days).map { "\($0.id)" }), "seed \(seed)")
        }
    }

    @Test func `a total that moved in every reading is not called complete`() throws {
        let range = try days("2016-01-01", "2016-01-01")
        let limits = SourceLimits(pageSize: 10, cap: 1_000, concurrency: 1)
        var numbers = Dice(seed: 3)
        var search = SimulatedSearch(corpus(100, over: range, using: &numbers), limits: limits)
        search.changes = { _, count, documents in documents.append(.init(id: 1_000 + count, day: range.from, minute: 5))
        }
        let run = try run(&search, range)
        #expect(run.plan.readings.map(\.status) == [.unverified])
        #expect(run.restarts == 2)
        let reason = try #require(run.plan.readings.first?.reason)
        #expect(reason.hasPrefix("the announced total changed while paging, from "))
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `pages that repeat and skip where ties have no order are found out and made up for`(seed: UInt64) throws {
        var numbers = Dice(seed: seed)
        let range = try days("2016-01-01", "2016-01-03")
        let limits = SourceLimits(pageSize: 10, cap: 1_000, concurrency: 1, isReversible: true)
        // Sixty documents a minute of midnight have no order.
        var search = SimulatedSearch(corpus(180, over: range, minutes: 1, using: &numbers), limits: limits)
        search.shufflesTies = true
        let run = try run(&search, range)
        let reading = try #require(run.plan.readings.first)
        let all = Set(search.documents.map { "\($0.id)" })
        #expect(run.ids.isSubset(of: all))
        switch reading.status {
        case .complete: #expect(run.ids == all)
        case .unverified: #expect(run.ids.count == reading.unique && reading.missing == all.count - run.ids.count)
        default: Issue.record("\(reading.status)")
        }
        // Of sixty without an order six pages of ten show forty, so that one reading alone would have had some 120.
        #expect(run.ids.count >= 150)
    }

    @Test func `a day above the cap is read from both ends, and what lies between is counted`() throws {
        let range = try days("2016-01-01", "2016-01-01")
        let limits = SourceLimits(pageSize: 10, cap: 100, concurrency: 1, isReversible: true)
        var numbers = Dice(seed: 5)
        for count in [101, 150, 195, 200] {
            var search = SimulatedSearch(corpus(count, over: range, using: &numbers), limits: limits)
            let run = try run(&search, range)
            #expect(run.plan.readings.map(\.status) == [.complete], "\(count)")
            #expect(run.ids.count == count)
            #expect(search.requests.count <= (count + 9) / 10 + 1)
        }
        var search = SimulatedSearch(corpus(260, over: range, using: &numbers), limits: limits)
        let reading = try #require(try run(&search, range).plan.readings.first)
        #expect(reading.status == .capped && reading.unique == 200 && reading.missing == 60)
        #expect(reading.reason == "60 of 260 lie beyond the provider's cap of 100")
        search.ceiling = 250
        let least = try #require(try run(&search, range).plan.readings.first)
        #expect(least.status == .capped && least.missing == nil)
        #expect(least.reason == "the provider counts at least 250 and gives 200 of them")
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `a document that no page can be made of is left alone, and everything else arrives`(seed: UInt64) throws {
        var numbers = Dice(seed: seed)
        let range = try days("2016-01-01", "2016-02-29")
        let limits = SourceLimits(pageSize: 10, cap: 500, concurrency: 1, isReversible: true)
        var search = SimulatedSearch(
            corpus(Int.random(in: 200...900, using: &numbers), over: range, using: &numbers), limits: limits)
        let poison = Int.random(in: 0..<search.documents.count, using: &numbers)
        search.poison = [poison]
        let run = try run(&search, range)
        #expect(run.failure == nil)
        let missing = Set(search.documents.map { "\($0.id)" }).subtracting(run.ids)
        #expect(missing.contains("\(poison)") && missing.count <= 2, "seed \(seed): \(missing.count) missing")
        let readings = run.plan.readings.filter { $0.status != .complete }
        let reading = try #require(readings.first)
        #expect(readings.count == 1 && reading.status == .partial)
        let hole = try #require(reading.holes.first)
        #expect(hole.missing == missing.count && hole.reason.hasSuffix("status 500"))
        let day = try #require(search.documents.first { $0.id == poison }?.day)
        #expect(hole.days.contains(day) && hole.days.count <= 3, "\(hole.days)")
    }

    @Test func `a source that fails everywhere is an outage, after few tries`() throws {
        let range = try days("2016-01-01", "2016-02-29")
        let limits = SourceLimits(pageSize: 10, cap: 500, concurrency: 1, isReversible: true)
        var numbers = Dice(seed: 9)
        for (kind, tries) in [(SourceFailure.Kind.transient, 4), (.poisonPage, 6)] {
            var search = SimulatedSearch(corpus(300, over: range, using: &numbers), limits: limits)
            search.poison = Set(0..<300)
            search.poisonKind = kind
            let run = try run(&search, range)
            #expect(run.failure?.kind == kind)
            #expect(search.requests.count == tries)
            #expect(run.ids.isEmpty)
        }
    }

    @Test func `what earlier runs saw saves the requests that would tell that a window is too large`() throws {
        let range = try days("2016-01-01", "2016-12-31")
        let limits = SourceLimits(pageSize: 10, cap: 100, concurrency: 1, isReversible: true)
        var numbers = Dice(seed: 11)
        var search = SimulatedSearch(corpus(2_000, over: range, using: &numbers), limits: limits)
        let first = try run(&search, range)
        let asked = search.requests.count
        var again = SimulatedSearch(search.documents, limits: limits)
        let second = try run(&again, range, ledger: first.plan.readings)
        #expect(second.ids == first.ids)
        #expect(again.requests.count < asked)
        #expect(again.requests.count == second.plan.readings.reduce(0) { $0 + $1.pages })
    }

    @Test func `concurrent pages come to the same`() throws {
        let range = try days("2016-01-01", "2016-03-31")
        var numbers = Dice(seed: 13)
        let documents = corpus(900, over: range, using: &numbers)
        let one = SourceLimits(pageSize: 10, cap: 200, concurrency: 1, isReversible: true)
        let many = SourceLimits(pageSize: 10, cap: 200, concurrency: 6, isReversible: true)
        var (alone, together) = (SimulatedSearch(documents, limits: one), SimulatedSearch(documents, limits: many))
        let first = try run(&alone, range)
        let second = try run(&together, range)
        #expect(first.ids == second.ids && first.plan.readings.map(\.days) == second.plan.readings.map(\.days))
    }

    @Test func `a source that counts down ranks later windows before earlier ones`() throws {
        let range = try days("2016-01-01", "2016-03-31")
        let limits = SourceLimits(pageSize: 10, cap: 200, concurrency: 1)
        var numbers = Dice(seed: 17)
        var search = SimulatedSearch(corpus(900, over: range, using: &numbers), limits: limits)
        let ascending = try run(&search, range).plan.readings
        #expect(ascending.map(\.rank) == ascending.map(\.rank).sorted())
        #expect(ascending.count > 4 && ascending.map(\.days.from) == ascending.map(\.days.from).sorted())
    }
}
