package import Chronology

/// One search over some days, as a source is asked: the words of a query, without its name and its schedule.
package struct ArticleSearch: Hashable, Sendable {
    package var text: String?
    package var filter: String?
    package var days: DayRange
    package var order = SearchOrder.usual
    /// For the budget: says nothing about what is asked.
    package var urgency = Urgency.fresh

    package init(text: String?, filter: String?, days: DayRange) {
        self.text = text
        self.filter = filter
        self.days = days
    }
}

/// From which end a result is paged.
package enum SearchOrder: String, Hashable, Sendable, CaseIterable {
    /// The order of the provider's definition.
    case usual
    /// From the other end, where the provider can: what lies beyond the cap from one end may be near from the other.
    case reversed
}

/// Who goes first where a budget is short.
package enum Urgency: String, Hashable, Sendable, CaseIterable {
    /// Recent days, which readers wait for.
    case fresh
    /// Long past days, a part of each day's budget is not for them.
    case backfill
}

/// How many results a source says there are.
package enum Total: Hashable, Sendable, CustomStringConvertible {
    case exactly(Int)
    /// The provider stops counting here.
    case atLeast(Int)

    /// The number said.
    package var count: Int {
        switch self {
        case .exactly(let count), .atLeast(let count): count
        }
    }

    /// Whether there may be more than the number said.
    package var isMinimum: Bool {
        switch self {
        case .exactly: false
        case .atLeast: true
        }
    }

    package var description: String {
        switch self {
        case .exactly(let count): "\(count)"
        case .atLeast(let count): "at least \(count)"
        }
    }
}

/// One page of an answer, decoded.
package struct ArticlePage: Sendable {
    /// Counted from 0, whatever the provider counts from.
    package var number: Int
    package var total: Total
    /// In the provider's order.
    package var articles: [Article]
    /// Documents of the page that could not be read.
    package var dropped: [DroppedDocument]
    /// Size of the answer's body in bytes, decompressed.
    package var bytes: Int
    /// The answer's body as it came, to be kept; empty where there is none.
    package var answer: [UInt8] = []
    /// What is unusual about the answer, one sentence each: keys that are new, gone or of another type.
    package var notices: [String] = []

    package init(number: Int, total: Total, articles: [Article], dropped: [DroppedDocument] = [], bytes: Int = 0) {
        self.number = number
        self.total = total
        self.articles = articles
        self.dropped = dropped
        self.bytes = bytes
    }

    /// How many documents the page held, read or not.
    package var documents: Int { articles.count + dropped.count }
}

/// A document that was left out of a page, with where it stood and why.
package struct DroppedDocument: Hashable, Sendable, CustomStringConvertible {
    /// A JSON path from the answer's root: `response.docs[3].pub_date`.
    package let path: String
    package let reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    package var description: String { "\(path): \(reason)" }
}
