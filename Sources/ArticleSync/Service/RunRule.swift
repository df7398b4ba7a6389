package import Articles
package import Chronology

/// What decides when one query is due: its schedule, read once, in its zone and under its name.
package struct RunRule: Sendable {
    private let name: String
    private let schedule: Schedule?
    private let zone: TimeZone

    /// A schedule that cannot be read, which the configuration does not let pass, never comes.
    package init(_ query: ArticleQuery) {
        name = query.name
        schedule = query.schedule.flatMap { try? Schedule($0) }
        zone = query.timeZone
    }

    /// When the query is due; nil where it only runs on request, or never again.
    ///
    /// A record from the future, of a clock since set back, counts as of the present. Who asks again and again keeps what
    /// ``RunRecord/settle(at:)`` makes of it: the next run is counted from the first present after the clock was set back,
    /// and would move away before every later one.
    ///
    /// - Parameters:
    ///   - parkedUntil: when a run that was stopped is to go on, where that is known.
    ///   - since: when the query was first seen.
    package func due(after record: RunRecord, parkedUntil: Instant? = nil, since: Instant, now: Instant) -> DueTime? {
        guard let schedule else {
            // What somebody asked for is brought to its end all the same.
            return parkedUntil.map { .parked(until: $0) }
        }
        var record = record
        record.settle(at: now)
        let history = RunHistory(
            since: min(since, now), lastStart: record.lastStartedAt, lastEnd: record.lastEndedAt,
            failures: record.failures, failure: record.failure,
            parkedUntil: parkedUntil ?? record.stoppedAt)
        return DueTime(of: schedule, in: zone, name: name, history: history, now: now)
    }
}
