/// Where articles come from: one provider's search, one page at a time.
///
/// Stateless and safe to call from several tasks at once. Waiting for the budget, trying again after a transient
/// failure, and logging happen inside; what is thrown is final for now. Cancelling the task ends the exchange and
/// throws `cancelled`.
package protocol ArticleSource: Sendable {
    /// What the provider allows, from its definition.
    var limits: SourceLimits { get }

    /// Fetches and decodes one page.
    ///
    /// - Parameters:
    ///   - number: counted from 0, below the cap.
    ///   - search: what is asked; the same search gives comparable pages.
    /// - Returns: the page; empty only where the provider says that there is nothing.
    /// - Throws: why there is no page. An answer that is not what the definition promises is `drift`, never empty.
    func page(_ number: Int, of search: ArticleSearch) async throws(SourceFailure) -> ArticlePage

    /// Decodes one page out of an answer that was kept; asks nobody.
    ///
    /// - Parameter answer: a body as `ArticlePage.answer` had it.
    func page(_ number: Int, of search: ArticleSearch, in answer: [UInt8]) throws(SourceFailure) -> ArticlePage
}

/// The bounds of one provider's search.
package struct SourceLimits: Hashable, Sendable {
    /// Documents a page.
    package var pageSize: Int
    /// Results that can be reached in one search; nil is all of them.
    package var cap: Int?
    /// Pages that may be asked for at once.
    package var concurrency: Int
    /// Whether a result can be paged from its other end too.
    package var isReversible: Bool

    package init(pageSize: Int, cap: Int?, concurrency: Int, isReversible: Bool = false) {
        self.pageSize = pageSize
        self.cap = cap
        self.concurrency = concurrency
        self.isReversible = isReversible
    }
}
