internal import Articles
internal import Mapping

extension Article {
    /// The properties that a definition may feed, under the names by which it speaks of them.
    static let properties: [Property<Article>] = [
        .text("id", isRequired: true) { $0.key = ArticleKey(provider: $0.key.provider, id: $1) },
        .texts("aliases", \.aliases),
        .text("url") { $0.url = $1 },
        .text("headline") { $0.headline = $1 },
        .text("abstract") { $0.abstract = $1 },
        .text("lead_paragraph") { $0.leadParagraph = $1 },
        .text("byline") { $0.byline = $1 },
        .texts("authors", \.authors),
        .text("source") { $0.source = $1 },
        .text("section") { $0.section = $1 },
        .text("kind") { $0.kind = $1 },
        .date("published_at") { $0.publishedAt = PublicationDate($1) },
        .date("updated_at") { $0.updatedAt = PublicationDate($1) },
        .integer("word_count", \.wordCount),
        .text("language") { $0.language = $1 },
        .text("image_url") { $0.imageURL = $1 },
        .texts("keywords", \.keywords),
    ]

    /// Those that are text for people, to which a definition's `text` transforms apply.
    static let textForPeople: Set<String> = [
        "headline", "abstract", "lead_paragraph", "byline", "authors", "source", "section", "kind", "keywords",
    ]
}

extension PublicationDate {
    fileprivate init(_ date: DateValue) {
        switch date {
        case .instant(let instant): self = .instant(instant)
        case .day(let day): self = .day(day)
        }
    }
}
