internal import Articles
internal import Chronology
internal import Testing
internal import WebInterface

@Suite struct `A query` {
    private func stale(
        _ status: QueryStatus?, failures: Int = 0, limit: Duration? = nil, configured seconds: Int64 = 1_000
    ) -> StaleQuery? {
        StaleQuery(
            ServiceStanding.Query(name: "q", provider: "nyt", failures: failures), status, limit: limit,
            configuredAt: Scene.ago(seconds), now: Scene.noon)
    }

    private func status(_ freshness: Freshness, _ run: Run? = nil) -> QueryStatus {
        QueryStatus(name: "q", provider: "nyt", fingerprint: "f", lastRun: run, freshness: freshness)
    }

    @Test func `with fresh contents is not stale, whatever its runs do`() {
        #expect(stale(status(.fresh(since: Scene.ago(5))), failures: 3, limit: .seconds(1)) == nil)
    }

    @Test func `with stale contents is stale, with age and reason`() {
        let found = stale(status(.stale(since: Scene.ago(172_800), reason: "the key was refused")))
        #expect(found?.reason == "stale since 2015-07-02 12:00 UTC (2 days): the key was refused")
    }

    @Test func `that never ran is not stale before its limit has passed since it was configured`() {
        #expect(stale(nil) == nil)
        #expect(stale(status(.never)) == nil)
        #expect(stale(nil, limit: .seconds(1_000)) == nil)
        #expect(stale(nil, limit: .seconds(999))?.reason == "never synced: no run has ended within stale_after")
    }

    @Test(arguments: [RunOutcome.failed, .held, .parked, .cancelled, .interrupted])
    func `that never had contents is stale once a run has ended without any`(outcome: RunOutcome) throws {
        let run = try Scene.run("q", outcome, reason: "why")
        #expect(stale(status(.never, run))?.reason == "never synced: why")
        #expect(stale(status(.never, try Scene.run("q", outcome)))?.reason == "never synced: \(outcome.rawValue)")
    }

    @Test func `whose first run goes on is not stale, unless others before it failed`() throws {
        let run = try Scene.run("q", .running)
        #expect(stale(status(.never, run)) == nil)
        #expect(stale(status(.never, run), failures: 2)?.reason == "never synced: 2 runs in a row failed")
        #expect(stale(status(.never, try Scene.run("q", .skipped))) == nil)
    }
}
