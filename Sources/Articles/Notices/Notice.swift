package import Chronology

/// What is told to those who asked to be told.
package enum NoticeKind: String, Sendable, CaseIterable {
    /// Runs of a query began to fail, or have failed for another day.
    case failed
    /// A result is held that the guard does not believe.
    case held
    /// Contents became older than they may.
    case stale
    /// The provider's answers are not what they were.
    case drift
    /// A query that was told of as failed or stale is fresh again.
    case recovered
    /// Sent on request, to try a target; nobody subscribes to it.
    case test

    /// What can be subscribed to.
    package static var subscribable: [NoticeKind] { allCases.filter { $0 != .test } }
}

/// One thing that happened, as it is told.
package struct Notice: Sendable, Hashable {
    /// Unique, and the same at every try to deliver it.
    package var id: String
    package var kind: NoticeKind
    package var at: Instant
    /// Nil is none in particular.
    package var query: String?
    package var provider: String?
    /// The run that brought it; nil where it was time alone.
    package var run: Run?
    /// When the query's contents were put in place or last found unchanged.
    package var contentsAt: Instant?
    /// Since when its runs have failed, one after the other.
    package var failingSince: Instant?

    package init(id: String, kind: NoticeKind, at: Instant, query: String? = nil, provider: String? = nil) {
        self.id = id
        self.kind = kind
        self.at = at
        self.query = query
        self.provider = provider
    }
}

/// What was told about a query, so that it is not told again.
package struct NoticeStanding: Sendable, Hashable {
    /// When the first of the runs ended that have failed since, one after the other.
    package var failingSince: Instant?
    /// When that was told last.
    package var failureToldAt: Instant?
    /// When the contents were put in place that were told to be stale.
    package var staleToldOf: Instant?
    /// Whether a result is held.
    package var isHeld = false
    /// Which change of the answers was told last.
    package var driftTold: String?
    /// Whether something was told that a fresh run makes good.
    package var isTroubled = false

    package init() {}
}
