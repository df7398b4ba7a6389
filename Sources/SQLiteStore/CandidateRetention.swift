internal import SQLite

/// Lets go of the answers and readings of generations that are not gone back to any more.
///
/// One generation ages with every replacement, so that there is as much to do as that one had. What the query held, and
/// when, stays for ever. Each statement removes all that is too old, whatever it says: no record of it is read.
struct CandidateRetention {
    let query: Int64
    /// The present one.
    let generation: Int

    /// So many generations, the present one included, can be gone back to.
    static let generations = 3

    func apply(_ connection: borrowing Connection) throws(SQLiteError) {
        let oldest = SQLiteValue(generation - Self.generations + 1)
        try connection.run(
            "DELETE FROM _readings WHERE query_id = ?1 AND until_generation <= ?2", SQLiteValue(query), oldest)
        try connection.run(
            """
            DELETE FROM candidates WHERE query_id = ?1 AND state = 'stored' AND generation < ?2
                AND NOT EXISTS (SELECT 1 FROM windows WHERE _candidate_id = candidates.id)
                AND NOT EXISTS (SELECT 1 FROM _readings WHERE candidate_id = candidates.id)
            """, SQLiteValue(query), oldest)
    }
}
