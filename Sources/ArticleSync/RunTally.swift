package import Articles
internal import Chronology

/// What the pages of one run add up to.
package struct RunTally: Sendable {
    package private(set) var counts = RunCounts()
    /// Whether two pages of the run announced different totals.
    package private(set) var totalMoved = false
    /// The first documents that could not be read, for the reason line.
    package private(set) var firstDropped: [DroppedDocument] = []
    /// Distinct articles left out because their own date lies outside the window.
    private var outside: Set<ArticleKey> = []
    private var staged = 0

    package init() {}

    /// Takes note of a page.
    ///
    /// - Parameter left: articles of the page that are not staged because of their date.
    package mutating func add(_ page: ArticlePage, leftOut left: [Article] = []) {
        if let announced = counts.announced {
            if announced != page.total { totalMoved = true }
        } else {
            counts.announced = page.total
        }
        counts.fetched += page.documents
        counts.dropped += page.dropped.count
        counts.pages += 1
        counts.bytes += page.bytes
        outside.formUnion(left.map(\.key))
        if firstDropped.count < 3 { firstDropped += page.dropped.prefix(3 - firstDropped.count) }
        count()
    }

    /// Takes note of how many distinct articles the store has set aside for the run.
    package mutating func staged(_ distinct: Int) {
        staged = max(staged, distinct)
        count()
    }

    /// Takes note of the requests that went out, tries that failed included.
    package mutating func requests(_ count: Int) { counts.requests = count }

    /// How many articles would be the query's contents.
    package var candidate: Int { staged }

    private mutating func count() { counts.unique = staged + outside.count }
}
