package import Articles
package import Chronology
internal import Rendering

/// A query whose contents cannot be believed to be current.
package struct StaleQuery: Hashable, Sendable {
    package let name: String
    /// One line for people: since when, and why.
    package let reason: String

    /// Judges a query; nil where nothing is wrong.
    ///
    /// Contents are judged as `status` judges them. A query that never had any is stale once a run of it has ended
    /// without putting any in place, or once its limit has passed since it was configured; before that its first run is
    /// still to come, and nothing is wrong. Without a limit and without a run, such as one that is only run on request,
    /// it is not stale.
    ///
    /// - Parameters:
    ///   - status: what the store knows of it; nil is nothing.
    ///   - limit: how old its contents may be; nil is no limit.
    ///   - configuredAt: since when it has been configured at the least: the start of the service, or the last reload.
    package init?(
        _ query: ServiceStanding.Query, _ status: QueryStatus?, limit: Duration?, configuredAt: Instant, now: Instant
    ) {
        let freshness = status?.freshness ?? .never
        switch freshness {
        case .fresh: return nil
        case .stale: reason = freshness.words(at: now)
        case .never:
            if let run = status?.lastRun, run.endedWithoutContents {
                reason = "\(freshness.words(at: now)): \(run.reason ?? run.outcome.rawValue)"
            } else if query.failures > 0 {
                reason = "\(freshness.words(at: now)): \(query.failures) runs in a row failed"
            } else if let limit, now.since(configuredAt) > limit {
                reason = "\(freshness.words(at: now)): no run has ended within stale_after"
            } else {
                return nil
            }
        }
        name = query.name
    }
}

extension Run {
    /// Whether it ended, of a query that holds nothing.
    fileprivate var endedWithoutContents: Bool {
        switch outcome {
        case .running, .skipped: false
        case .complete, .partial, .capped, .unverified, .held, .failed, .parked, .cancelled, .interrupted: true
        }
    }
}
