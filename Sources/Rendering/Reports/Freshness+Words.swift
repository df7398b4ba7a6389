package import Articles
package import Chronology

extension Freshness {
    /// `fresh, 5 min old`; `stale since 2015-07-04 09:30 UTC (2 days): the reason`; `never synced`.
    package func words(at now: Instant) -> String {
        switch self {
        case .fresh(let since): "fresh, \(now.since(since).ageWords) old"
        case .stale(let since, let reason):
            "stale since \(since.minuteText) UTC (\(now.since(since).ageWords)): \(reason)"
        case .never: "never synced"
        }
    }

    /// `fresh`, `stale` or `never`.
    package var name: String {
        switch self {
        case .fresh: "fresh"
        case .stale: "stale"
        case .never: "never"
        }
    }

    /// Why it is stale.
    var reason: String? {
        if case .stale(_, let reason) = self { reason } else { nil }
    }

    /// How good the news is.
    var style: TextStyle {
        switch self {
        case .fresh: .good
        case .stale: .warning
        case .never: .bad
        }
    }
}
