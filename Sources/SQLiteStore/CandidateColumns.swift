internal import Articles
internal import Chronology
internal import SQLite

/// A candidate as a row.
enum CandidateColumns {
    static let select = """
        SELECT candidates.id, queries.name, candidates.state, candidates.window_from, candidates.window_to,
            candidates.started_at, candidates.updated_at, candidates.announced, candidates.announced_at_least,
            candidates.articles, candidates.coverage, candidates.reason, candidates.agreements, candidates.generation,
            (SELECT count(*) FROM _answers WHERE candidate_id = candidates.id AND pass >= 0) AS pages,
            candidates.fingerprint
        FROM candidates JOIN queries ON queries.id = candidates.query_id
        """

    /// Reads a row of `select`; nil where another program wrote what is no candidate.
    static func candidate(_ row: borrowing Statement) -> Candidate? {
        guard let id = row.int64(0), let query = row.text(1),
            let state = row.text(2).flatMap({ Candidate.State(rawValue: $0) }),
            let window = RunColumns.window(row.text(3), row.text(4)), let started = RunColumns.instant(row.text(5))
        else { return nil }
        return Candidate(
            id: id, query: query, state: state, window: window, startedAt: started,
            updatedAt: RunColumns.instant(row.text(6)) ?? started,
            announced: RunColumns.total(row.int(7), isMinimum: row.int(8) == 1), articles: row.int(9) ?? 0,
            coverage: row.text(10).flatMap { Coverage(rawValue: $0) }, reason: row.text(11),
            agreements: row.int(12) ?? 0, generation: row.int(13), pages: row.int(14) ?? 0)
    }

    /// What was asked for it.
    static func fingerprint(_ row: borrowing Statement) -> String? { row.text(15) }
}
