package import Chronology

/// What a person wrote down, about an article or free.
///
/// Nothing that a program does to articles changes it; where its article disappears, it stays and is free.
package struct Note: Hashable, Sendable {
    /// Given once, never again.
    package var id: Int64
    package var content: Content
    /// When it was made, which no change moves; nil where another tool wrote something that is no instant.
    package var date: Instant?
    /// When it last became another.
    package var changedAt: Instant?
    /// The article that it is about; nil where it is free.
    package var subject: Subject?
    /// How often it was written: 1 when it is new, one more with each change, whoever makes it.
    package var version: Int64

    /// What a person says.
    package struct Content: Hashable, Sendable {
        package var title: String
        package var body: String
        package var keywords: [String]

        package init(title: String = "", body: String = "", keywords: [String] = []) {
            self.title = title
            self.body = body
            self.keywords = keywords
        }

        /// Whether it says nothing at all.
        package var isEmpty: Bool { [title, body].allSatisfy { $0.allSatisfy(\.isWhitespace) } && keywords.isEmpty }
    }

    /// An article as a note speaks of it.
    package struct Subject: Hashable, Sendable {
        /// The store's id.
        package var article: Int64
        package var headline: String?
        package var url: String?

        package init(article: Int64, headline: String? = nil, url: String? = nil) {
            self.article = article
            self.headline = headline
            self.url = url
        }
    }

    package init(
        id: Int64, content: Content, date: Instant?, changedAt: Instant?, subject: Subject? = nil, version: Int64 = 1
    ) {
        self.id = id
        self.content = content
        self.date = date
        self.changedAt = changedAt
        self.subject = subject
        self.version = version
    }
}

/// Which notes, the newest first.
package struct NoteListing: Hashable, Sendable {
    /// Only notes with this in their title or in a keyword, whatever its case and diacritics.
    package var search: String?
    /// Only notes about the article of this store id.
    package var article: Int64?
    package var limit: Int?

    package init() {}
}
