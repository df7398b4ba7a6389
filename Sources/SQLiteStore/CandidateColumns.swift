internal import Articles
internal import Records
internal import SQLite

/// A candidate as a row.
enum CandidateColumns {
    static var select: String { StoredCandidate.table.selection }

    /// Reads a row of `select`; nil where another program wrote what is no candidate.
    static func candidate(_ row: borrowing Statement) -> Candidate? {
        (try? StoredCandidate.table.record(of: row))?.candidate
    }
}
