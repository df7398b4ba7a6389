internal import Articles
internal import JSONText
internal import SQLite

/// The columns of `articles` that hold what a provider says, in the order of the table.
enum ArticleColumns {
    static let names = [
        "provider", "provider_id", "url", "headline", "abstract", "lead_paragraph", "byline", "authors", "source",
        "section", "kind", "published_at", "updated_at", "word_count", "language", "image_url", "keywords",
    ]

    /// The names as SQL, each behind a prefix such as `articles.`.
    static func list(_ prefix: String = "") -> String { names.map { prefix + $0 }.joined(separator: ", ") }

    /// Binds an article's fields from a parameter on.
    static func bind(_ article: Article, to statement: inout Statement, from first: Int) {
        statement.bind(article.key.provider, at: first)
        statement.bind(article.key.id, at: first + 1)
        statement.bind(article.url, at: first + 2)
        statement.bind(article.headline, at: first + 3)
        statement.bind(article.abstract, at: first + 4)
        statement.bind(article.leadParagraph, at: first + 5)
        statement.bind(article.byline, at: first + 6)
        statement.bind(JSONStrings.text(article.authors), at: first + 7)
        statement.bind(article.source, at: first + 8)
        statement.bind(article.section, at: first + 9)
        statement.bind(article.kind, at: first + 10)
        statement.bind(article.publishedAt?.description, at: first + 11)
        statement.bind(article.updatedAt?.description, at: first + 12)
        statement.bind(article.wordCount, at: first + 13)
        statement.bind(article.language, at: first + 14)
        statement.bind(article.imageURL, at: first + 15)
        statement.bind(JSONStrings.text(article.keywords), at: first + 16)
    }
}
