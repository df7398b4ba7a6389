package import Articles
package import Chronology
package import HTTPExchange
package import Mapping

/// Everything that is particular about one provider's API: what to ask, what to make of the answer, what it allows.
///
/// It is data, read from a definition file: the embedded ones and the user's own take the same way.
package struct ProviderDefinition: Sendable {
    /// What the configuration calls it.
    package let name: String
    package let title: String
    package let homepage: String?
    /// What the provider asks of those who show its data.
    package let terms: String?
    /// The address of the search; https, unless it is this machine.
    package let url: HTTPURL
    /// What "today" means for a query that does not say.
    package let timeZone: TimeZone
    /// Sent with every request beside the parameters.
    package let headers: [HTTPHeader]
    package let form: RequestForm
    /// What `{sort}` stands for.
    package let sort: String?
    /// What `{sort}` stands for where a result is paged from its other end; nil where it cannot be.
    package let reverseSort: String?
    package let authentication: Authentication
    package let pagination: Pagination
    /// Where the answer has its records.
    package let records: JSONPath
    /// What a good answer says; nil where nothing marks one.
    let success: SuccessRule?
    /// The first that fits decides.
    package let errors: [ErrorRule]
    /// Further keys of a good answer, so that drift can tell what is new.
    let known: [JSONPath]
    package let budget: RequestLimits
    package let retry: RetryPolicy
    package let concurrency: Int
    package let legacyFilterFields: LegacyFilterFields
    /// The language of filters, or nil if the provider has one of its own.
    package let filterLanguage: FilterLanguage?
    package let mapping: Mapping<Article>

    /// What the provider allows, as a budget counts it.
    package var rates: BudgetRates {
        BudgetRates(
            perMinute: budget.perMinute ?? 0, perDay: budget.perDay ?? 0, reservedPerDay: budget.reservedPerDay,
            zone: timeZone)
    }

    /// What the provider allows, for planning.
    package var limits: SourceLimits {
        SourceLimits(
            pageSize: pagination.size, cap: pagination.cap, concurrency: concurrency,
            isReversible: sort != nil && reverseSort != nil)
    }
}

/// What a good answer says at a path.
struct SuccessRule: Hashable, Sendable {
    let path: JSONPath
    let condition: ErrorRule.Condition
}

/// How many requests a provider allows; nil is no limit.
package struct RequestLimits: Hashable, Sendable {
    package var perMinute: Int?
    package var perDay: Int?
    /// The part of the day, 0 to 1, that is kept for fresh days while a backfill runs.
    package var reserveForFresh: Double

    package init(perMinute: Int? = nil, perDay: Int? = nil, reserveForFresh: Double = 0.1) {
        self.perMinute = perMinute
        self.perDay = perDay
        self.reserveForFresh = reserveForFresh
    }

    /// How many of the day's requests no backfill gets, to the nearest: of very few, none are kept by the usual part.
    package var reservedPerDay: Int { perDay.map { Int((Double($0) * reserveForFresh).rounded()) } ?? 0 }
}
