internal import Articles
internal import Records
internal import SQLite

extension ArticleSelection {
    /// The search of a listing as FTS5 reads it; nil where there is none.
    ///
    /// - Throws: `usage` for a text without a word.
    static func match(of listing: ArticleListing, tried: String) throws(StoreFailure) -> String? {
        guard let search = listing.search else { return nil }
        do throws(PredicateError) { return try SearchText(articles: search).match } catch {
            throw StoreFailure(
                .usage, tried: tried, reason: error.message,
                hint: "words, \"phrases\", word*, AND, OR, NOT, NEAR(a b, 5) and headline:word are understood",
                column: error.column)
        }
    }
}

extension SearchText {
    /// The columns of the index, in its order.
    static let columnsOfArticles = ["headline", "abstract", "lead_paragraph", "byline", "keywords"]

    init(articles text: String) throws(PredicateError) { try self.init(text, columns: Self.columnsOfArticles) }
}
