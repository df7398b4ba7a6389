internal import Records
internal import SQLite

/// Brings the index up to the articles, some at a time.
extension StoreFile {
    /// Lets SQL on this connection fold, which only the index asks for.
    func learnToFold() throws(SQLiteError) {
        for function in ScalarFunction.all {
            try connection.register(function.name, argumentCount: function.argumentCount, function.body)
        }
        try connection.register("without_nul", argumentCount: 1, ArticleIndex.withoutNUL)
    }

    /// Indexes some articles in one transaction: first those that have changed, then the next of those that are new.
    ///
    /// - Returns: how many; 0 where all are indexed.
    func indexSome(atMost limit: Int) throws(SQLiteError) -> Int {
        try connection.transaction(.immediate) { () throws(SQLiteError) -> Int in
            let standing = try ArticleIndex.standing(in: connection)
            // One above the mark would be indexed twice.
            try connection.run("DELETE FROM _unindexed WHERE article_id > ?1", SQLiteValue(standing.article))
            let owed = try connection.all(
                "SELECT article_id FROM _unindexed ORDER BY article_id LIMIT ?1", SQLiteValue(limit)
            ) { $0.int64(0) ?? 0 }
            if let last = owed.last {
                let these = "IN (SELECT article_id FROM _unindexed WHERE article_id <= \(last))"
                try connection.execute(ArticleIndex.removal(of: these))
                try connection.execute(ArticleIndex.insertion(of: these))
                try connection.execute("DELETE FROM _unindexed WHERE article_id <= \(last)")
            }
            guard owed.count < limit, standing.newest > standing.article else { return owed.count }
            let new = try connection.first(
                """
                SELECT count(*), max(id) FROM (SELECT id FROM articles WHERE id > ?1 ORDER BY id LIMIT ?2)
                """, SQLiteValue(standing.article), SQLiteValue(limit - owed.count)
            ) { (count: $0.int(0) ?? 0, last: $0.int64(1)) }
            guard let new, let last = new.last else { return owed.count }
            try connection.execute(ArticleIndex.insertion(of: "BETWEEN \(standing.article + 1) AND \(last)"))
            try connection.run("UPDATE _index SET article = ?1", SQLiteValue(last))
            return owed.count + new.count
        }
    }

    /// Forgets the whole index, which then is made anew as for new articles.
    func forgetIndex() throws(SQLiteError) {
        try connection.transaction(.immediate) { () throws(SQLiteError) in
            try connection.execute(
                """
                UPDATE _index SET article = 0;
                DELETE FROM _unindexed;
                DELETE FROM _folded;
                DELETE FROM _listed;
                INSERT INTO _trigrams (_trigrams) VALUES ('delete-all');
                """)
        }
    }
}
