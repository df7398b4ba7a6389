internal import Articles
internal import Chronology
internal import Testing

@Suite struct FreshnessTests {
    private let contentsAt = Instant(secondsSince1970: 1_000_000)

    private func run(
        _ outcome: RunOutcome, started: Int64, finished: Int64? = nil, reason: String? = nil
    ) throws -> Run {
        let day = contentsAt.utcDay
        return Run(
            id: 1, query: "q", startedAt: contentsAt.adding(.seconds(started)),
            finishedAt: finished.map { contentsAt.adding(.seconds($0)) }, outcome: outcome,
            window: try #require(DayRange(from: day, to: day)), reason: reason)
    }

    private func freshness(_ run: Run?, age: Int64 = 60, limit: Duration? = nil) -> Freshness {
        Freshness(contentsAt: contentsAt, lastRun: run, limit: limit, now: contentsAt.adding(.seconds(age)))
    }

    @Test func `nothing was ever stored`() throws {
        let failed = try run(.failed, started: 0)
        #expect(Freshness(contentsAt: nil, lastRun: failed, limit: .zero, now: contentsAt) == .never)
    }

    @Test(arguments: [RunOutcome.complete, .running, .skipped])
    func `a run that is complete, going or skipped takes nothing away`(_ outcome: RunOutcome) throws {
        #expect(freshness(try run(outcome, started: 10, finished: 20)) == .fresh(since: contentsAt))
    }

    @Test(arguments: RunOutcome.allCases.filter { ![.complete, .running, .skipped].contains($0) })
    func `any other run after the contents makes them stale, with its reason`(_ outcome: RunOutcome) throws {
        #expect(
            freshness(try run(outcome, started: 10, finished: 20, reason: "why"))
                == .stale(since: contentsAt, reason: "why"))
        #expect(
            freshness(try run(outcome, started: 10)) == .stale(since: contentsAt, reason: outcome.rawValue))
    }

    @Test func `a run that ended before the contents came says nothing about them`() throws {
        #expect(freshness(try run(.failed, started: -20, finished: -10)) == .fresh(since: contentsAt))
        #expect(freshness(nil) == .fresh(since: contentsAt))
    }

    @Test(arguments: [RunOutcome.partial, .capped, .unverified])
    func `an incomplete run that put the contents in place itself leaves them fresh`(_ outcome: RunOutcome) throws {
        #expect(freshness(try run(outcome, started: -20, finished: 0)) == .fresh(since: contentsAt))
    }

    @Test(arguments: [RunOutcome.held, .failed, .parked, .cancelled, .interrupted])
    func `a run that never puts contents in place makes them stale, even at the very instant`(
        _ outcome: RunOutcome
    ) throws {
        #expect(
            freshness(try run(outcome, started: -20, finished: 0))
                == .stale(since: contentsAt, reason: outcome.rawValue))
    }

    @Test func `contents are stale when older than allowed, not when as old`() {
        #expect(freshness(nil, age: 60, limit: .seconds(60)) == .fresh(since: contentsAt))
        #expect(
            freshness(nil, age: 61, limit: .seconds(60)) == .stale(since: contentsAt, reason: "older than stale_after"))
        #expect(freshness(nil, age: 1_000_000) == .fresh(since: contentsAt))
    }
}
