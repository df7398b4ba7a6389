internal import Articles
internal import Providers

extension Settings {
    /// What to tell a person about a query that found articles once and finds none now, where its filter may be why.
    ///
    /// - Parameter runs: of the query, newest first.
    func deadFilterWarning(about query: ArticleQuery, runs: [Run]) -> String? {
        guard let filter = query.filter, let entry = providers[query.provider] else { return nil }
        // A run that had nothing to ask, and one that failed, say nothing about what there is.
        let newest = runs.first { $0.failure == nil && $0.counts.pages > 0 }
        return entry.definition.legacyFilterFields.warning(
            about: filter, hadHits: runs.contains { $0.counts.unique > 0 },
            hasNone: newest.map { $0.counts.unique == 0 && $0.counts.announced == .exactly(0) } ?? false)
    }

    /// So many runs back is looked for articles.
    static let runsLookedAt = 200
}
