internal import Articles
internal import Chronology
internal import Records

/// A candidate as a record; written by the run that gathers it.
struct StoredCandidate: Record {
    let id: Int64
    let query: String
    let state: Candidate.State
    let windowFrom: CalendarDay
    let windowTo: CalendarDay
    let startedAt: Instant
    let updatedAt: Result<Instant, UnreadableValue>
    let announced: Int?
    let announcedAtLeast: Int
    let articles: Int
    let coverage: String?
    let reason: String?
    let agreements: Int
    let generation: Int?
    let pages: Int
    let fingerprint: String
    /// The generation behind which no candidate of the query is gone back to.
    let lastGeneration: Int

    static let table = Table<StoredCandidate>(
        "candidates", from: "candidates JOIN queries ON queries.id = candidates.query_id", key: .given(\.id),
        Attribute("id", \StoredCandidate.id),
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
            isWritten: false), make: StoredCandidate.init)

    /// As the program speaks of it; nil where its window is none.
    var candidate: Candidate? {
        guard let window = DayRange(from: windowFrom, to: windowTo) else { return nil }
        return Candidate(
            id: id, query: query, state: state, window: window, startedAt: startedAt,
            updatedAt: (try? updatedAt.get()) ?? startedAt,
            announced: RunColumns.total(announced, isMinimum: announcedAtLeast == 1), articles: articles,
            coverage: coverage.flatMap { Coverage(rawValue: $0) }, reason: reason, agreements: agreements,
            generation: generation, pages: pages)
    }
}
