internal import Articles
internal import Chronology

/// TEMPORARY until the schedules are merged.
struct Due: Sendable { var at: Instant }
struct RunRule: Sendable {
    init(_ query: ArticleQuery) {}
    func due(after record: RunRecord, parkedUntil: Instant?, since: Instant, now: Instant) -> Due? { nil }
}
