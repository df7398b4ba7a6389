internal import Articles
internal import Chronology
internal import Records

/// A candidate as a record; written by the run that gathers it, and by those that hold it or put it in place.
///
/// What another program may have spoilt stays as it is when the rest is changed.
struct StoredCandidate: Record {
    var id: Int64 = 0
    let queryID: Int64
    let query: String
    var state = Candidate.State.gathering
    let windowFrom: Result<CalendarDay, UnreadableValue>
    let windowTo: Result<CalendarDay, UnreadableValue>
    let startedAt: Result<Instant, UnreadableValue>
    let updatedAt: Result<Instant, UnreadableValue>
    var announced: Int?
    var announcedAtLeast = 0
    var articles = 0
    var coverage: String?
    var reason: String?
    var agreements = 0
    var generation: Int?
    var pages = 0
    let fingerprint: String
    /// The generation behind which no candidate of the query is gone back to.
    var lastGeneration = 0
    /// The one that held it, or put it in place.
    var run: Int64?

    static let table = Table<StoredCandidate>(
        "candidates", from: "candidates JOIN queries ON queries.id = candidates.query_id", key: .generated(\.id),
        Attribute("id", \StoredCandidate.id), Attribute("query_id", \StoredCandidate.queryID),
        Attribute("query", \StoredCandidate.query, sql: "queries.name", isWritten: false),
        Attribute("state", \StoredCandidate.state, codec: RawValues()),
        Attribute("window_from", \StoredCandidate.windowFrom),
        Attribute("window_to", \StoredCandidate.windowTo), Attribute("started_at", \StoredCandidate.startedAt),
        Attribute("updated_at", \StoredCandidate.updatedAt), Attribute("announced", \StoredCandidate.announced),
        Attribute("announced_at_least", \StoredCandidate.announcedAtLeast),
        Attribute("articles", \StoredCandidate.articles),
        Attribute("coverage", \StoredCandidate.coverage), Attribute("reason", \StoredCandidate.reason),
        Attribute("agreements", \StoredCandidate.agreements),
        Attribute("generation", \StoredCandidate.generation),
        Attribute(
            "pages", \StoredCandidate.pages,
            sql: "(SELECT count(*) FROM _answers WHERE candidate_id = candidates.id AND pass >= 0)", isWritten: false),
        Attribute("fingerprint", \StoredCandidate.fingerprint),
        Attribute(
            "last_generation", \StoredCandidate.lastGeneration,
            sql: "queries.generation - \(CandidateRetention.generations)",
            isWritten: false), Attribute("run_id", \StoredCandidate.run), make: StoredCandidate.init)

    /// As the program speaks of it; nil where another program wrote no window, or no instant that it was begun at.
    var candidate: Candidate? {
        guard let startedAt = try? startedAt.get(), let window = RunColumns.window(windowFrom, windowTo) else {
            return nil
        }
        return Candidate(
            id: id, query: query, state: state, window: window, startedAt: startedAt,
            updatedAt: (try? updatedAt.get()) ?? startedAt,
            announced: RunColumns.total(announced, isMinimum: announcedAtLeast == 1), articles: articles,
            coverage: coverage.flatMap { Coverage(rawValue: $0) }, reason: reason, agreements: agreements,
            generation: generation, pages: pages)
    }
}

extension StoredCandidate {
    /// A new one, for what a run is going to gather.
    init(for query: ArticleQuery, id: Int64, window: DayRange, at now: Instant) {
        self.init(
            queryID: id, query: query.name, windowFrom: .success(window.from), windowTo: .success(window.to),
            startedAt: .success(now), updatedAt: .success(now), fingerprint: query.fingerprint)
    }

    /// What the provider said there is, unless it said nothing this time.
    mutating func note(_ total: Total?) {
        if total != nil { (announced, announcedAtLeast) = RunColumns.values(of: total) }
    }

    mutating func hold(_ ending: RunEnding, articles: Int, agreements: Int, run: Int64) {
        state = .held
        (announced, announcedAtLeast) = RunColumns.values(of: ending.counts.announced)
        (coverage, reason) = (ending.coverage?.rawValue, ending.reason)
        (self.articles, self.agreements, self.run) = (articles, agreements, run)
    }

    mutating func store(_ ending: RunEnding, coverage: Coverage, articles: Int, generation: Int, run: Int64) {
        state = .stored
        note(ending.counts.announced)
        self.coverage = coverage.rawValue
        (self.articles, self.generation, self.run) = (articles, generation, run)
    }
}
