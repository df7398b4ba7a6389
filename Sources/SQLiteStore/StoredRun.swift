internal import Articles
internal import Chronology
internal import JSONText
internal import Records

/// A line of the journal as a record; written by the run that it speaks of.
///
/// What another program may have spoilt, and a run can do without, is read as far as it can be.
struct StoredRun: Record {
    let id: Int64
    let query: String
    let startedAt: Instant
    let finishedAt: Result<Instant?, UnreadableValue>
    let outcome: RunOutcome
    let windowFrom: CalendarDay
    let windowTo: CalendarDay
    let announced: Int?
    let announcedAtLeast: Int
    let fetched: Int
    let unique: Int
    let stored: Int
    let added: Int
    let changed: Int
    let removed: Int
    let dropped: Int
    let pages: Int
    let requests: Int
    let bytes: Int
    let reason: String?
    let failure: String?
    let owner: String?
    let notices: String

    static let table = Table<StoredRun>(
        "runs", from: "runs JOIN queries ON queries.id = runs.query_id", key: .given(\.id),
        Attribute("id", \StoredRun.id),
        Attribute("query", \StoredRun.query, sql: "queries.name", isWritten: false),
        Attribute("started_at", \StoredRun.startedAt),
        Attribute("finished_at", \StoredRun.finishedAt), Attribute("outcome", \StoredRun.outcome, codec: RawValues()),
        Attribute("window_from", \StoredRun.windowFrom), Attribute("window_to", \StoredRun.windowTo),
        Attribute("announced", \StoredRun.announced), Attribute("announced_at_least", \StoredRun.announcedAtLeast),
        Attribute("fetched", \StoredRun.fetched), Attribute("unique_articles", \StoredRun.unique),
        Attribute("stored", \StoredRun.stored),
        Attribute("added", \StoredRun.added), Attribute("changed", \StoredRun.changed),
        Attribute("removed", \StoredRun.removed),
        Attribute("dropped", \StoredRun.dropped), Attribute("pages", \StoredRun.pages),
        Attribute("requests", \StoredRun.requests),
        Attribute("bytes", \StoredRun.bytes), Attribute("reason", \StoredRun.reason),
        Attribute("failure", \StoredRun.failure),
        Attribute("_owner", \StoredRun.owner), Attribute("notices", \StoredRun.notices), make: StoredRun.init)

    /// As the program speaks of it; nil where its window is none.
    var run: Run? {
        guard let window = DayRange(from: windowFrom, to: windowTo) else { return nil }
        var counts = RunCounts()
        counts.announced = RunColumns.total(announced, isMinimum: announcedAtLeast == 1)
        (counts.fetched, counts.unique, counts.stored) = (fetched, unique, stored)
        (counts.added, counts.changed, counts.removed, counts.dropped) = (added, changed, removed, dropped)
        (counts.pages, counts.requests, counts.bytes) = (pages, requests, bytes)
        // Of a process that is gone nobody closed the line yet; the next run of the query does.
        let isOrphan = outcome == .running && RunColumns.hasEnded(owner)
        var run = Run(
            id: id, query: query, startedAt: startedAt, finishedAt: (try? finishedAt.get()) ?? nil,
            outcome: isOrphan ? .interrupted : outcome, window: window, counts: counts,
            reason: isOrphan ? "the process ended without a word" : reason,
            failure: failure.flatMap { SourceFailure.Kind(rawValue: $0) })
        run.notices = JSONStrings.values(notices)
        return run
    }
}
