internal import ArticleSync
internal import Articles
internal import Chronology
internal import Testing

@Suite struct `A query is due` {
    private let name = "climate"
    private let daily = "0 6 * * *"
    private let start = Instant(secondsSince1970: 1_782_864_000)  // 2026-07-01T00:00:00Z, far from any clock change.

    private func at(_ minutes: Double) -> Instant { start.adding(.milliseconds(Int64(minutes * 60_000))) }

    private func due(_ rule: String, _ history: RunHistory, now: Instant) throws -> DueTime? {
        let utc = try #require(TimeZone.utc)
        return try DueTime(of: Schedule(rule), in: utc, name: name, history: history, now: now)
    }

    /// The first instant of a rule after another, with the place of the query.
    private func next(_ rule: String, after instant: Instant) throws -> Instant {
        let schedule = try Schedule(rule)
        let utc = try #require(TimeZone.utc)
        return try #require(schedule.next(after: instant, in: utc, offset: schedule.spread(of: name)))
    }

    private func expect(
        _ due: DueTime?, _ instant: Instant, _ reason: DueTime.Reason, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(due?.instant == instant, sourceLocation: sourceLocation)
        #expect(due?.reason == reason, sourceLocation: sourceLocation)
    }

    // MARK: First time

    @Test func `at once where an interval never ran`() throws {
        let history = RunHistory(since: at(0))
        expect(try due("every 6h", history, now: at(0)), at(0), .firstTime)
        expect(try due("every 6h", history, now: at(90)), at(0), .firstTime)
        #expect(try due("every 6h", history, now: at(0))?.isDue(at: at(0)) == true)
    }

    @Test func `when its rule first comes where a rule never ran`() throws {
        let history = RunHistory(since: at(0))
        let six = try next(daily, after: at(0))
        #expect(six.since(at(360)) >= .zero && six.since(at(360)) < .seconds(60))
        expect(try due(daily, history, now: at(0)), six, .schedule)
        #expect(try due(daily, history, now: at(359))?.isDue(at: at(359)) == false)
        expect(try due(daily, history, now: six), six, .schedule)
        expect(try due(daily, history, now: at(600)), six, .missed)
    }

    // MARK: Schedule

    @Test(arguments: ["every 15 minutes", "every 6h", "0 6 * * *", "*/7 * * * *"])
    func `next after its last run, and the next but once`(rule: String) throws {
        var last = at(1)
        for _ in 0..<20 {
            let history = RunHistory(since: at(0), lastStart: last, lastEnd: last.adding(.seconds(2)))
            let expected = try next(rule, after: last)
            expect(try due(rule, history, now: last.adding(.seconds(2))), expected, .schedule)
            expect(try due(rule, history, now: expected), expected, .schedule)
            // The timer is late by a little, and the run begins after the instant it is due at.
            last = expected.adding(.milliseconds(3))
        }
    }

    @Test func `once after downtime, however often it was missed`() throws {
        let history = RunHistory(since: at(0), lastStart: at(1), lastEnd: at(2))
        let missed = try next("every 15 minutes", after: at(2))
        let now = at(3 * 1_440)
        expect(try due("every 15 minutes", history, now: now), missed, .missed)
        let madeUp = RunHistory(since: now, lastStart: now, lastEnd: now.adding(.seconds(4)))
        let following = try next("every 15 minutes", after: now)
        #expect(following > now)
        expect(try due("every 15 minutes", madeUp, now: now.adding(.seconds(4))), following, .schedule)
    }

    @Test func `counts as missed after a minute`() throws {
        let history = RunHistory(since: at(0), lastStart: at(1), lastEnd: at(2))
        let expected = try next(daily, after: at(2))
        expect(try due(daily, history, now: expected.adding(.seconds(60))), expected, .schedule)
        expect(try due(daily, history, now: expected.adding(.milliseconds(60_001))), expected, .missed)
    }

    @Test func `not for what fell into a run of its own`() throws {
        let long = RunHistory(since: at(0), lastStart: at(0), lastEnd: at(47))
        let expected = try next("every 15 minutes", after: at(47))
        expect(try due("every 15 minutes", long, now: at(47)), expected, .schedule)
        // A run that was cut off has no end: the end that is known is an older one's.
        let cut = RunHistory(since: at(0), lastStart: at(20), lastEnd: at(3))
        expect(try due("every 15 minutes", cut, now: at(21)), try next("every 15 minutes", after: at(20)), .schedule)
    }

    @Test func `never where its schedule does not come again`() throws {
        let end = try ScheduleCase.instant("9999-12-31T23:00:00Z")
        let history = RunHistory(since: at(0), lastStart: end, lastEnd: end)
        #expect(try due("0 0 1 1 *", history, now: end) == nil)
        var failing = history
        failing.failures = 1
        #expect(try due("0 0 1 1 *", failing, now: end)?.reason == .backOff(failures: 1))
        failing.failures = 4
        #expect(try due("0 0 1 1 *", failing, now: end) == nil)
    }

    // MARK: Back-off

