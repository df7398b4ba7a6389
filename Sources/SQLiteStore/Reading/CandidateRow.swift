internal import Articles
internal import Chronology
internal import SQLite

/// A candidate as a row.
enum CandidateRow {
    static let select = """
        SELECT c.id, queries.name, c.state, c.window_from, c.window_to, c.started_at, c.updated_at, c.announced,
            c.announced_at_least, c.articles, c.coverage, c.reason, c.agreements, c.generation,
            (SELECT count(*) FROM _answers WHERE candidate_id = c.id AND pass >= 0) AS pages
        FROM candidates AS c JOIN queries ON queries.id = c.query_id
        """

    /// Reads a row of `select`; nil where another program wrote what is none.
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

    /// Those of a query that are gathered or held, and those in the contents, now or once, whose answers are kept; newest
    /// first.
    static func candidates(of query: String, in connection: borrowing Connection) throws(SQLiteError) -> [Candidate] {
        try connection.all(
            """
            \(select) WHERE queries.name = ?1
                AND (c.state IN ('gathering', 'held') OR c.state = 'stored' AND pages > 0) ORDER BY c.id DESC
            """, .text(query)
        ) { candidate($0) }.compactMap { $0 }
    }

    /// The candidate that a run goes on with: the one being gathered, if it was asked the same and is young enough.
    ///
    /// - Parameter now: nil where its age does not matter.
    static func gathering(
        _ query: ArticleQuery, at now: Instant?, in connection: borrowing Connection
    ) throws(SQLiteError) -> Candidate? {
        let found = try connection.first(
            "\(select) WHERE queries.name = ?1 AND c.state = 'gathering' AND c.fingerprint = ?2 ORDER BY c.id DESC LIMIT 1",
            .text(query.name), .text(query.fingerprint)
        ) { candidate($0) }
        guard let found = found ?? nil else { return nil }
        if let now, now.since(found.updatedAt) >= RunTicket.longestPause { return nil }
        return found
    }
}
