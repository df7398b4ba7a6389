import Records

extension Columns {
    /// The shape that the article store declares.
    static let articles = Columns([
        Column("id", .integer, sql: "a.id", isNullable: false), Column("provider", .text, sql: "a.provider"),
        Column("headline", .text, sql: "a.headline"), Column("section", .text, sql: "a.section"),
        Column("authors", .list, sql: "a.authors"), Column("keywords", .list, sql: "a.keywords"),
        Column("published_at", .instant, sql: "a.published_at"), Column("updated_at", .instant, sql: "a.updated_at"),
        Column("word_count", .integer, sql: "a.word_count"), Column("score", .real, sql: "a.score"),
        Column("is_opinion", .bool, sql: "a.is_opinion"),
    ])
}

/// A predicate's SQL.
func sql(_ predicate: String?, _ arguments: [FilterValue] = []) throws -> SQLFragment {
    try Columns.articles.compile(Filter(predicate, arguments, over: .articles)).sql
}

/// What is wrong with a predicate, as a person reads it; nil where nothing is.
func complaint(_ predicate: String, _ arguments: [FilterValue] = []) -> String? {
    do throws(PredicateError) {
        _ = try Filter(predicate, arguments, over: .articles)
        return nil
    } catch {
        return error.description
    }
}

/// Whether a predicate means a row; what the row does not hold is missing.
func holds(_ predicate: String, _ row: [String: FilterValue], _ arguments: [FilterValue] = []) throws -> Bool {
    let filter = try Columns.articles.compile(Filter(predicate, arguments, over: .articles))
    return filter.matches { row[$0.name] ?? .null }
}