    @Test func `later with each failure, up to an hour and a quarter of that`() {
        var seconds: [Int64] = []
        for failures in 1...40 {
            let delay = BackOff.delay(afterFailures: failures, of: name)
            let plain = Duration.seconds(min(60 << min(failures - 1, 10), 3_600))
            #expect(delay >= plain && delay < plain + plain / 4, "\(failures)")
            seconds.append(delay.components.seconds)
        }
        #expect(seconds.prefix(6) == seconds.prefix(6).sorted()[...])
        #expect(BackOff.delay(afterFailures: 0, of: name) == .zero)
        #expect(BackOff.delay(afterFailures: .max, of: name) >= .seconds(3_600))
    }

    @Test func `apart from others that failed together`() {
        let delays = (0..<100).map { BackOff.delay(afterFailures: 3, of: "query-\($0)") }
        #expect(Set(delays).count >= 95)
        #expect((delays.max() ?? .zero) - (delays.min() ?? .zero) > .seconds(50))
    }

    @Test(arguments: 1...3)
    func `before its schedule after the first failures`(failures: Int) throws {
        let history = RunHistory(since: at(0), lastStart: at(361), lastEnd: at(362), failures: failures)
        let again = at(362).adding(BackOff.delay(afterFailures: failures, of: name))
        expect(try due(daily, history, now: at(362)), again, .backOff(failures: failures))
        expect(try due(daily, history, now: at(2_000)), again, .backOff(failures: failures))
    }

    @Test(arguments: [4, 5, 100])
    func `by its schedule after more failures`(failures: Int) throws {
        let history = RunHistory(since: at(0), lastStart: at(361), lastEnd: at(362), failures: failures)
        let tomorrow = try next(daily, after: at(362))
        expect(try due(daily, history, now: at(362)), tomorrow, .schedule)
        expect(try due(daily, history, now: at(2_000)), tomorrow, .missed)
    }

    @Test func `not before its wait is over, however often its schedule comes`() throws {
        for failures in 1...20 {
            let history = RunHistory(since: at(0), lastStart: at(1), lastEnd: at(2), failures: failures)
            let again = at(2).adding(BackOff.delay(afterFailures: failures, of: name))
            expect(try due("every 20s", history, now: at(2)), again, .backOff(failures: failures))
        }
    }

    @Test func `at the later of schedule and wait after a fourth failure`() throws {
        for failures in 4...20 {
            for rule in ["every 15 minutes", "every 1h", "every 2h"] {
                let history = RunHistory(since: at(0), lastStart: at(1), lastEnd: at(2), failures: failures)
                let again = at(2).adding(BackOff.delay(afterFailures: failures, of: name))
                let scheduled = try next(rule, after: at(2))
                let found = try due(rule, history, now: at(2))
                expect(found, max(scheduled, again), again >= scheduled ? .backOff(failures: failures) : .schedule)
            }
        }
    }

    @Test func `after its start where no end of a failed run is known`() throws {
        let history = RunHistory(since: at(0), lastStart: at(361), failures: 2)
        let again = at(361).adding(BackOff.delay(afterFailures: 2, of: name))
        expect(try due(daily, history, now: at(362)), again, .backOff(failures: 2))
    }

    // MARK: Refused

    @Test func `by its schedule after its provider refused it, from the second time on after a growing wait too`()
        throws
    {
        for (failures, hours) in [(1, 0), (2, 1), (3, 2), (4, 4), (5, 8), (6, 16), (7, 24), (20, 24)] {
            for rule in ["every 15 minutes", "every 6h", daily, "every 30 days"] {
                let history = RunHistory(
                    since: at(0), lastStart: at(1), lastEnd: at(2), failures: failures, failure: .badQuery)
                let again = at(2).adding(max(.seconds(hours * 3_600), BackOff.shortest))
                let scheduled = try next(rule, after: at(2))
                let found = try due(rule, history, now: at(2))
                expect(
                    found, max(scheduled, again),
                    scheduled >= again ? .schedule : .backOff(failures: failures))
            }
        }
    }

    @Test func `after an hour at most when its key was refused, then after a growing wait`() throws {
        for (failures, hours) in [(1, 1), (2, 1), (3, 2), (4, 4), (5, 8), (6, 16), (7, 24), (20, 24)] {
            let history = RunHistory(
                since: at(0), lastStart: at(1), lastEnd: at(2), failures: failures, failure: .badKey)
            expect(
                try due("every 30 days", history, now: at(2)), at(2).adding(.seconds(hours * 3_600)),
                .backOff(failures: failures))
        }
        let once = RunHistory(since: at(0), lastStart: at(1), lastEnd: at(2), failures: 1, failure: .badKey)
        expect(try due("every 15 minutes", once, now: at(2)), try next("every 15 minutes", after: at(2)), .schedule)
    }

    // MARK: Parked

    @Test func `when the budget returns, whatever else holds`() throws {
        var history = RunHistory(since: at(0), lastStart: at(1), lastEnd: at(2), parkedUntil: at(700))
        expect(try due("every 15 minutes", history, now: at(2)), at(700), .parked)
        expect(try due("every 15 minutes", history, now: at(701)), at(700), .parked)
        history.failures = 3
        expect(try due(daily, history, now: at(2)), at(700), .parked)
        history.lastStart = nil
        expect(try due("every 6h", history, now: at(2)), at(700), .parked)
    }
}
