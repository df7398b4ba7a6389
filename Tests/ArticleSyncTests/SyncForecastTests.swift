import ArticleSync
import Articles
import Chronology
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
        SyncForecast(
            for: query, contents: contents, gathered: gathered, announced: announced, limits: limits, now: now)
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

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `comes within a tenth of the requests of the run that follows`(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
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
