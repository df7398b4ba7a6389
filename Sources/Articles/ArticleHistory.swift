package import Chronology

/// What the store knows of an article's past.
package struct ArticleHistory: Hashable, Sendable {
    package var article: StoredArticle
    /// Oldest first.
    package var events: [Event]

    package struct Event: Hashable, Sendable {
        package enum What: Hashable, Sendable {
            case firstSeen
            /// A field said something else from then on; nil is nothing.
            case changed(field: String, old: String?, new: String?)
            case joined(query: String)
            case left(query: String)
            /// No query held it any more.
            case vanished
        }

        package var at: Instant
        package var what: What
        /// The run that saw it, where one did.
        package var run: Int64?

        package init(at: Instant, what: What, run: Int64? = nil) {
            self.at = at
            self.what = what
            self.run = run
        }
    }

    package init(article: StoredArticle, events: [Event]) {
        self.article = article
        self.events = events
    }
}
