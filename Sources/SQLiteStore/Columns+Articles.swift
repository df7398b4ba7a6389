internal import Records

/// What predicates, sort keys and `records` may name of articles, declared once.
extension Columns {
    /// The public columns and the rank, of articles `a` and members `m`.
    static let articles = Columns(
        article { "a.\($0)" } + [.lastSeen(of: "a"), Column("rank", .integer, sql: "m.rank", isNullable: false)])

    /// What may be named where the store is seen as it was; ranks are not kept.
    static let formerArticles = Columns(
        article { ["id", "first_seen_at"].contains($0) ? "a.\($0)" : FormerContents.column($0) } + [
            Column("last_seen_at", .instant, sql: FormerContents.lastSeen)
        ])

    /// The columns that every table and view of articles has, in the order of the table.
    ///
    /// - Parameter sql: how one is read, nil for its name.
    static func article(_ sql: (String) -> String? = { _ in nil }) -> [Column] {
        func column(_ name: String, _ type: ColumnType, isNullable: Bool = true) -> Column {
            type == .list
                ? .list(name, sql: sql(name)) : Column(name, type, sql: sql(name), isNullable: isNullable)
        }
        return [
            column("id", .integer, isNullable: false), column("provider", .text, isNullable: false),
            column("provider_id", .text, isNullable: false), column("url", .text), column("headline", .text),
            column("abstract", .text), column("lead_paragraph", .text), column("byline", .text),
            column("authors", .list), column("source", .text), column("section", .text),
            column("kind", .text), column("published_at", .instant), column("updated_at", .instant),
            column("word_count", .integer), column("language", .text), column("image_url", .text),
            column("keywords", .list), column("first_seen_at", .instant, isNullable: false),
            column("changed_at", .instant, isNullable: false),
        ]
    }
}

extension Column {
    /// When the newest query that holds an article was confirmed, and when it was last seen where none holds it.
    ///
    /// The table's own column is not written while a query holds the article, as `Membership` tells.
    static func lastSeen(of article: String) -> Column {
        Column(
            "last_seen_at", .instant,
            sql: """
                coalesce((SELECT max(rtrim(coalesce(s.last_seen_at, w.covered_at), 'Z')) || 'Z'
                    FROM query_articles AS s JOIN windows AS w ON w.id = s.window_id
                    WHERE s.article_id = \(article).id), \(article).last_seen_at)
                """, isNullable: false)
    }
}
