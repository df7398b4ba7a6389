internal import Articles
internal import Chronology
internal import SQLite

/// A line of the journal as a row.
enum RunColumns {
    static let select = """
        SELECT runs.id, queries.name, runs.started_at, runs.finished_at, runs.outcome, runs.window_from, runs.window_to,
            runs.announced, runs.announced_at_least, runs.fetched, runs.unique_articles, runs.stored, runs.added,
            runs.changed, runs.removed, runs.dropped, runs.pages, runs.requests, runs.bytes, runs.reason, runs.failure,
            runs._owner, runs.notices
        FROM runs JOIN queries ON queries.id = runs.query_id
        """

    /// Reads a row of `select`; nil where another program wrote what is no run.
    static func run(_ row: borrowing Statement) -> Run? {
        guard let id = row.int64(0), let query = row.text(1), let started = instant(row.text(2)),
            let outcome = row.text(4).flatMap({ RunOutcome(rawValue: $0) }),
            let window = window(row.text(5), row.text(6))
        else { return nil }
        var counts = RunCounts()
        counts.announced = total(row.int(7), isMinimum: row.int(8) == 1)
        counts.fetched = row.int(9) ?? 0
        counts.unique = row.int(10) ?? 0
        counts.stored = row.int(11) ?? 0
        counts.added = row.int(12) ?? 0
        counts.changed = row.int(13) ?? 0
        counts.removed = row.int(14) ?? 0
        counts.dropped = row.int(15) ?? 0
        counts.pages = row.int(16) ?? 0
        counts.requests = row.int(17) ?? 0
        counts.bytes = row.int(18) ?? 0
        // Of a process that is gone nobody closed the line yet; the next run of the query does.
        let isOrphan = outcome == .running && hasEnded(row.text(21))
        var run = Run(
            id: id, query: query, startedAt: started, finishedAt: instant(row.text(3)),
            outcome: isOrphan ? .interrupted : outcome, window: window, counts: counts,
            reason: isOrphan ? "the process ended without a word" : row.text(19),
            failure: row.text(20).flatMap { SourceFailure.Kind(rawValue: $0) })
        run.notices = JSONList.values(row.text(22))
        return run
    }

    private static func hasEnded(_ owner: String?) -> Bool {
        owner.flatMap { ProcessIdentity($0) }?.hasEnded(seenFrom: .current) ?? true
    }

    static func instant(_ text: String?) -> Instant? { text.flatMap { Instant(iso8601: $0) } }

    static func window(_ from: String?, _ to: String?) -> DayRange? {
        guard let from = from.flatMap({ DayFormat.iso.day(from: $0) }),
            let to = to.flatMap({ DayFormat.iso.day(from: $0) })
        else { return nil }
        return DayRange(from: from, to: to)
    }

    static func total(_ count: Int?, isMinimum: Bool) -> Total? {
        count.map { isMinimum ? .atLeast($0) : .exactly($0) }
    }
}

extension Total {
    /// Whether the provider stopped counting there.
    var isMinimum: Bool {
        switch self {
        case .exactly: false
        case .atLeast: true
        }
    }
}
