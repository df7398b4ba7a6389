internal import Articles
internal import Chronology
internal import Records

/// An article with what the store knows about it, as a record; every reader of articles reads this one.
///
/// It is read one by one and written many at once: a run brings or changes articles by the ten thousand in the one
/// transaction that replaces its query's contents, from staged tables and in one statement for all of them, since the
/// full-text index is written out before every statement that changes it. A unit of work of single records would hold
/// all of them in memory and write that index once for each.
///
/// What another program may have spoilt, and an article can do without, is read as far as it can be; the rest of the row
/// is read all the same, and `doctor` tells of the value.
struct ArticleRecord: Record {
    let provider: String
    let providerID: String
    let url: String?
    let headline: String?
    let abstract: String?
    let leadParagraph: String?
    let byline: String?
    let authors: Result<[String], UnreadableValue>
    let source: String?
    let section: String?
    let kind: String?
    let publishedAt: Result<PublicationDate?, UnreadableValue>
    let updatedAt: Result<PublicationDate?, UnreadableValue>
    let wordCount: Result<Int?, UnreadableValue>
    let language: String?
    let imageURL: String?
    let keywords: Result<[String], UnreadableValue>
    let id: Int64
    let firstSeenAt: Result<Instant, UnreadableValue>
    let changedAt: Result<Instant, UnreadableValue>
    /// As the table says, which is not written while a query holds the article.
    let lastSeenAt: Result<Instant, UnreadableValue>
    let vanishedAt: Result<Instant?, UnreadableValue>
    let aliases: [String]
    let queries: [String]
    /// When a query that holds it was last confirmed.
    let confirmedAt: Result<Instant?, UnreadableValue>

    /// The columns of `ArticleColumns.names` first, in their order.
    static let table = Table<ArticleRecord>(
        "articles", key: .given(\.id),
        Attribute("provider", \ArticleRecord.provider), Attribute("provider_id", \ArticleRecord.providerID),
        Attribute("url", \ArticleRecord.url), Attribute("headline", \ArticleRecord.headline),
        Attribute("abstract", \ArticleRecord.abstract), Attribute("lead_paragraph", \ArticleRecord.leadParagraph),
        Attribute("byline", \ArticleRecord.byline), Attribute("authors", \ArticleRecord.authors),
        Attribute("source", \ArticleRecord.source), Attribute("section", \ArticleRecord.section),
        Attribute("kind", \ArticleRecord.kind), Attribute("published_at", \ArticleRecord.publishedAt),
        Attribute("updated_at", \ArticleRecord.updatedAt), Attribute("word_count", \ArticleRecord.wordCount),
        Attribute("language", \ArticleRecord.language), Attribute("image_url", \ArticleRecord.imageURL),
        Attribute("keywords", \ArticleRecord.keywords), Attribute("id", \ArticleRecord.id),
        Attribute("first_seen_at", \ArticleRecord.firstSeenAt), Attribute("changed_at", \ArticleRecord.changedAt),
        Attribute("last_seen_at", \ArticleRecord.lastSeenAt), Attribute("vanished_at", \ArticleRecord.vanishedAt),
        Attribute(
            "aliases", \ArticleRecord.aliases,
            sql: """
                (SELECT json_group_array(provider_id) FROM (SELECT provider_id FROM _aliases
                    WHERE article_id = articles.id ORDER BY rowid))
                """, isWritten: false),
        Attribute(
            "queries", \ArticleRecord.queries,
            sql: """
                (SELECT json_group_array(name) FROM (SELECT name FROM query_articles
                    JOIN queries ON queries.id = query_id WHERE article_id = articles.id ORDER BY name))
                """, isWritten: false),
        Attribute(
            "confirmed_at", \ArticleRecord.confirmedAt,
            sql: """
                (SELECT max(rtrim(coalesce(query_articles.last_seen_at, covered_at), 'Z')) || 'Z'
                    FROM query_articles JOIN windows ON windows.id = window_id WHERE article_id = articles.id)
                """, isWritten: false), make: ArticleRecord.init)

    /// As the program speaks of it; what cannot be read is missing.
    consuming func article() -> StoredArticle {
        var article = Article(key: ArticleKey(provider: provider, id: providerID))
        article.aliases = aliases
        (article.url, article.headline, article.abstract) = (url, headline, abstract)
        (article.leadParagraph, article.byline, article.source) = (leadParagraph, byline, source)
        (article.section, article.kind, article.language, article.imageURL) = (section, kind, language, imageURL)
        article.authors = (try? authors.get()) ?? []
        article.keywords = (try? keywords.get()) ?? []
        article.publishedAt = try? publishedAt.get()
        article.updatedAt = try? updatedAt.get()
        article.wordCount = try? wordCount.get()
        let first = (try? firstSeenAt.get()) ?? Instant(secondsSince1970: 0)
        let written = (try? lastSeenAt.get()) ?? first
        return StoredArticle(
            id: id, article: article, firstSeenAt: first, changedAt: (try? changedAt.get()) ?? first,
            lastSeenAt: max(written, (try? confirmedAt.get()) ?? written), vanishedAt: try? vanishedAt.get(),
            queries: queries)
    }
}
