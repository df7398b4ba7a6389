package import Chronology
internal import JSONText

/// When a query runs next by itself, and why then; or why that cannot be said.
package struct NextRun: Hashable, Sendable {
    /// Nil where there is none, or none that can be promised.
    package var at: Instant?
    package var reason: Reason
    /// Runs in a row that failed, up to the last.
    package var failures: Int

    /// Why it runs when it runs; the raw values stand in the JSON documents.
    package enum Reason: String, Sendable, CaseIterable {
        /// No schedule.
        case onRequest = "on_request"
        /// One is going.
        case running
        /// It never ran.
        case firstTime = "first_time"
        case schedule
        /// The schedule came while nothing ran.
        case missed
        /// It failed, and waits for another try.
        case backOff = "back_off"
        /// It was stopped, by the budget or otherwise, and goes on.
        case parked
        /// The provider refuses its key, and one query tries again then.
        case refused
        /// It has a schedule, which does not come again.
        case never
        /// It has a schedule, and no service runs.
        case noService = "no_service"
        /// It has a schedule, and the service that runs reads another file.
        case otherConfiguration = "other_configuration"
        /// The configuration has mistakes, and the query cannot be read in it.
        case unreadable
    }

    package init(_ reason: Reason, at instant: Instant? = nil, failures: Int = 0) {
        at = instant
        self.reason = reason
        self.failures = failures
    }

    /// `in 5 h, 2015-07-08 16:00 UTC`, and the reason where it is not the schedule alone.
    package func words(of query: String, at now: Instant) -> String {
        let inARow = failures == 1 ? "a failure" : "\(failures) failures in a row"
        switch reason {
        case .onRequest: return "only on request"
        case .running: return "after the one that is going on"
        case .firstTime: return "\(moment(now)): it never ran"
        case .schedule: return moment(now) + (failures > 0 ? ", by its schedule, after \(inARow)" : "")
        case .missed: return "\(moment(now)): made up, since nothing ran when its schedule came"
        case .backOff: return "\(moment(now)), after \(inARow)"
        case .parked: return "\(moment(now)): goes on where it was stopped"
        case .refused: return "\(moment(now)): when the refused key is tried again"
        case .never: return "none: its schedule does not come again"
        case .noService:
            let since = at.map { $0 <= now ? "due since \($0.minuteText) UTC, but " : "" } ?? ""
            return "\(since)no service runs; `articlesync sync \(query)` does it now"
        case .otherConfiguration: return "not known: the service that runs reads another file"
        case .unreadable: return "not known: the configuration has mistakes, and this query cannot be read in it"
        }
    }

    private func moment(_ now: Instant) -> String {
        guard let at else { return "not known" }
        return at <= now ? "now" : "in \(at.since(now).ageWords), \(at.minuteText) UTC"
    }

    /// Writes `next_run_at`, `next_run_reason` and `failures`; what is not promised is null.
    func writeMembers(to writer: inout JSONWriter, failures name: String = "failures") {
        writer.member("next_run_at", reason == .noService ? nil : at?.description)
        writer.member("next_run_reason", reason.rawValue)
        writer.member(name, failures)
    }
}
