internal import Articles
internal import Chronology
internal import Records
internal import SQLite

/// The candidates of a query that matter to a person or to its next run.
enum StoredCandidates {
    /// Those that are gathered or held, and those that are in the contents, or were in one of the last generations, which
    /// can be gone back to while their answers are kept; newest first.
    static func candidates(of query: String, in connection: borrowing Connection) throws(RecordError) -> [Candidate] {
        let gatheredOrHeld = Filter.among("state", ["gathering", "held"])
        let returnable = Filter.all([
            .equal("state", "stored"), .greater("pages", 0),
            .compare("generation", .greater, field: "last_generation"),
        ])
        let listing = StoredCandidate.all.filtered(by: .equal("query", .text(query)))
            .filtered(by: .any([gatheredOrHeld, returnable]))
            .sorted(by: SortTerms([.init("id", isAscending: false)]))
        var candidates: [Candidate] = []
        // A row that is none, another program's, is passed over.
        try listing.forEach(in: connection) { row in
            if case .success(let row) = row, let candidate = row.candidate { candidates.append(candidate) }
        }
        return candidates
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
                AND candidates.fingerprint = ?2 ORDER BY candidates.id DESC
            """, .text(query.name), .text(query.fingerprint)
        ) { CandidateColumns.candidate($0) }.first { candidate in
            guard let candidate, candidate.pages > 0 else { return false }
            guard let now else { return true }
            return now.since(candidate.updatedAt) < RunTicket.longestPause
        } ?? nil
    }
}
