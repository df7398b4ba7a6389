internal import Articles
internal import Chronology
internal import JSONText
internal import Records

/// A line of the journal as a record; written by the run that it speaks of.
///
/// What another program may have spoilt, and a run can do without, is read as far as it can be, and stays as it is when
/// the line is closed.
struct StoredRun: Record {
    var id: Int64 = 0
    let queryID: Int64
    let query: String
    let startedAt: Result<Instant, UnreadableValue>
    var finishedAt: Result<Instant?, UnreadableValue> = .success(nil)
    var outcome = RunOutcome.running
    let windowFrom: Result<CalendarDay, UnreadableValue>
    let windowTo: Result<CalendarDay, UnreadableValue>
    var announced: Int?
    var announcedAtLeast = 0
    var fetched = 0
    var unique = 0
    var stored = 0
    var added = 0
    var changed = 0
    var removed = 0
    var dropped = 0
    var pages = 0
    var requests = 0
    var bytes = 0
    var reason: String?
    var failure: String?
    /// The process that opened the line.
    let owner: String?
    var notices = JSONStrings.text([])
    /// The one whose answers it fetched.
    let candidate: Int64?

    static let table = Table<StoredRun>(
        "runs", from: "runs JOIN queries ON queries.id = runs.query_id", key: .generated(\.id),
        Attribute("id", \StoredRun.id), Attribute("query_id", \StoredRun.queryID),
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
        Attribute("_owner", \StoredRun.owner), Attribute("notices", \StoredRun.notices),
        Attribute("candidate_id", \StoredRun.candidate), make: StoredRun.init)

    /// Why a line of the journal was left open by a process that is gone.
    static let unclosed = "the process ended before it could write why: killed, a full disk, or a loss of power"

    /// As the program speaks of it; nil where another program wrote no window, or no instant that it began at.
    var run: Run? {
        guard let startedAt = try? startedAt.get(), let window = RunColumns.window(windowFrom, windowTo) else {
            return nil
        }
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
            reason: isOrphan ? Self.unclosed : reason,
            failure: failure.flatMap { SourceFailure.Kind(rawValue: $0) })
        run.notices = JSONStrings.values(notices)
        return run
    }
}

extension StoredRun {
    /// An open line, of a run that begins now.
    init(
        of query: Int64, named name: String, window: DayRange, candidate: Int64?, owner: ProcessIdentity,
        at now: Instant
    ) {
        self.init(
            queryID: query, query: name, startedAt: .success(now), windowFrom: .success(window.from),
            windowTo: .success(window.to), owner: owner.description, candidate: candidate)
    }

    mutating func close(_ ending: RunEnding, at now: Instant) {
        let counts = ending.counts
        finishedAt = .success(now)
        (outcome, reason, failure) = (ending.outcome, ending.reason, ending.failure?.rawValue)
        (announced, announcedAtLeast) = RunColumns.values(of: counts.announced)
        (fetched, unique, stored) = (counts.fetched, counts.unique, counts.stored)
        (added, changed, removed, dropped) = (counts.added, counts.changed, counts.removed, counts.dropped)
        (pages, requests, bytes) = (counts.pages, counts.requests, counts.bytes)
        notices = JSONStrings.text(ending.notices)
    }

    /// Closes the line of a run that nobody works on any more; what it counted until then stays unknown.
    mutating func abandon(since reason: String, stored: Int, at now: Instant) {
        finishedAt = .success(now)
        (outcome, self.reason, self.stored) = (.interrupted, reason, stored)
    }
}
