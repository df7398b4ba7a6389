internal import CRanking
internal import CSQLite

extension Connection {
    /// Lets SQL on this connection rank what a full-text search finds, where it reads an FTS5 table `t`.
    ///
    /// `relevance(t, rarities, weight, …)` is how well the present row answers the search, more is better: BM25 without
    /// the length of a text, with a weight a column. `rarities(t)` is a blob that tells how rare each phrase is, so that
    /// two tables can be ranked alike; where NULL stands for it, the table's own are taken.
    package borrowing func registerRanking() throws(SQLiteError) {
        let code = unsafe cranking_register(handle)
        guard code == SQLITE_OK else { throw unsafe SQLiteError(code, of: handle) }
    }
}
