package import Articles
internal import SQLite

/// The index of articles trails what is written, so that a replacement waits for nothing of it.
extension SQLiteArticleWriter {
    /// So many articles are indexed in one transaction, which others wait for.
    package static let articlesAtOnce = 2_000
    /// Between two transactions others get so long to begin one of theirs: SQLite has no queue for its lock.
    private static let breath = Duration.milliseconds(20)

    /// Brings the index of articles up to date, some articles a transaction.
    ///
    /// What readers see does not hang on it, only how soon they see it. Cancelling the task ends it after the
    /// transaction that is going on; the next call goes on where it was.
    ///
    /// - Parameters:
    ///   - threshold: nothing is done where no more articles than this are waiting.
    ///   - articles: indexed in one transaction.
    /// - Returns: how many articles were indexed.
    @discardableResult
    package func indexArticles(
        ifMoreThan threshold: Int = 0, articles: Int = articlesAtOnce
    ) async throws(StoreFailure) -> Int {
        let waiting = try perform("see what is to be indexed") { file throws(SQLiteError) in
            try ArticleIndex.waiting(in: file.connection, atMost: threshold + 1)
        }
        guard waiting > threshold else { return 0 }
        try perform("prepare to index articles") { file throws(SQLiteError) in try file.learnToFold() }
        var count = 0
        while true {
            let indexed = try perform("index articles") { file throws(SQLiteError) in
                try file.indexSome(atMost: max(articles, 1))
            }
            count += indexed
            guard indexed == max(articles, 1), !Task.isCancelled else { return count }
            // Cancelled, the sleep ends at once.
            try? await Task.sleep(for: Self.breath)
            guard !Task.isCancelled else { return count }
        }
    }

    /// Makes the index of articles anew, where another program wrote to the store in a way that it does not notice.
    package func remakeArticleIndex() async throws(StoreFailure) {
        try perform("forget the index of articles") { file throws(SQLiteError) in try file.forgetIndex() }
        try await indexArticles()
    }
}
