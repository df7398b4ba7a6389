package import Articles
internal import SQLite

extension SQLiteArticleWriter {
    /// Compares the full-text index with the articles, row by row, and makes it anew where it is wrong.
    ///
    /// Other writers wait meanwhile.
    ///
    /// - Returns: what was wrong with it, in SQLite's words; nil where nothing was.
    package func repairIndex() throws(StoreFailure) -> String? {
        try perform("repair the full-text index") { file throws(SQLiteError) in
            do throws(SQLiteError) {
                try file.connection.execute(
                    "INSERT INTO articles_fts (articles_fts, rank) VALUES ('integrity-check', 1)")
                return nil
            } catch {
                guard error.kind == .corrupt else { throw error }
                try file.connection.transaction(.immediate) { () throws(SQLiteError) in
                    try file.connection.execute("INSERT INTO articles_fts (articles_fts) VALUES ('rebuild')")
                }
                // Whether it is right now is looked at, not believed.
                try file.connection.execute(
                    "INSERT INTO articles_fts (articles_fts, rank) VALUES ('integrity-check', 1)")
                return error.message
            }
        }
    }
}
