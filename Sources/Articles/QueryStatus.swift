package import Chronology

/// What readers are told about a query beside its articles.
package struct QueryStatus: Sendable, Hashable {
    package var name: String
    package var provider: String
    package var fingerprint: String
    package var window: DayRange?
    /// Articles in its current contents.
    package var articles: Int
    /// Grows by one with every replacement; 0 is never replaced.
    package var generation: Int
    /// When the current contents were put in place or last found unchanged.
    package var contentsAt: Instant?
    /// Whether the current contents are all there is.
    package var coverage: Coverage?
    package var lastRun: Run?
    package var freshness: Freshness

    package init(
        name: String, provider: String, fingerprint: String, window: DayRange? = nil, articles: Int = 0,
        generation: Int = 0, contentsAt: Instant? = nil, coverage: Coverage? = nil, lastRun: Run? = nil,
        freshness: Freshness = .never
    ) {
        self.name = name
        self.provider = provider
        self.fingerprint = fingerprint
        self.window = window
        self.articles = articles
        self.generation = generation
        self.contentsAt = contentsAt
        self.coverage = coverage
        self.lastRun = lastRun
        self.freshness = freshness
    }
}

/// Whether contents can be believed to be current, and if not, since when and why.
package enum Freshness: Hashable, Sendable {
    case fresh(since: Instant)
    case stale(since: Instant, reason: String)
    /// Nothing was ever stored.
    case never

    /// Judges contents by their age and by the run after them.
    ///
    /// - Parameters:
    ///   - contentsAt: when they were put in place or last found unchanged.
    ///   - lastRun: the newest run of the query that has ended and was not skipped.
    ///   - limit: how old they may be; nil is no limit.
    package init(contentsAt: Instant?, lastRun: Run?, limit: Duration?, now: Instant) {
        guard let contentsAt else {
            self = .never
            return
        }
        if let lastRun, lastRun.leftContents(of: contentsAt) {
            self = .stale(since: contentsAt, reason: lastRun.reason ?? lastRun.outcome.rawValue)
        } else if let limit, now.since(contentsAt) > limit {
            self = .stale(since: contentsAt, reason: "older than stale_after")
        } else {
            self = .fresh(since: contentsAt)
        }
    }
}

extension Run {
    /// Whether the run ended without putting anything in place of contents of that age.
    fileprivate func leftContents(of contentsAt: Instant) -> Bool {
        let ended = finishedAt ?? startedAt
        switch outcome {
        case .running, .skipped, .complete: return false
        // These may be what was put in place, and then they ended at that very instant.
        case .partial, .capped, .unverified: return ended > contentsAt
        // These never are.
        case .held, .failed, .parked, .cancelled, .interrupted: return ended >= contentsAt
        }
    }
}
