package import Articles
package import Chronology
package import Rendering

/// All that is told over HTTP, as it was at one moment.
package struct ServiceReading: Sendable {
    package var at: Instant
    package var standing: ServiceStanding
    /// Of every query that the store knows, those that nobody configures any more among them; or why it cannot be read.
    package var statuses: Result<[QueryStatus], StoreFailure>
    package var budgets: [ProviderBudget]
    /// How old the contents of a query may be, by name.
    package var limits: [String: Duration]

    package init(
        at: Instant, standing: ServiceStanding, statuses: Result<[QueryStatus], StoreFailure>,
        budgets: [ProviderBudget] = [], limits: [String: Duration] = [:]
    ) {
        self.at = at
        self.standing = standing
        self.statuses = statuses
        self.budgets = budgets
        self.limits = limits
    }

    /// The queries that are configured, in their order, with what the store says of them; nil where it does not know
    /// them.
    package func queries() throws(StoreFailure) -> [(query: ServiceStanding.Query, status: QueryStatus?)] {
        let known = Dictionary(try statuses.get().map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return standing.queries.map { ($0, known[$0.name]) }
    }

    /// Those whose contents cannot be believed to be current, and why; in the order of the configuration.
    package func staleQueries() throws(StoreFailure) -> [StaleQuery] {
        try queries().compactMap { query, status in
            StaleQuery(
                query, status, limit: limits[query.name], configuredAt: max(standing.startedAt, standing.reload.at),
                now: at)
        }
    }
}
