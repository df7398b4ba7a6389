package import Articles
internal import SQLite

extension SQLiteArticleReader {
    /// How many articles wait for being indexed; they are read at their own speed meanwhile.
    package func articlesWaitingForIndex() throws(StoreFailure) -> Int {
        try snapshot("see what is to be indexed of \(path)") { connection throws(SQLiteError) in
            try ArticleIndex.waiting(in: connection, atMost: .max)
        }
    }

    /// Where the index of articles says otherwise than they do; nothing but a program that goes past the store's triggers
    /// brings that about.
    ///
    /// Reads every headline.
    package func articleIndexFaults() throws(StoreFailure) -> [String] {
        try snapshot("compare the index of articles of \(path) with them") { connection throws(SQLiteError) in
            var faults: [String] = []
            for (what, sql) in ArticleIndex.faults {
                let count = try connection.first("SELECT count(*) FROM (\(sql))") { $0.int(0) ?? 0 } ?? 0
                if count > 0 { faults.append("\(count) \(what)") }
            }
            return faults
        }
    }
}
