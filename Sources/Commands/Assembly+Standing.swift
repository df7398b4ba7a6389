internal import Articles
internal import Chronology
internal import HTTPExchange
internal import Providers
internal import Rendering
internal import SQLiteStore
internal import Telemetry

/// What commands that ask nobody look at.
extension Assembly {
    /// A reader on the configured store that knows more than others need: odd answers, shapes.
    static func store(of settings: Settings, clock: WallClock) -> SQLiteArticleReader {
        SQLiteArticleReader(path: settings.store.path, clock: clock)
    }

    /// What is left of a provider's budget, told by the store; one whose key cannot be had says so.
    static func budget(
        of entry: ProviderCatalog.Entry, _ settings: Settings, _ context: ProcessContext
    ) throws(StoreFailure) -> ProviderBudget {
        let definition = entry.definition
        var budget = ProviderBudget(
            provider: definition.name, perMinute: definition.budget.perMinute, perDay: definition.budget.perDay)
        let key: Secret?
        do throws(KeyMistake) {
            key = try KeyFinder(environment: context.environment).key(of: entry, configuration: settings.file)
        } catch {
            budget.problem = "nothing can be asked: \(error)"
            return budget
        }
        let standing = try StoredBudget.standing(
            in: settings.store.path, provider: definition.name, key: KeyDigest(of: key), rates: definition.rates,
            wallClock: context.clock, bootClock: .system)
        budget.leftThisMinute = standing.left.minute
        budget.leftToday = standing.left.day
        budget.dayReturnsAt = standing.dayReturnsAt
        budget.pausedUntil = standing.pausedUntil
        return budget
    }
}
