internal import Articles
internal import Records
internal import SQLite

/// A listing as SQL that gives store ids in the order asked for, with its values in the order of the text.
struct ArticleSelection {
    private(set) var sql = "SELECT a.id"
    private(set) var values: [SQLiteValue] = []

    /// - Throws: `usage` for a search, a predicate or sort keys that cannot be read.
    init(_ listing: ArticleListing, in connection: borrowing Connection, tried: String) throws(StoreFailure) {
        let filter = try Self.filter(listing.predicate, tried)
        let order = try Self.order(listing.sort, tried)
        if let search = listing.search { try Self.check(search, in: connection, tried: tried) }

        appendMembers(of: listing.queries)
        append(" JOIN articles AS a ON a.id = m.article_id WHERE true")
        if listing.queries.count == 1 {
            append(" AND m.query_id = (SELECT id FROM queries WHERE name = ?)", .text(listing.queries[0]))
        }
        if let search = listing.search {
            append(" AND a.id IN (SELECT rowid FROM articles_fts WHERE articles_fts MATCH ?)", .text(search))
        }
        if let filter {
            append(" AND (" + filter.text + ")")
            values += filter.values
        }
        append(" ORDER BY " + (order ?? "m.window_rank, m.rank, a.published_at DESC, a.id"))
        if listing.limit != nil || listing.offset > 0 {
            append(" LIMIT ?", SQLiteValue(listing.limit.map { max($0, 0) } ?? -1))
            append(" OFFSET ?", SQLiteValue(max(listing.offset, 0)))
        }
    }

    /// Of several queries, an article comes once, at its best rank.
    private mutating func appendMembers(of queries: [String]) {
        if queries.count == 1 {
            return append(
                " FROM (SELECT q.*, w.rank AS window_rank FROM query_articles AS q JOIN windows AS w ON w.id = q.window_id) AS m"
            )
        }
        append(" FROM (SELECT article_id, min(rank) AS rank, 0 AS window_rank FROM query_articles")
        if !queries.isEmpty {
            let places = queries.map { _ in "?" }.joined(separator: ", ")
            append(" WHERE query_id IN (SELECT id FROM queries WHERE name IN (\(places)))")
            values += queries.map { .text($0) }
        }
        append(" GROUP BY article_id) AS m")
    }

    private mutating func append(_ text: String, _ value: SQLiteValue? = nil) {
        sql += text
        if let value { values.append(value) }
    }

    private static func filter(_ predicate: String?, _ tried: String) throws(StoreFailure) -> SQLFragment? {
        guard let predicate else { return nil }
        do throws(PredicateError) {
            return try Columns.articles.compile(Filter(predicate, over: .articles)).sql
        } catch {
            throw StoreFailure(.usage, tried: tried, reason: "predicate: \(error.message)", column: error.column)
        }
    }

    private static func order(_ keys: String?, _ tried: String) throws(StoreFailure) -> String? {
        guard let keys else { return nil }
        do throws(PredicateError) { return try SortTerms(keys, over: .articles).sql(over: .articles) } catch {
            throw StoreFailure(.usage, tried: tried, reason: "sort keys: \(error.message)", column: error.column)
        }
    }
}

extension Columns {
    /// What predicates and sort keys of articles may name: the public columns, and the rank.
    static let articles = Columns([
        Column("id", .integer, sql: "a.id", isNullable: false),
        Column("provider", .text, sql: "a.provider", isNullable: false),
        Column("provider_id", .text, sql: "a.provider_id", isNullable: false),
        Column("url", .text, sql: "a.url"), Column("headline", .text, sql: "a.headline"),
        Column("abstract", .text, sql: "a.abstract"), Column("lead_paragraph", .text, sql: "a.lead_paragraph"),
        Column("byline", .text, sql: "a.byline"), Column("authors", .list, sql: "a.authors", isNullable: false),
        Column("source", .text, sql: "a.source"), Column("section", .text, sql: "a.section"),
        Column("kind", .text, sql: "a.kind"), Column("published_at", .instant, sql: "a.published_at"),
        Column("updated_at", .instant, sql: "a.updated_at"), Column("word_count", .integer, sql: "a.word_count"),
        Column("language", .text, sql: "a.language"), Column("image_url", .text, sql: "a.image_url"),
        Column("keywords", .list, sql: "a.keywords", isNullable: false),
        Column("first_seen_at", .instant, sql: "a.first_seen_at", isNullable: false),
        Column("changed_at", .instant, sql: "a.changed_at", isNullable: false),
        Column("last_seen_at", .instant, sql: lastSeen), Column("rank", .integer, sql: "m.rank", isNullable: false),
    ])

    /// When the newest query that holds an article was confirmed, as `Membership` tells.
    private static let lastSeen = """
        (SELECT max(rtrim(coalesce(s.last_seen_at, w.covered_at), 'Z')) || 'Z'
            FROM query_articles AS s JOIN windows AS w ON w.id = s.window_id WHERE s.article_id = a.id)
        """
}
