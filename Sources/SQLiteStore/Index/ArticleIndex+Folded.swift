internal import Records

extension ArticleIndex {
    /// Joins the folded headlines `f` of members `m`, where a condition over `Columns.foldedArticles` speaks of them.
    ///
    /// - Parameter isOwed: whether some are to be folded again.
    static func foldedHeadlines(for condition: String, isOwed: Bool) -> String {
        guard condition.contains("f.headline") else { return "" }
        let current = isOwed ? " AND f.article_id NOT IN (SELECT article_id FROM _unindexed)" : ""
        return " LEFT JOIN _folded AS f ON f.article_id = m.article_id" + current
    }
}

extension Columns {
    /// Columns of articles `a`, members `m`, whose folded headlines are `f` where they are indexed.
    static let foldedArticles = Columns(
        articles.all.map { column in
            guard column.name == "headline" else { return column }
            // Without a word of `a`, whose row then is read only where the headline answers.
            return Column(
                "headline", .text, sql: column.sql, isNullable: column.isNullable,
                foldedSQL: """
                    iif(f.article_id IS NULL,
                        (SELECT fold(h.headline) FROM articles AS h WHERE h.id = m.article_id), f.headline)
                    """)
        })
}
