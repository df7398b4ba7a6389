import ArticleSync
import Articles
import Chronology
import TestSupport
import Testing

@Suite struct `A forecast of a sync` {
    private let now = Instant(secondsSince1970: 1_483_228_800)  // 2017-01-01
    private let limits = SourceLimits(pageSize: 10, cap: 100, concurrency: 1, isReversible: true)

    private func days(_ from: String, _ to: String) throws -> DayRange {
        let first = try #require(DayFormat.iso.day(from: from))
        let last = try #require(DayFormat.iso.day(from: to))
        return try #require(DayRange(from: first, to: last))
    }

    private func query(_ window: ArticleQuery.Window) throws -> ArticleQuery {
        ArticleQuery(name: "q", provider: "p", window: window, timeZone: try #require(TimeZone.utc))
    }

    private func reading(_ days: DayRange, _ announced: Total, status: Coverage = .complete) -> WindowReading {
        var reading = WindowReading(days: days, status: status, announced: announced, readAt: now)
        (reading.unique, reading.stored) = (announced.count, announced.count)
        return reading
    }

    private func contents(of query: ArticleQuery, _ windows: [WindowReading]) -> RunTicket.Contents {
        RunTicket.Contents(
            articles: windows.reduce(0) { $0 + $1.stored }, generation: 1, coverage: .complete,
            fingerprint: query.fingerprint, windows: windows)
    }

    private func forecast(
        _ query: ArticleQuery, _ contents: RunTicket.Contents = .init(),
        gathered: (window: DayRange, requests: [PageRequest])? = nil, announced: Total? = nil
    ) -> SyncForecast {
        let answers = gathered.map {
            GatheredAnswers(window: $0.window, since: now, announced: announced, requests: $0.requests)
        }
        return SyncForecast(for: query, contents: contents, gathered: answers, limits: limits, now: now)
    }

    @Test func `of what was never read is a request at the least, and says that nobody knows more`() throws {
        let range = try days("2015-01-01", "2015-12-31")
        let forecast = forecast(try query(.fixed(range)))
        #expect(forecast.range == range && forecast.windows.map(\.reason) == [.new])
        #expect(forecast.requests == 1 && forecast.isLowerBound && forecast.unknown == 1)
        #expect(forecast.standing.isEmpty && forecast.keptPages == 0)
    }

    @Test func `goes by what earlier runs saw`() throws {
        let range = try days("2015-01-01", "2015-01-31")
        let query = try query(.fixed(range))
        let forecast = forecast(query, contents(of: query, [reading(range, .exactly(95))]))
        #expect(forecast.windows.map(\.expected) == [95] && forecast.requests == 10)
        #expect(!forecast.isLowerBound && forecast.unknown == 0)
    }

    @Test func `believes nothing of contents that were asked otherwise`() throws {
        let range = try days("2015-01-01", "2015-01-31")
        let query = try query(.fixed(range))
        var other = query
        other.text = "other"
        let forecast = forecast(query, contents(of: other, [reading(range, .exactly(95))]))
        #expect(forecast.windows.map(\.expected) == [nil] && forecast.isLowerBound)
    }

    @Test func `lets windows stand that are not due, and counts the days that have come`() throws {
        let query = try query(.last(days: 40))
        let range = query.days(at: now)
        let old = DayRange(last: 25, endingOn: range.to.adding(days: -12))
        let recent = DayRange(last: 10, endingOn: range.to.adding(days: -2))
        let forecast = forecast(
            query, contents(of: query, [reading(old, .exactly(60)), reading(recent, .exactly(20))]))
        #expect(forecast.standing.map(\.days) == [old, recent])
        #expect(forecast.windows.map(\.days.to).contains(range.to))
        #expect(forecast.windows.allSatisfy { $0.reason == .new && $0.expected == nil } && forecast.isLowerBound)
        #expect(forecast.requests == forecast.windows.count)
    }

    @Test func `takes off what a run that did not end has kept`() throws {
        let range = try days("2015-01-01", "2015-12-31")
        let query = try query(.fixed(range))
        let kept = (0..<30).map { PageRequest(window: range, page: $0) }
        let told = forecast(query, gathered: (range, kept), announced: .exactly(800))
        #expect(told.keptPages == 30 && told.windows.map(\.expected) == [800])
        #expect((50...56).contains(told.requests) && !told.isLowerBound)
        #expect(forecast(query, gathered: (range, kept), announced: .atLeast(800)).isLowerBound)
        // A run that was killed had no time to say how many there are.
        let untold = forecast(query, gathered: (range, kept))
        #expect(untold.requests == 1 && untold.isLowerBound)
    }

    @Test func `is about the days of the run that is gone on with`() throws {
        let query = try query(.last(days: 3))
        let before = DayRange(last: 3, endingOn: query.days(at: now).to.adding(days: -1))
        #expect(forecast(query, gathered: (before, [PageRequest(window: before)])).range == before)
    }

    @Test func `says of each window why it is read`() throws {
        let query = try query(.last(days: 100))
        let range = query.days(at: now)
        func at(_ age: Int, _ days: Int) -> DayRange { DayRange(last: days, endingOn: range.to.adding(days: -age)) }
        func read(_ days: DayRange, _ total: Int, daysAgo: Int, status: Coverage = .complete) -> WindowReading {
            var reading = reading(days, .exactly(total), status: status)
            reading.readAt = now.adding(.seconds(-86_400 * daysAgo))
            return reading
        }
        let ledger = [
            read(at(90, 15), 60, daysAgo: 80), read(at(60, 30), 50, daysAgo: 20),
            read(at(40, 20), 90, daysAgo: 1, status: .partial), read(at(31, 9), 70, daysAgo: 1),
            read(at(8, 23), 80, daysAgo: 7), read(at(0, 4), 30, daysAgo: 0),
        ]
        let forecast = forecast(query, contents(of: query, ledger))
        let told = Dictionary(forecast.windows.map { ($0.days, $0.reason) }) { first, _ in first }
        #expect(told[at(0, 4)] == .open)
        #expect(told[at(4, 4)] == .new)
        #expect(told[at(8, 23)] == .ageing)
        #expect(told[at(40, 20)] == .incomplete)
        #expect(told.values.contains(.edge) && told.values.allSatisfy { $0 != .always })
        #expect(forecast.standing.map(\.days) == [at(60, 30), at(31, 9)])
        #expect(forecast.unknown == 1 && forecast.isLowerBound)
        // 3 for what is open, 8 for what aged, 9 for what was incomplete, at least 1 for what nobody knows, and the edges.
        let edges = forecast.windows.filter { $0.reason == .edge }
        #expect(forecast.requests == 21 + edges.reduce(0) { $0 + max((($1.expected ?? 1) + 9) / 10, 1) })
        let fixed = try self.query(.fixed(range))
        #expect(self.forecast(fixed, contents(of: fixed, ledger)).windows.map(\.reason) == [.always])
    }

    @Test func `asks nothing where everything stands`() throws {
        var query = try query(.fixed(try days("2015-01-01", "2015-01-31")))
        query.readAgainAfter = [1]
        let forecast = forecast(query, contents(of: query, [reading(query.days(at: now), .exactly(95))]))
        #expect(forecast.requests == 0 && forecast.windows.isEmpty && forecast.standing.count == 1)
        #expect(!forecast.isLowerBound && forecast.unreachable == 0)
    }

    @Test func `counts no request for what lies beyond the cap of a day`() throws {
        let range = try days("2015-01-01", "2015-01-10")
        let query = try query(.fixed(range))
        // 500 on one day, of which 200 come, and 9 on each other.
        let documents = (0..<581).map { id in
            SimulatedSearch.Document(
                id: id, day: range.from.adding(days: id < 500 ? 4 : [0, 1, 2, 3, 5, 6, 7, 8, 9][id % 9]), minute: id)
        }
        var search = SimulatedSearch(documents, limits: limits)
        var ledger: [WindowReading] = []
        for _ in 0..<2 {
            let agenda = ReadingAgenda(for: query, range: range, ledger: ledger, limits: limits, now: now)
            var run = PlanRun(RunPlan(agenda: agenda, ledger: ledger, limits: limits, today: now.utcDay))
            let before = search.requests.count
            let forecast = forecast(query, contents(of: query, ledger))
            run.perform(&search, at: now)
            let made = search.requests.count - before
            if !ledger.isEmpty {
                #expect(forecast.unreachable == 300)
                #expect(abs(forecast.requests - made) <= 3, "\(forecast.requests) told, \(made) made")
            }
            ledger = run.plan.readings
        }
        #expect(ledger.contains { $0.status == .capped })
        let oneWay = SourceLimits(pageSize: 10, cap: 100, concurrency: 1)
        let day = try days("2015-01-05", "2015-01-05")
        let single = try self.query(.fixed(day))
        let gathered = GatheredAnswers(
            window: day, since: now, announced: .exactly(500), requests: [PageRequest(window: day)])
        let told = SyncForecast(for: single, contents: .init(), gathered: gathered, limits: oneWay, now: now)
        #expect(told.unreachable == 400 && told.requests == 9)
    }

    @Test func `spares by what is kept of one window nothing of another`() throws {
        let query = try query(.last(days: 300))
        let range = query.days(at: now)
        func part(_ age: Int) -> DayRange { DayRange(last: 50, endingOn: range.to.adding(days: -age)) }
        let ledger = [reading(part(200), .exactly(450)), reading(part(100), .exactly(450))]
        let kept = (0..<30).map { PageRequest(window: DayRange(last: 100, endingOn: range.to), page: $0) }
        let forecast = forecast(query, contents(of: query, ledger), gathered: (range, kept))
        // The last days are kept as far as anybody knows; both gaps before them take one at the least.
        #expect(forecast.windows.count == 3 && forecast.keptPages == 30)
        #expect(forecast.requests == 2 && forecast.isLowerBound)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `comes within a tenth of the requests of the run that follows`(seed: UInt64) throws {
        var numbers = Dice(seed: seed)
        let range = try days("2015-01-01", "2015-12-31")
        let query = try query(.fixed(range))
        let documents = (0..<Int.random(in: 20...1_500, using: &numbers)).map { id in
            SimulatedSearch.Document(
                id: id, day: range.from.adding(days: Int.random(in: 0..<range.count, using: &numbers)),
                minute: Int.random(in: 0..<1_440, using: &numbers))
        }
        var search = SimulatedSearch(documents, limits: limits)
        var ledger: [WindowReading] = []
        for isSecond in [false, true] {
            let before = search.requests.count
            let forecast = forecast(query, isSecond ? contents(of: query, ledger) : .init())
            let agenda = ReadingAgenda(for: query, range: range, ledger: ledger, limits: limits, now: now)
            var run = PlanRun(RunPlan(agenda: agenda, ledger: ledger, limits: limits, today: now.utcDay))
            run.perform(&search, at: now)
            ledger = run.plan.readings
            let made = search.requests.count - before
            #expect(forecast.isLowerBound == !isSecond)
            guard isSecond else {
                #expect(forecast.requests <= made)
                continue
            }
            #expect(abs(forecast.requests - made) * 10 <= made + 10, "\(forecast.requests) told, \(made) made")
        }
    }

    @Test func `days follow from what a day allows, and today from what is left of it`() {
        let pace = RequestPace(perMinute: 5, perDay: 500, leftToday: 450)
        #expect(pace.today(of: 2_540) == 450 && pace.days(for: 2_540) == 6)
        #expect(pace.today(of: 450) == 450 && pace.days(for: 450) == 1)
        #expect(pace.days(for: 451) == 2 && pace.days(for: 0) == 0)
        let spent = RequestPace(perMinute: 5, perDay: 500, leftToday: 0)
        #expect(spent.today(of: 3) == 0 && spent.days(for: 3) == 1 && spent.days(for: 501) == 2)
        let free = RequestPace(perMinute: 0, perDay: 0, leftToday: nil)
        #expect(free.today(of: 9_999) == 9_999 && free.days(for: 9_999) == 1)
        #expect(free.time(for: 9_999) == .zero)
    }

    @Test func `the rate of a minute makes every request but the first few wait`() {
        let pace = RequestPace(perMinute: 5, perDay: 0, leftToday: nil)
        #expect(pace.time(for: 5) == .zero)
        #expect(pace.time(for: 6) == .seconds(60))
        #expect(pace.time(for: 450) == .seconds(89 * 60))
    }
}
