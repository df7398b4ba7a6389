package import Articles
package import Chronology
package import HTTPExchange
internal import SQLite

extension StoredBudget {
    /// Where a budget stands; asks for nothing, and neither makes nor writes the store.
    ///
    /// A store that is not there yet has counted nothing.
    package static func standing(
        in path: String, provider: String, key: KeyDigest, rates: BudgetRates, wallClock: WallClock,
        bootClock: BootClock
    ) throws(StoreFailure) -> BudgetStanding {
        let now = ClockReading(wallClock, bootClock)
        let tried = "see what is left of the budget of \(provider) in \(path)"
        let row = BudgetRow(provider: provider, key: key)
        let state: BudgetState
        do throws(StoreFailure) {
            let connection = try StoreOpening.forReading(path, tried: tried)
            state = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
                try connection.transaction(.deferred) { () throws(SQLiteError) in
                    try row.load(connection, at: now, rates: rates)
                }
            }
        } catch {
            guard error.kind == .missing else { throw error }
            state = BudgetState()
        }
        return state.standing(at: now.wall, rates: rates)
    }
}
