package import Chronology

/// One article as a provider describes it: the fields that every provider is mapped to.
///
/// A field is nil where the provider did not say. Nothing here names a key of any API.
package struct Article: Hashable, Sendable {
    /// Who it is, for ever.
    package var key: ArticleKey
    /// Older ids of the same article at the same provider; an article known by one of them is this one.
    package var aliases: [String] = []
    package var url: String?
    package var headline: String?
    package var abstract: String?
    package var leadParagraph: String?
    /// The line as printed: "By Ada Lovelace and Mary Somerville".
    package var byline: String?
    package var authors: [String] = []
    package var source: String?
    package var section: String?
    /// What it is: news, review, letter …, in the provider's words.
    package var kind: String?
    package var publishedAt: PublicationDate?
    package var updatedAt: PublicationDate?
    package var wordCount: Int?
    /// BCP 47, where the provider says.
    package var language: String?
    package var imageURL: String?
    package var keywords: [String] = []

    package init(key: ArticleKey) { self.key = key }
}

/// The identity of an article: the provider and the provider's own id, never the URL.
package struct ArticleKey: Hashable, Sendable, CustomStringConvertible {
    package let provider: String
    package let id: String

    package init(provider: String, id: String) {
        self.provider = provider
        self.id = id
    }

    package var description: String { "\(provider):\(id)" }
}

/// When something was published, as precisely as the provider says and no more.
package enum PublicationDate: Hashable, Sendable, CustomStringConvertible {
    case instant(Instant)
    case day(CalendarDay)

    /// ISO 8601: `2015-07-04T00:00:00Z` for an instant, `2015-07-04` for a day.
    package var description: String {
        switch self {
        case .instant(let instant): instant.description
        case .day(let day): day.description
        }
    }

    /// Reads back what `description` writes.
    package init?(_ text: String) {
        if let day = DayFormat.iso.day(from: text) {
            self = .day(day)
        } else if let instant = Instant(iso8601: text) {
            self = .instant(instant)
        } else {
            return nil
        }
    }

    /// The calendar day, in UTC for an instant.
    package var day: CalendarDay {
        switch self {
        case .instant(let instant): instant.utcDay
        case .day(let day): day
        }
    }
}
