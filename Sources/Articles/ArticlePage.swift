package import Chronology

/// One search over some days, as a source is asked: the words of a query, without its name and its schedule.
package struct ArticleSearch: Hashable, Sendable {
    package var text: String?
    package var filter: String?
    package var days: DayRange

    package init(text: String?, filter: String?, days: DayRange) {
        self.text = text
        self.filter = filter
        self.days = days
    }
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
