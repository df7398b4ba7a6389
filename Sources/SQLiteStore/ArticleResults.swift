package import Articles

/// The articles of a listing, read a few at a time when they are asked for, like a list on a screen does.
///
/// It keeps one window of rows. As soon as a writer has replaced something, the next look reads anew, so that it always shows
/// the newest contents; what was handed out stays as it was. Not shared between tasks: each makes its own.
package final class ArticleResults {
    private let reader: SQLiteArticleReader
    private let listing: ArticleListing
    private let windowSize: Int
    /// Of the contents that the window was read from.
    private var generation: Int?
    private var rows: Range<Int> = 0..<0
    private var window: [StoredArticle] = []
    private var total: Int?

    /// - Parameter windowSize: how many rows are held.
    package init(_ reader: SQLiteArticleReader, _ listing: ArticleListing, windowSize: Int = 50) {
        self.reader = reader
        self.listing = listing
        self.windowSize = max(windowSize, 1)
    }

    /// Whether what was shown last is still what the store holds; costs one look at the queries' generations.
    package func isCurrent() throws(StoreFailure) -> Bool { try reader.generation() == generation }

    /// How many articles there are now.
    package func count() throws -> Int {
        try refresh()
        if let total { return total }
        let counted = try reader.count(listing)
        total = counted
        return counted
    }

    /// The article at a place now; nil behind the end.
    package func article(at index: Int) throws -> StoredArticle? {
        try refresh()
        guard index >= 0 else { return nil }
        if !rows.contains(index) { try load(around: index) }
        let place = index - rows.lowerBound
        return window.indices.contains(place) ? window[place] : nil
    }

    /// Forgets everything where contents were replaced since.
    private func refresh() throws(StoreFailure) {
        let current = try reader.generation()
        guard current != generation else { return }
        generation = current
        (rows, window, total) = (0..<0, [], nil)
    }

    private func load(around index: Int) throws {
        var page = listing
        let first = index / windowSize * windowSize
        page.offset = listing.offset + first
        page.limit = listing.limit.map { max(min($0 - first, windowSize), 0) } ?? windowSize
        var articles: [StoredArticle] = []
        _ = try reader.articles(page) { articles.append($0) }
        (rows, window) = (first..<first + windowSize, articles)
    }
}
