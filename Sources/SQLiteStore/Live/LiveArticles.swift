package import Articles
internal import Records
internal import SQLite

/// The articles of a listing and then what becomes of them, for `for try await`: the live half of `ArticleResults`.
///
/// Whoever writes the store is noticed, this program or another, whether it replaces contents, deletes a whole table, or
/// puts another file in the store's place; `DatabaseWatch` tells how. A store that is not there is waited for. That
/// articles were seen again is no change, so that a sync that finds everything as it was tells nothing. Reading blocks
/// the task that iterates. For one iteration by one task.
package final class LiveArticles: AsyncSequence, AsyncIteratorProtocol {
    /// The most articles of a listing that are followed; what comes after them in its order is left out.
    package static let mostArticles = 10_000

    private let source: LiveListing
    private let rows: LiveRows<ArticleKey, StoredArticle>
    private let watch: DatabaseWatch

    /// Watches the store from now on.
    ///
    /// - Parameters:
    ///   - path: of the store, which need not be there yet.
    ///   - listing: as it is; `asOf` is what was, and nothing becomes of that.
    ///   - descriptor: a pipe that is written to; the updates end when nobody reads it any more.
    /// - Throws: `usage` for a predicate or sort keys that cannot be read; or that the store cannot be watched.
    package init(path: String, _ listing: ArticleListing, endingWith descriptor: Int32? = nil) throws(StoreFailure) {
        let tried = "follow articles of \(path)"
        try LiveListing.check(listing, tried: tried)
        do throws(DatabaseWatchError) { watch = try DatabaseWatch(path, endingWith: descriptor) } catch {
            throw StoreFailure(.other, tried: tried, reason: "\(error.tried): \(error.reason)", hint: error.hint)
        }
        source = LiveListing(path, listing)
        rows = LiveRows(
            source, watch: watch, limit: Self.mostArticles, key: \.article.key, digest: { Self.digest($0) })
    }

    package func makeAsyncIterator() -> LiveArticles { self }

    /// Makes it look: a writer of the same process calls it when it has committed, from any thread.
    package var onCommit: @Sendable () -> Void { { [watch] in watch.ring() } }

    /// The next update; nil when the reader of the output is gone or the task is cancelled.
    ///
    /// - Throws: `StoreFailure` where the store is none that can ever be read, or a search cannot be.
    package func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> ListingUpdate? {
        switch try await rows.next(isolation: actor) {
        case nil: nil
        case .waiting(let pause)?: .waiting(pause.description)
        case .initial(let articles, let isCut)?: .initial(articles, isCut: isCut)
        case .changes(let changes, let isCut)?: .changes(listed(changes), isCut: isCut)
        }
    }

    package func next() async throws -> ListingUpdate? { try await next(isolation: nil) }

    /// Covers all that is told of an article but when it was seen last.
    private static func digest(_ row: StoredArticle) -> Int {
        var row = row
        row.lastSeenAt = row.firstSeenAt
        return row.hashValue
    }

    private func listed(_ changes: RowChanges<ArticleKey, StoredArticle>) -> [ListingChange] {
        let removed = changes.deletions.map { deletion in
            ListingChange(.removed, from: deletion.place, key: deletion.key, article: source.article(deletion.key))
        }
        let moved = Set(changes.moves.map(\.to))
        let changed = Set(changes.modifications.map(\.to))
        let staying =
            changes.insertions.map { ListingChange(.added, to: $0.place, key: $0.row.article.key, article: $0.row) }
            + changes.modifications.map { Self.change(.changed, $0, isMoved: moved.contains($0.to)) }
            + changes.moves.filter { !changed.contains($0.to) }.map { Self.change(.moved, $0, isMoved: true) }
        return removed + staying.sorted { ($0.place ?? 0) < ($1.place ?? 0) }
    }

    private static func change(
        _ kind: ListingChange.Kind, _ survival: RowChanges<ArticleKey, StoredArticle>.Survival, isMoved: Bool
    ) -> ListingChange {
        ListingChange(
            kind, from: survival.from, to: survival.to, isMoved: isMoved, key: survival.row.article.key,
            article: survival.row)
    }
}

extension SQLiteArticleReader {
    /// The articles of a listing and then what becomes of them, from now on.
    ///
    /// - Parameter descriptor: a pipe that is written to; the updates end when nobody reads it any more.
    /// - Throws: `usage` for a predicate or sort keys that cannot be read; or that the store cannot be watched.
    package func observe(
        _ listing: ArticleListing, endingWith descriptor: Int32? = nil
    ) throws(StoreFailure) -> LiveArticles {
        try LiveArticles(path: path, listing, endingWith: descriptor)
    }
}
