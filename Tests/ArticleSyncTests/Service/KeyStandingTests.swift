internal import ArticleSync
internal import Articles
internal import Chronology
internal import Testing

@Suite struct `The key of a provider` {
    private typealias Scene = ServiceScene

    private func record(_ outcome: RunOutcome, _ failure: SourceFailure.Kind? = nil, at seconds: Int) -> RunRecord {
        var record = RunRecord()
        record.add(newer: Scene.run("q", outcome, from: Scene.at(seconds), to: Scene.at(seconds), failure: failure))
        return record
    }

    private func until(_ records: RunRecord..., forgivenAt: Int? = nil) -> Instant? {
        KeyStanding(records, forgivenAt: forgivenAt.map(Scene.at)).refusedUntil
    }

    @Test func `is not refused by what one query meets, however often`() {
        var often = record(.failed, .badKey, at: 5)
        often.failures = 20
        #expect(until() == nil && until(RunRecord()) == nil && until(often) == nil)
        #expect(until(often, record(.failed, .badQuery, at: 6), record(.failed, .transient, at: 7)) == nil)
    }

    @Test func `is refused for an hour after the newest of two queries that met it`() {
        let (a, b) = (record(.failed, .badKey, at: 5), record(.failed, .badKey, at: 9))
        #expect(until(a, b) == Scene.at(3_609) && until(b, a, RunRecord()) == Scene.at(3_609))
    }

    @Test(arguments: [RunOutcome.complete, .partial, .capped, .unverified, .held])
    func `is good again once a run has come to its end since`(_ outcome: RunOutcome) {
        let (a, b) = (record(.failed, .badKey, at: 5), record(.failed, .badKey, at: 9))
        #expect(until(a, b, record(outcome, at: 10)) == nil)
        #expect(until(a, b, record(outcome, at: 4)) == Scene.at(3_609))
        #expect(until(a, b, record(outcome, at: 6)) == nil, "one refusal is left")
    }

    @Test func `is asked again when refusals are forgiven`() {
        let (a, b) = (record(.failed, .badKey, at: 5), record(.failed, .badKey, at: 9))
        #expect(until(a, b, forgivenAt: 9) == nil && until(a, b, forgivenAt: 5) == nil)
        #expect(until(a, b, forgivenAt: 4) == Scene.at(3_609))
    }
}
