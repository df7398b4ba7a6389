package import Articles
package import Chronology

/// Whether a provider refuses its key, judged by the last runs of all queries that use it.
///
/// What one query meets may be about that query alone: the key counts as refused once a second query has met the same, and
/// no run has succeeded since. Then nothing is asked for an hour, after which one query tries.
package struct KeyStanding: Hashable, Sendable {
    /// Until when no query is to ask; nil if the key is not known to be refused.
    package let refusedUntil: Instant?

    /// - Parameters:
    ///   - records: of the provider's queries.
    ///   - forgivenAt: refusals until then do not count; nil if all do.
    package init(_ records: some Sequence<RunRecord>, forgivenAt: Instant? = nil) {
        var lastSuccess = forgivenAt
        var refusals: [Instant] = []
        for record in records {
            guard let ended = record.lastEndedAt else { continue }
            if record.failures == 0 {
                lastSuccess = max(lastSuccess ?? ended, ended)
            } else if record.failure == .badKey {
                refusals.append(ended)
            }
        }
        if let lastSuccess { refusals.removeAll { $0 <= lastSuccess } }
        refusedUntil = refusals.count < 2 ? nil : refusals.max()?.adding(BackOff.refusal)
    }
}
