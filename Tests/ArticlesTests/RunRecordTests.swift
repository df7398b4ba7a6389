internal import Articles
internal import Chronology
internal import Testing

@Suite struct RunRecordTests {
    private func run(_ outcome: RunOutcome, _ second: Int, _ failure: SourceFailure.Kind? = nil) -> Run {
        let began = Instant(secondsSince1970: Int64(second))
        return Run(
            id: 1, query: "q", startedAt: began, finishedAt: began.adding(.seconds(1)), outcome: outcome,
            window: DayRange(last: 1, endingOn: began.utcDay), failure: failure)
    }

    /// A journal, oldest first, told forwards as it happens and backwards as it is read: both say the same.
    private func record(_ journal: [Run]) -> RunRecord {
        var forwards = RunRecord()
        for run in journal { forwards.add(newer: run) }
        var backwards = RunRecord()
        for run in journal.reversed() { if !backwards.add(older: run) { break } }
        #expect(forwards == backwards)
        return forwards
    }

    @Test func `counts failures in a row back to the last run that was none`() {
        let journal = [
            run(.failed, 0, .drift), run(.complete, 10), run(.failed, 20, .transient), run(.skipped, 25),
            run(.failed, 30, .badKey),
        ]
        let record = record(journal)
        #expect(record.failures == 2 && record.failure == .badKey)
        #expect(record.lastStartedAt == Instant(secondsSince1970: 30))
        #expect(record.lastEndedAt == Instant(secondsSince1970: 31))
        #expect(record.stoppedAt == nil)
    }

    @Test(arguments: [RunOutcome.parked, .interrupted, .cancelled])
    func `what was stopped is to go on, and counts from the run before it`(_ outcome: RunOutcome) {
        let record = record([run(.complete, 0), run(outcome, 10)])
        #expect(record.stoppedAt == Instant(secondsSince1970: 11))
        #expect(record.lastStartedAt == Instant(secondsSince1970: 0))
        #expect(self.record([run(outcome, 0), run(.complete, 10)]).stoppedAt == nil)
        #expect(self.record([run(outcome, 0), run(.failed, 10)]).stoppedAt == nil)
        #expect(self.record([run(outcome, 0), run(outcome, 10)]).stoppedAt == Instant(secondsSince1970: 11))
    }

    @Test(arguments: [RunOutcome.partial, .capped, .unverified, .held, .complete])
    func `an end of its own is no failure`(_ outcome: RunOutcome) {
        let record = record([run(.failed, 0), run(outcome, 10)])
        #expect(record.failures == 0 && record.failure == nil)
        #expect(record.lastStartedAt == Instant(secondsSince1970: 10))
    }

    @Test func `is empty for a query that never ran`() { #expect(record([]) == RunRecord()) }

    @Test func `counts no more failures than matter`() {
        let journal = (0..<30).map { run(.failed, $0 * 10, .transient) }
        #expect(record(journal).failures == RunRecord.mostFailures)
    }

    @Test func `what lies in the future of a clock that was set back happened now`() {
        var record = record([run(.complete, 100), run(.parked, 200)])
        record.settle(at: Instant(secondsSince1970: 50))
        #expect(record.lastStartedAt == Instant(secondsSince1970: 50) && record.stoppedAt == record.lastStartedAt)
        let settled = record
        record.settle(at: Instant(secondsSince1970: 60))
        #expect(record == settled)
    }
}
