package import Chronology

/// Who says when the next request with a key may be made.
///
/// Every grant ends in exactly one `settle` or `refund`. A budget may be shared by tasks and, behind this port, by processes.
package protocol RequestBudget: Sendable {
    /// Waits until one more request may be made; cancelled while waiting, it takes nothing.
    ///
    /// Throws `.paused(until:)` and `.daySpent(until:)` where waiting is not worth it, `.dayReserved(until:)` where it is so for a backfill alone,
    /// `.noBudget` where it cannot be told, and `.cancelled`.
    ///
    /// - Parameter asker: the query that asks.
    func acquire(_ priority: RequestPriority, for asker: String) async throws(HTTPError) -> BudgetGrant
    /// Gives back a grant whose request never went out.
    func refund(_ grant: BudgetGrant) async
    /// Tells how the request of a grant ended.
    func settle(_ grant: BudgetGrant, _ answer: BudgetAnswer) async
    /// Grants nothing before an instant, for reasons outside an exchange.
    func penalise(until instant: Instant) async
}
