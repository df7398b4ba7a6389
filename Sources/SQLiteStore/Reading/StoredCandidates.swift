internal import Articles
internal import Chronology
internal import SQLite

/// The candidates of a query that matter to a person or to its next run.
enum StoredCandidates {
    /// Those that are gathered or held, and those that are in the contents, or were in one of the last generations, which
    /// can be gone back to while their answers are kept; newest first.
    static func candidates(of query: String, in connection: borrowing Connection) throws(SQLiteError) -> [Candidate] {
        try connection.all(
            """
            \(CandidateColumns.select) WHERE queries.name = ?1 AND (candidates.state IN ('gathering', 'held')
                OR candidates.state = 'stored' AND pages > 0
                    AND candidates.generation > queries.generation - \(CandidateRetention.generations)) ORDER BY candidates.id DESC
            """, .text(query)
        ) { CandidateColumns.candidate($0) }.compactMap { $0 }
    }

    /// The one that a run goes on with: being gathered, asked the same, with answers, and young enough.
    ///
    /// - Parameter now: nil where its age does not matter.
    static func gathering(
        _ query: ArticleQuery, at now: Instant?, in connection: borrowing Connection
    ) throws(SQLiteError) -> Candidate? {
        try connection.all(
            """
            \(CandidateColumns.select) WHERE queries.name = ?1 AND candidates.state = 'gathering'
                AND candidates.fingerprint = ?2 AND pages > 0 ORDER BY candidates.id DESC
            """, .text(query.name), .text(query.fingerprint)
        ) { CandidateColumns.candidate($0) }.first { candidate in
            guard let now, let candidate else { return candidate != nil }
            return now.since(candidate.updatedAt) < RunTicket.longestPause
        } ?? nil
    }
}
