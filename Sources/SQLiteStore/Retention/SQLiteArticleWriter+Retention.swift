package import Articles
internal import Chronology
internal import SQLite

extension SQLiteArticleWriter {
    /// So many rows are removed in one transaction, which others wait for.
    package static let rowsAtOnce = 500
    /// Between two transactions others get so long to begin one of theirs: SQLite has no queue for its lock.
    private static let breath = Duration.milliseconds(20)

    /// Removes what a retention does not keep, a few rows a transaction.
    ///
    /// Cancelling the task ends it after the transaction that is going on; what was removed stays removed.
    ///
    /// - Parameter rows: removed in one transaction.
    /// - Returns: what was removed.
    package func prune(_ retention: Retention, rows: Int = rowsAtOnce) async throws(StoreFailure) -> Retention.Counts {
        var counts = Retention.Counts()
        if let before = retention.vanishedBefore {
            while true {
                let (articles, revisions) = try removeArticles(vanishedBefore: before, atMost: rows)
                counts.articles += articles
                counts.revisions += revisions
                guard articles > 0, await pause() else { break }
            }
        }
        if let before = retention.runsBefore {
            // Answers go first, as their lines would take them along uncounted.
            while case let removed = try remove("_odd_answers", Retention.oddAnswers, before, rows), removed > 0 {
                counts.oddAnswers += removed
                guard await pause() else { break }
            }
            while case let removed = try remove("runs", Retention.runs, before, rows), removed > 0 {
                counts.runs += removed
                guard await pause() else { break }
            }
        }
        // One has up to thousands of answers.
        while case let removed = try remove("candidates", Retention.candidates, nil, 1), removed > 0 {
            counts.candidates += removed
            guard await pause() else { break }
        }
        return counts
    }

    /// Gives what is free inside the file back to the disk.
    ///
    /// Rewrites the whole file in one transaction: others wait for it, and it takes as much room again on the disk.
    package func vacuum() throws(StoreFailure) -> StoreSize {
        try perform("make the file smaller") { file throws(SQLiteError) in
            try file.connection.execute("VACUUM")
            // What was rewritten is in the log until it is copied into the file; readers may put that off.
            _ = try file.connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) }
            return try StoreSize(of: file.connection)
        }
    }

    private func pause() async -> Bool {
        // Cancelled, the sleep ends at once.
        try? await Task.sleep(for: Self.breath)
        return !Task.isCancelled
    }

    private func removeArticles(
        vanishedBefore before: Instant, atMost rows: Int
    ) throws(StoreFailure) -> (articles: Int, revisions: Int) {
        let chosen = "(SELECT id FROM articles WHERE \(Retention.articles) ORDER BY vanished_at, id LIMIT ?2)"
        return try perform("remove articles that no query holds") { file throws(SQLiteError) in
            let (before, rows) = (SQLiteValue.text(before.description), SQLiteValue(rows))
            return try file.connection.transaction(.immediate) { () throws(SQLiteError) in
                let revisions = try file.connection.first(
                    "SELECT count(*) FROM revisions WHERE article_id IN \(chosen)", before, rows
                ) { $0.int(0) ?? 0 }
                return (
                    try file.connection.run("DELETE FROM articles WHERE id IN \(chosen)", before, rows), revisions ?? 0
                )
            }
        }
    }

    private func remove(
        _ table: String, _ condition: String, _ before: Instant?, _ rows: Int
    ) throws(StoreFailure) -> Int {
        try perform("remove old rows") { file throws(SQLiteError) in
            let chosen = "(SELECT id FROM \(table) WHERE \(condition) ORDER BY id LIMIT ?2)"
            return try file.connection.transaction(.immediate) { () throws(SQLiteError) in
                try file.connection.run(
                    "DELETE FROM \(table) WHERE id IN \(chosen)", SQLiteValue(before?.description), SQLiteValue(rows))
            }
        }
    }
}
