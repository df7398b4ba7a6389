package import Articles
internal import Chronology

/// The columns of an article in every format, in order, named as the store names them.
package enum ArticleColumn: String, CaseIterable, Sendable {
    case id, provider
    case providerID = "provider_id"
    case url, headline, abstract
    case leadParagraph = "lead_paragraph"
    case byline, authors, source, section, kind
    case publishedAt = "published_at"
    case updatedAt = "updated_at"
    case wordCount = "word_count"
    case language
    case imageURL = "image_url"
    case keywords
    case firstSeenAt = "first_seen_at"
    case changedAt = "changed_at"
    case lastSeenAt = "last_seen_at"
    case vanishedAt = "vanished_at"
    case queries

    /// What an article has in a column.
    package enum Value: Hashable, Sendable {
        case text(String?)
        case integer(Int64?)
        case list([String])
    }

    /// What an article has in this column.
    package func value(of row: StoredArticle) -> Value {
        let article = row.article
        return switch self {
        case .id: .integer(row.id)
        case .provider: .text(article.key.provider)
        case .providerID: .text(article.key.id)
        case .url: .text(article.url)
        case .headline: .text(article.headline)
        case .abstract: .text(article.abstract)
        case .leadParagraph: .text(article.leadParagraph)
        case .byline: .text(article.byline)
        case .authors: .list(article.authors)
        case .source: .text(article.source)
        case .section: .text(article.section)
        case .kind: .text(article.kind)
        case .publishedAt: .text(article.publishedAt?.description)
        case .updatedAt: .text(article.updatedAt?.description)
        case .wordCount: .integer(article.wordCount.map(Int64.init))
        case .language: .text(article.language)
        case .imageURL: .text(article.imageURL)
        case .keywords: .list(article.keywords)
        case .firstSeenAt: .text(row.firstSeenAt.description)
        case .changedAt: .text(row.changedAt.description)
        case .lastSeenAt: .text(row.lastSeenAt.description)
        case .vanishedAt: .text(row.vanishedAt?.description)
        case .queries: .list(row.queries)
        }
    }
}
