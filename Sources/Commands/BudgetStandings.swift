internal import Articles
internal import Chronology
internal import HTTPExchange
internal import Providers
internal import SQLiteStore
internal import Telemetry

/// How the budgets of providers stand in the store, which is only read.
struct BudgetStandings: Sendable {
    private let settings: Settings
    private let session: Session

    init(_ settings: Settings, _ session: Session) {
        self.settings = settings
        self.session = session
    }

    /// The budget of a provider's key; nil where the provider has no limits.
    ///
    /// A key that cannot be read is no mistake here: then the budget is one that was never used.
    func standing(of provider: String) throws(StoreFailure) -> BudgetStanding? {
        guard let definition = settings.providers[provider]?.definition, definition.rates.hasLimit else { return nil }
        let queries = settings.queries.filter { $0.provider == provider }
        let keys = (try? settings.keys(for: queries, environment: session.context.environment)) ?? [:]
        do throws(StoreFailure) {
            return try StoredBudget.standing(
                in: settings.store.path, provider: provider, key: KeyDigest(of: keys[provider]),
                rates: definition.rates, wallClock: session.context.clock, bootClock: .system)
        } catch {
            guard error.kind == .missing else { throw error }
            return BudgetState().standing(at: session.context.clock.now, rates: definition.rates)
        }
    }
}

extension Settings {
    /// The queries of these names, each once; all where none is named.
    func queries(named names: [String]) throws(UsageMistake) -> [ArticleQuery] {
        guard !names.isEmpty else { return queries }
        var chosen: [ArticleQuery] = []
        for name in names where !chosen.contains(where: { $0.name == name }) {
            guard let query = queries.first(where: { $0.name == name }) else {
                throw UsageMistake.unknown("query", name, among: queries.map(\.name))
            }
            chosen.append(query)
        }
        return chosen
    }
}
