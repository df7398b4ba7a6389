internal import Articles
internal import Records
internal import SQLite

/// A listing read from the index of articles, and from the articles themselves where the index does not tell of them.
///
/// It gives what the plain selection gives, at every state of the index: an article is taken from one of the two, and
/// what the index says of it is what the article says.
struct IndexedSelection {
    private(set) var sql = ""
    private(set) var values: [SQLiteValue] = []
    private let listing: ArticleListing
    private let sort: SortTerms
    private let standing: ArticleIndex.Standing

    /// Nil where the provider's order is asked for, which the index does not know.
    ///
    /// - Parameter isOrdered: false where the rows are only counted.
    init?(
        _ listing: ArticleListing, _ filter: Filter?, _ sort: SortTerms, isOrdered: Bool,
        in connection: borrowing Connection
    ) throws(SQLiteError) {
        let filter = filter ?? .always
        let sort = isOrdered ? sort : SortTerms([])
        guard !isOrdered || !sort.isEmpty, !sort.terms.contains(where: { $0.field.name == "rank" }) else { return nil }
        guard let compiled = try? Columns.indexedArticles.compile(filter) else { return nil }
        self.listing = listing
        self.sort = sort
        standing = try ArticleIndex.standing(in: connection)
        guard let order = try? self.sort.orderings(over: .indexedArticles),
            let live = try? Columns.liveArticles.compile(filter),
            let liveOrder = try? self.sort.orderings(over: .liveArticles)
        else { return nil }

        let leading = try leading(compiled, in: connection)
        let rest = leading?.rest ?? compiled
        let isCompound = !standing.isCurrent
        if let leading, order.isEmpty, rest.columns.isEmpty {
            append("SELECT h.article FROM (")
            append(ArticleIndex.holders(of: leading.lookup))
            append(") AS h WHERE true")
            if standing.isOwed { append(" AND h.article NOT IN (SELECT article_id FROM _unindexed)") }
            append(membership("h.article"))
        } else {
            append("SELECT x.article_id" + (isCompound ? order.map { ", " + $0.sql }.joined() : "") + " FROM ")
            if let leading {
                append("(")
                append(ArticleIndex.holders(of: leading.lookup))
                append(") AS h CROSS JOIN ")
            }
            append(tables(rest, isLed: leading != nil).joined(separator: " CROSS JOIN "))
            append(" WHERE x.query_id = ")
            append(query)
            if listing.queries.count > 1 { append(membership("x.article_id")) }
            if standing.isOwed { append(" AND x.article_id NOT IN (SELECT article_id FROM _unindexed)") }
        }
        append(rest)
        if isCompound {
            append(" UNION ALL SELECT a.id" + liveOrder.map { ", " + $0.sql }.joined())
            append(" FROM (\(ArticleIndex.unindexed)) AS l CROSS JOIN articles AS a ON a.id = l.id WHERE true")
            append(membership("a.id"))
            append(live)
        }
        let terms = order.enumerated().map { (isCompound ? "\($0 + 2)" : $1.sql) + $1.direction }
        if !terms.isEmpty { append(" ORDER BY " + terms.joined(separator: ", ")) }
    }

    /// The tables, in the order in which they are best gone through, behind those who hold what is looked for where
    /// these lead.
    private func tables(_ filter: CompiledFilter, isLed: Bool) -> [String] {
        let columns = filter.columns.union(sort.terms.map(\.field.name))
        let first = isLed ? "h.article" : "x.article_id"
        let text = filter.sql.text
        let folded = text.contains("f.headline") ? ["_folded AS f ON f.article_id = \(first)"] : []
        var tables = isLed ? folded + ["_listed AS x ON x.article_id = \(first)"] : ["_listed AS x"] + folded
        let needsArticles =
            !columns.subtracting(["headline"]).isSubset(of: Columns.indexed) || text.contains("a.headline")
            || sort.terms.contains { $0.field.name == "headline" }
        if needsArticles { tables.append("articles AS a ON a.id = x.article_id") }
        return tables
    }

    /// The query to the trigrams that leads, where one does.
    private func leading(
        _ compiled: CompiledFilter, in connection: borrowing Connection
    ) throws(SQLiteError) -> TrigramQuery? {
        guard let query = compiled.trigramQuery(of: "headline"), try leads(query, in: connection) else {
            return nil
        }
        return query
    }

    /// So many rows of a query are gone through in a few milliseconds.
    private static let fewMembers = 10_000

    /// Whether to begin with those that hold what is looked up: not where the query has few articles, nor where so many
    /// hold it that the newest are met soon, or that one or two letters are found sooner by looking at every headline.
    private func leads(_ query: TrigramQuery, in connection: borrowing Connection) throws(SQLiteError) -> Bool {
        if listing.queries.count == 1, let name = listing.queries.first {
            let members = SQLFragment(
                "SELECT 1 FROM _listed WHERE query_id = (SELECT id FROM queries WHERE name = ?)", [.text(name)])
            if try ArticleIndex.areFewer(than: Self.fewMembers, members, in: connection) { return false }
        }
        if case .match = query.lookup {
            guard let first = sort.terms.first, first.field.name == "published_at", let limit = listing.limit,
                limit <= 200, listing.offset <= 200
            else { return true }
        }
        return try ArticleIndex.areFewer(than: ArticleIndex.few(query), holding: query.lookup, in: connection)
    }

    /// The query whose rows are gone through.
    private var query: SQLFragment {
        guard listing.queries.count == 1, let name = listing.queries.first else { return SQLFragment("0") }
        return SQLFragment("(SELECT id FROM queries WHERE name = ?)", [.text(name)])
    }

    /// That some query of those that are asked for holds an article now.
    private func membership(_ article: String) -> SQLFragment {
        let places = listing.queries.map { _ in "?" }.joined(separator: ", ")
        let these = "(SELECT id FROM queries WHERE name IN (\(places)))"
        let named = " AND m.query_id \(listing.queries.count == 1 ? "=" : "IN") \(these)"
        return SQLFragment(
            " AND EXISTS (SELECT 1 FROM query_articles AS m WHERE m.article_id = \(article)"
                + (listing.queries.isEmpty ? ")" : named + ")"),
            listing.queries.map { .text($0) })
    }

    private mutating func append(_ text: String, _ values: [SQLiteValue] = []) {
        sql += text
        self.values += values
    }

    private mutating func append(_ fragment: SQLFragment) { append(fragment.text, fragment.values) }

    private mutating func append(_ filter: CompiledFilter) {
        append(" AND (" + filter.sql.text + ")", filter.sql.values)
    }
}

extension Columns {
    /// Of these the index has a copy.
    static let indexed: Set<String> = ["id", "section", "kind", "published_at", "word_count"]

    /// Columns of articles `a` that are indexed as `x`, and whose folded headlines are `f`.
    static let indexedArticles = Columns(
        articles.all.compactMap { column in
            func copy(_ sql: String, _ orderedSQL: String? = nil) -> Column {
                Column(
                    column.name, column.type, sql: sql, isNullable: column.isNullable, orderedSQL: orderedSQL)
            }
            switch column.name {
            case "rank": return nil
            case "id": return copy("x.article_id")
            case "published_at": return copy("x.published_at", "x.published_at")
            case "section", "kind", "word_count": return copy("x.\(column.name)")
            case "headline":
                return Column(
                    "headline", .text, sql: column.sql, isNullable: column.isNullable, foldedSQL: "f.headline")
            default: return column
            }
        })

    /// Columns of articles `a` themselves.
    static let liveArticles = Columns(articles.all.filter { $0.name != "rank" })
}
