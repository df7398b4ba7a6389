package import Chronology

/// A result on its way into a query's contents, or one that was there: the answers it was read from are kept.
package struct Candidate: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// A run fetches it, or will go on to.
        case gathering
        /// The guard does not believe it, or it is less complete than the contents are.
        case held
        /// It is in the contents, or was.
        case stored
        /// A person does not want it, or it was overtaken.
        case dropped
    }

    package var id: Int64
    package var query: String
    package var state: State
    package var window: DayRange
    package var startedAt: Instant
    /// When the last answer of it came.
    package var updatedAt: Instant
    package var announced: Total?
    package var articles: Int
    package var coverage: Coverage?
    /// Why it is held.
    package var reason: String?
    /// For a held one: how many later runs came to the same; the second accepts it.
    package var agreements: Int
    /// The generation that it became, for a stored one.
    package var generation: Int?
    /// Answers kept of it.
    package var pages: Int

    package init(
        id: Int64, query: String, state: State, window: DayRange, startedAt: Instant, updatedAt: Instant,
        announced: Total? = nil, articles: Int = 0, coverage: Coverage? = nil, reason: String? = nil,
        agreements: Int = 0, generation: Int? = nil, pages: Int = 0
    ) {
        self.id = id
        self.query = query
        self.state = state
        self.window = window
        self.startedAt = startedAt
        self.updatedAt = updatedAt
        self.announced = announced
        self.articles = articles
        self.coverage = coverage
        self.reason = reason
        self.agreements = agreements
        self.generation = generation
        self.pages = pages
    }
}

/// What is kept of a result that is being gathered.
package struct GatheredAnswers: Hashable, Sendable {
    package var window: DayRange
    /// When the first run of it began: what was due is judged as of then, so that a run that goes on reads the same windows.
    package var since: Instant
    /// How many results its runs were told of, where one of them came to an end.
    package var announced: Total?
    package var requests: [PageRequest]

    package init(window: DayRange, since: Instant, announced: Total? = nil, requests: [PageRequest] = []) {
        self.window = window
        self.since = since
        self.announced = announced
        self.requests = requests
    }
}

/// How a result differs from a query's contents.
package struct ContentsDifference: Hashable, Sendable {
    package var added = 0
    package var changed = 0
    package var removed = 0
    /// The first of them, in the provider's order.
    package var examples: [Example] = []

    package struct Example: Hashable, Sendable {
        package enum Change: String, Hashable, Sendable { case added, changed, removed }
        package var change: Change
        package var key: ArticleKey
        package var headline: String?
        /// Names of the fields that differ, for a changed one.
        package var fields: [String]

        package init(change: Change, key: ArticleKey, headline: String?, fields: [String] = []) {
            self.change = change
            self.key = key
            self.headline = headline
            self.fields = fields
        }
    }

    package init() {}

    package var isEmpty: Bool { added + changed + removed == 0 }
}
