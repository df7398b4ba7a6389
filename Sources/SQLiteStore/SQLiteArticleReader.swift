package import Articles
package import Chronology
internal import Records
internal import SQLite

/// Reads a store, and cannot write it.
///
/// Connections are opened read-only when first needed, a few at most; each call reads one snapshot, whatever writers do
/// meanwhile. Calls block while they read, so they do not belong on a task that others wait for.
///
/// Another user can read with no more than read access to the three files (`articles.db`, `-wal`, `-shm`) once a writer
/// has opened the store: the log and its index stay beside it. What does not work is a store on a medium that cannot be
/// written where `-wal` or `-shm` is missing, since a reader would have to make them.
package struct SQLiteArticleReader: ArticleReader {
    let path: String
    let clock: WallClock?
    let pool: ConnectionPool<StoreFailure>

    /// - Parameters:
    ///   - path: of the store, which need not be there yet.
    ///   - connections: how many snapshots may be read at once.
    ///   - clock: tells whether what is gathered is too old for a run to go on with; nil calls nothing too old.
    package init(path: String, connections: Int = 4, clock: WallClock? = nil) {
        self.path = path
        self.clock = clock
        pool = ConnectionPool(limit: connections) { () throws(StoreFailure) in
            try StoreOpening.forReading(path, tried: "read \(path)")
        }
    }

    package func articles(_ listing: ArticleListing, _ body: (StoredArticle) throws -> Void) throws -> Int {
        let tried = "list articles of \(path)"
        return try pool.withConnection {
            $0 as any Error
        } _: { connection in
            try StoreOpening.attempt(tried) { () throws(SQLiteError) in try connection.execute("BEGIN") }
            return try articles(listing, in: connection, tried: tried, body)
        }
    }

    /// Hands the articles that match to `body`, in the transaction that the connection is in.
    func articles(
        _ listing: ArticleListing, in connection: borrowing Connection, tried: String,
        _ body: (StoredArticle) throws -> Void
    ) throws -> Int {
        if listing.search != nil { return try found(by: listing, in: connection, tried: tried, body) }
        // Sorting ids alone keeps the sorter small; rows are fetched one by one, in the same snapshot.
        var ids = try ListedIDs(listing, in: connection, tried: tried)
        var rows = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
            try connection.prepare(ArticleSelection.row(of: listing))
        }
        var count = 0
        while let id = try ids.next(in: connection) {
            let article = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
                try StoredArticleRow.article(id, &rows)
            }
            guard let article else { continue }
            try body(article)
            count += 1
        }
        return count
    }

    package func history(of reference: String) throws(StoreFailure) -> ArticleHistory? {
        try snapshot("tell the history of \(reference) of \(path)") { connection throws(SQLiteError) in
            guard let id = try ArticleReference.id(reference, in: connection) else { return nil }
            var row = try connection.prepare(StoredArticleRow.select)
            guard let article = try StoredArticleRow.article(id, &row) else { return nil }
            return ArticleHistory(article: article, events: try ArticleEvents(of: article, in: connection).inOrder)
        }
    }

    package func article(_ reference: String) throws(StoreFailure) -> StoredArticle? {
        try snapshot("show \(reference) of \(path)") { connection throws(SQLiteError) in
            guard let id = try ArticleReference.id(reference, in: connection) else { return nil }
            var row = try connection.prepare(StoredArticleRow.select)
            return try StoredArticleRow.article(id, &row)
        }
    }

    package func statuses(
        staleAfter limits: [String: Duration], at now: Instant
    ) throws(StoreFailure) -> [QueryStatus] {
        try snapshot("read the status of the queries of \(path)") { connection throws(SQLiteError) in
            try QueryStatusRow.statuses(staleAfter: limits, at: now, in: connection)
        }
    }

    package func runs(query: String?, limit: Int) throws(StoreFailure) -> [Run] {
        try records("read the journal of \(path)") { (connection) throws(RecordError) in
            var listing = StoredRun.all.sorted(by: SortTerms([.init("id", isAscending: false)])).limited(to: limit)
            if let query { listing = listing.filtered(by: .equal("query", .text(query))) }
            var runs: [Run] = []
            // A line that is none, another program's, is passed over.
            try listing.forEach(in: connection) { line in
                if case .success(let line) = line, let run = line.run { runs.append(run) }
            }
            return runs
        }
    }

    /// Replacements of all queries so far; another number means other contents.
    package func generation() throws(StoreFailure) -> Int {
        try snapshot("read the generations of \(path)") { connection throws(SQLiteError) in
            try connection.first("SELECT total(generation) FROM queries") { $0.int(0) ?? 0 } ?? 0
        }
    }

    /// How many articles a listing has.
    ///
    /// - Throws: `usage` for a predicate, search or sort text that cannot be read.
    package func count(_ listing: ArticleListing) throws(StoreFailure) -> Int {
        let tried = "count articles of \(path)"
        return try pool.withConnection {
            $0
        } _: { connection throws(StoreFailure) in
            try StoreOpening.attempt(tried) { () throws(SQLiteError) in try connection.execute("BEGIN") }
            let selection = try ArticleSelection(listing, in: connection, isOrdered: false, tried: tried)
            return try StoreOpening.attempt(tried) { () throws(SQLiteError) in
                var count = try connection.prepare("SELECT count(*) FROM (\(selection.sql))")
                count.bind(selection.values)
                return try count.step() ? count.int(0) ?? 0 : 0
            }
        }
    }

    func snapshot<Value>(
        _ tried: String, _ work: (borrowing Connection) throws(SQLiteError) -> Value
    ) throws(StoreFailure) -> Value {
        try pool.withConnection {
            $0
        } _: { connection throws(StoreFailure) in
            do throws(SQLiteError) {
                return try connection.transaction(.deferred) { () throws(SQLiteError) in try work(connection) }
            } catch {
                throw StoreFailure(error, tried: tried)
            }
        }
    }
}
