internal import ArticleSync
internal import Articles
internal import Chronology
internal import Testing

/// When a query is due by its journal, also where clocks jump.
@Suite struct RunRuleTests {
    private typealias Scene = ServiceScene

    private func record(ranAt began: Instant, failures: Int = 0) -> RunRecord {
        var record = Scene.record(ranAt: began)
        record.failures = failures
        return record
    }

    @Test(arguments: ["every 15m", "0 6 * * *"])
    func `counts from now where the last run lies in the future, and keeps to that`(schedule: String) throws {
        let rule = RunRule(try Scene.query("a", every: schedule))
        let now = Scene.start
        let future = record(ranAt: Scene.at(600_000))
        let due = try #require(rule.due(after: future, since: Scene.at(600_000), now: now))
        #expect(due == rule.due(after: record(ranAt: now), since: now, now: now))
        #expect(due.instant > now && due.reason == .schedule)
        // Not a flood: not due before. Not starved: what was settled comes at its time.
        var settled = future
        settled.settle(at: now)
        for moment in [now, due.instant.adding(.milliseconds(-1)), due.instant] {
            #expect(rule.due(after: settled, since: now, now: moment)?.instant == due.instant)
        }
    }

    @Test func `is due at once and once where the clock leaps forward`() throws {
        let rule = RunRule(try Scene.query("a", every: "every 15m"))
        let leapt = Scene.at(30_000_000)
        #expect(rule.due(after: record(ranAt: Scene.start), since: Scene.start, now: leapt)?.isDue(at: leapt) == true)
        #expect(rule.due(after: record(ranAt: leapt), since: Scene.start, now: leapt)?.isDue(at: leapt) == false)
    }

    @Test func `tries again after a failure that lies in the future`() throws {
        let query = try Scene.query("a", every: "0 6 * * *")
        let failed = record(ranAt: Scene.at(600_000), failures: 1)
        let due = RunRule(query).due(after: failed, since: Scene.start, now: Scene.start)
        #expect(due?.instant == Scene.start.adding(BackOff.delay(afterFailures: 1, of: "a")))
        #expect(due?.reason == .backOff(failures: 1))
    }

    @Test func `without a schedule is due where something was stopped and its budget returns, and never else`() throws {
        let rule = RunRule(try Scene.query("a", every: nil))
        #expect(rule.due(after: RunRecord(), since: Scene.start, now: Scene.at(9_999_999)) == nil)
        let back = Scene.at(80_000)
        #expect(
            rule.due(after: RunRecord(), parkedUntil: back, since: Scene.start, now: Scene.start)
                == .parked(until: back))
    }
}
