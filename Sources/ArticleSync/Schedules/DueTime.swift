internal import Articles
package import Chronology

/// When a query is due next, and why then.
package struct DueTime: Hashable, Sendable {
    /// Why a query is due when it is.
    package enum Reason: Hashable, Sendable {
        /// An interval that never ran is due at once.
        case firstTime
        /// The schedule says so.
        case schedule
        /// The schedule said so while nothing ran: made up once, however often it came.
        case missed
        /// After so many failures in a row it waits, or is tried again before its schedule.
        case backOff(failures: Int)
        /// It goes on when the budget returns.
        case parked
    }

    /// In the past where the query is overdue, so that what waits longest goes first.
    package let instant: Instant
    package let reason: Reason

    /// How late a run of the schedule may begin before it counts as missed.
    package static let grace = Duration.seconds(60)

    /// The due time of a query, or nil where its schedule does not come again.
    ///
    /// - A run is counted from the last one's end, or its start where that came later: what falls into a run is skipped,
    ///   not queued. What fell into a time in which nothing ran is made up once.
    /// - After failures in a row the next try waits for ``BackOff``. A schedule that comes sooner is held back so long;
    ///   one that comes later is not waited for by the first few.
    /// - A query that the provider refuses waits for its schedule, from the second refusal on also for a wait that grows to
    ///   a day. A refused key is tried again after an hour at most, and then after such waits, whatever the schedule.
    ///
    /// - Parameters:
    ///   - schedule: when the query runs.
    ///   - zone: whose clock the schedule is read off.
    ///   - name: the query's, from which its place among equal schedules follows.
    ///   - history: what its runs were.
    ///   - now: the present, to tell what is missed.
    package init?(of schedule: Schedule, in zone: TimeZone, name: String, history: RunHistory, now: Instant) {
        if let parkedUntil = history.parkedUntil {
            self = .parked(until: parkedUntil)
            return
        }
        let scheduled = Self.scheduled(schedule, zone, name, history, now)
        guard history.failures > 0 else {
            guard let scheduled else { return nil }
            self = scheduled
            return
        }
        let failed = history.lastEnd ?? history.lastStart ?? history.since
        if history.failure == .badQuery || history.failure == .badKey {
            guard let due = Self.refused(history, scheduled, at: failed) else { return nil }
            self = due
            return
        }
        let again = failed.adding(BackOff.delay(afterFailures: history.failures, of: name))
        if let scheduled, scheduled.instant > again, history.failures > BackOff.earlyTries {
            self = scheduled
        } else if scheduled == nil, history.failures > BackOff.earlyTries {
            return nil
        } else {
            self.init(again, .backOff(failures: history.failures))
        }
    }

    /// That of a run which goes on when its budget returns, whatever its schedule says, or without one.
    package static func parked(until instant: Instant) -> DueTime { DueTime(instant, .parked) }

    private init(_ instant: Instant, _ reason: Reason) {
        self.instant = instant
        self.reason = reason
    }

    /// Whether the query is to run now.
    package func isDue(at now: Instant) -> Bool { instant <= now }

    /// That of a query after its provider has refused it, or its key.
    private static func refused(_ history: RunHistory, _ scheduled: DueTime?, at failed: Instant) -> DueTime? {
        let reason = Reason.backOff(failures: history.failures)
        let again = DueTime(
            failed.adding(max(BackOff.delay(afterRefusals: history.failures), BackOff.shortest)), reason)
        let held = scheduled.map { $0.instant >= again.instant ? $0 : again }
        guard history.failure == .badKey else { return held }
        if history.failures > 1 { return again }
        let probe = DueTime(failed.adding(BackOff.refusal), reason)
        return held.map { $0.instant <= probe.instant ? $0 : probe } ?? probe
    }

    /// What the schedule says, whatever went wrong.
    private static func scheduled(
        _ schedule: Schedule, _ zone: TimeZone, _ name: String, _ history: RunHistory, _ now: Instant
    ) -> DueTime? {
        let last = history.lastStart.map { max($0, history.lastEnd ?? $0) }
        if last == nil, case .every = schedule { return DueTime(history.since, .firstTime) }
        let offset = schedule.spread(of: name)
        guard let next = schedule.next(after: last ?? history.since, in: zone, offset: offset) else { return nil }
        return DueTime(next, now.since(next) > grace ? .missed : .schedule)
    }
}
