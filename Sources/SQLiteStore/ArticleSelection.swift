internal import Articles
internal import Records
internal import SQLite

/// A listing as SQL that gives store ids in the order asked for, with its values in the order of the text.
struct ArticleSelection {
    private(set) var sql = "SELECT a.id"
    private(set) var values: [SQLiteValue] = []

    /// - Parameters:
    ///   - rank: of the provider's order, only those from there on.
    ///   - connection: in a transaction, where the store is to be seen as it was.
    ///   - isOrdered: false where the rows are only counted.
    ///   - usesIndex: false to read the articles alone, which gives the same.
    /// - Throws: `usage` for a search, a predicate or sort keys that cannot be read.
    init(
        _ listing: ArticleListing, from rank: Int? = nil, in connection: borrowing Connection, isOrdered: Bool = true,
        usesIndex: Bool = true, tried: String
    ) throws(StoreFailure) {
        let isPresent = usesIndex && listing.asOf == nil && listing.search == nil
        let columns = listing.asOf != nil ? Columns.formerArticles : isPresent ? .foldedArticles : .articles
        let tree = try Self.tree(listing.predicate, columns, tried)
        let compiled = try Self.compiled(tree, listing.predicate, columns, tried)
        let terms = try Self.terms(listing.sort, columns, tried)
        // What was read over these columns has its place in them.
        let order = try? terms.sql(over: columns)
        if isPresent {
            let indexed = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
                try IndexedSelection(listing, tree, terms, isOrdered: isOrdered, in: connection)
            }
            if let indexed {
                (sql, values) = (indexed.sql, indexed.values)
                limit(listing)
                return
            }
        }
        let filter = compiled?.sql
        let candidates = isPresent ? try Self.candidates(compiled, in: connection, tried: tried) : nil
        let match = try Self.match(of: listing, tried: tried)
        if let instant = listing.asOf {
            try StoreOpening.attempt(tried) { () throws(SQLiteError) in
                try FormerContents.lay(asOf: instant, search: match != nil, in: connection)
            }
            append(FormerContents.selection(of: listing.queries))
        } else {
            append(Self.members(of: listing.queries, among: candidates))
            let folded = isPresent ? try Self.foldedHeadlines(for: filter?.text, in: connection, tried: tried) : ""
            append(folded + (folded.isEmpty ? "" : " CROSS") + " JOIN articles AS a ON a.id = m.article_id")
        }
        append(" WHERE true")
        if let match {
            append(" AND ")
            append(listing.asOf == nil ? Self.match(match) : FormerContents.match(match))
        }
        if let filter {
            append(" AND (" + filter.text + ")")
            values += filter.values
        }
        if let rank { append(SQLFragment(" AND m.rank >= ?", [SQLiteValue(rank)])) }
        let usual = listing.asOf == nil ? "m.rank, a.published_at DESC, a.id" : FormerContents.order
        append(" ORDER BY " + (order ?? usual))
        limit(listing)
    }

    /// The walk that meets the first articles of a listing soonest; nil where there is none.
    static func walk(
        _ listing: ArticleListing, extent: RankWalk.Extent, in connection: borrowing Connection, tried: String
    ) throws(StoreFailure) -> RankWalk? {
        guard listing.asOf == nil, listing.search == nil, try terms(listing.sort, .articles, tried).isEmpty else {
            return nil
        }
        let tree = try tree(listing.predicate, .articles, tried)
        return try StoreOpening.attempt(tried) { () throws(SQLiteError) in
            try RankWalk.of(listing, tree, extent: extent, in: connection)
        }
    }

    /// The SQL that gives an article of a listing by its id, as `StoredArticleRow` reads it.
    static func row(of listing: ArticleListing) -> String {
        listing.asOf == nil ? StoredArticleRow.select : FormerContents.select
    }

    private mutating func limit(_ listing: ArticleListing) {
        guard listing.limit != nil || listing.offset > 0 else { return }
        append(" LIMIT ? OFFSET ?")
        values += [SQLiteValue(listing.limit.map { max($0, 0) } ?? -1), SQLiteValue(max(listing.offset, 0))]
    }

    /// The members of queries, of all where there is no name: each article once, at its best rank.
    ///
    /// - Parameter candidates: a SELECT; others may be left out.
    private static func members(of queries: [String], among candidates: SQLFragment?) -> SQLFragment {
        let places = queries.map { _ in "?" }.joined(separator: ", ")
        let held = candidates.map { " AND q.article_id IN (\($0.text))" }
        let named =
            " WHERE "
            + (queries.isEmpty ? "true" : "q.query_id IN (SELECT id FROM queries WHERE name IN (\(places)))")
            + (held ?? "")
        let once = queries.count == 1 ? "q.article_id, w.before + q.rank" : "q.article_id, min(w.before + q.rank)"
        return SQLFragment(
            """
             FROM (SELECT \(once) AS rank FROM query_articles AS q
                JOIN (\(windows)) AS w ON w.id = q.window_id\(named)\(queries.count == 1 ? "" : " GROUP BY q.article_id")
            ) AS m
            """, queries.map { .text($0) } + (candidates?.values ?? []))
    }

    /// Those that may hold what a filter looks for in headlines, where that narrows them down.
    private static func candidates(
        _ filter: CompiledFilter?, in connection: borrowing Connection, tried: String
    ) throws(StoreFailure) -> SQLFragment? {
        guard let query = filter?.trigramQuery(of: "headline") else { return nil }
        if case .letters = query.lookup {
            let areFew = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
                try ArticleIndex.areFewer(than: ArticleIndex.few(query), holding: query.lookup, in: connection)
            }
            guard areFew else { return nil }
        }
        let holders = ArticleIndex.holders(of: query.lookup)
        return SQLFragment("\(holders.text) UNION ALL SELECT id FROM (\(ArticleIndex.unindexed))", holders.values)
    }

    private static func foldedHeadlines(
        for condition: String?, in connection: borrowing Connection, tried: String
    ) throws(StoreFailure) -> String {
        guard let condition else { return "" }
        let standing = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
            try ArticleIndex.standing(in: connection)
        }
        return ArticleIndex.foldedHeadlines(for: condition, isOwed: standing.isOwed)
    }

    /// Ranks count within a window; this tells how many ranks the windows of the query that are listed before have.
    private static let windows = """
        SELECT id, coalesce(sum(ranks) OVER (PARTITION BY query_id ORDER BY rank, window_from
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
        FROM (SELECT id, query_id, rank, window_from,
            (SELECT max(rank) FROM query_articles WHERE window_id = windows.id) AS ranks FROM windows)
        """

    private static func match(_ search: String) -> SQLFragment {
        SQLFragment("a.id IN (SELECT rowid FROM articles_fts WHERE articles_fts MATCH ?)", [.text(search)])
    }

    private mutating func append(_ text: String) { sql += text }

    private mutating func append(_ fragment: SQLFragment) {
        sql += fragment.text
        values += fragment.values
    }

    private static func tree(
        _ predicate: String?, _ columns: Columns, _ tried: String
    ) throws(StoreFailure) -> Filter? {
        guard let predicate else { return nil }
        do throws(PredicateError) { return try Filter(predicate, over: columns) } catch {
            throw failure(error, predicate, columns, tried)
        }
    }

    private static func compiled(
        _ tree: Filter?, _ predicate: String?, _ columns: Columns, _ tried: String
    ) throws(StoreFailure) -> CompiledFilter? {
        guard let tree else { return nil }
        do throws(PredicateError) { return try columns.compile(tree) } catch {
            throw failure(error, predicate ?? "", columns, tried)
        }
    }

    private static func failure(
        _ error: PredicateError, _ predicate: String, _ columns: Columns, _ tried: String
    ) -> StoreFailure {
        StoreFailure(
            .usage, tried: tried, reason: "predicate: \(error.message)", hint: hint(predicate, columns),
            column: error.column)
    }

    /// What a person may not know who asks for ranks of then.
    private static func hint(_ text: String, _ columns: Columns) -> String? {
        columns["rank"] == nil && text.contains("rank")
            ? "as of an instant there is no rank: the provider's order of then is not kept" : nil
    }

    private static func terms(
        _ keys: String?, _ columns: Columns, _ tried: String
    ) throws(StoreFailure) -> SortTerms {
        do throws(PredicateError) { return try SortTerms(keys, over: columns) } catch {
            throw StoreFailure(
                .usage, tried: tried, reason: "sort keys: \(error.message)", hint: hint(keys ?? "", columns),
                column: error.column)
        }
    }
}
