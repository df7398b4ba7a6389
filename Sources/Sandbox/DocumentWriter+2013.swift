internal import JSONText

extension DocumentWriter {
    /// 2013 to 2017.
    func write2013(_ article: InventedArticle, _ json: inout JSONWriter) {
        json.member("web_url", Self.address(of: article, in: .year2013))
        // Agency copy kept its entities.
        let snippet = snippet(of: article.lead)
        json.member("snippet", Self.isOne(in: 4, article, salt: 20) ? Self.withEntities(snippet) : snippet)
        json.member("lead_paragraph", article.lead)
        json.member("abstract", Self.isOne(in: 3, article, salt: 21) ? nil : article.abstract)
        json.key("print_page")
        if let page = article.page {
            Self.isOne(in: 2, article, salt: 22) ? json.integer(page) : json.string("\(page)")
        } else {
            json.null()
        }
        json.key("blog")
        json.array { _ in }
        json.member("source", article.source)
        json.key("multimedia")
        images(article, &json)
        json.key("headline")
        json.object { json in
            json.member("main", article.headline)
            if !article.kicker.isEmpty { json.member("kicker", article.kicker) }
            if article.page != nil { json.member("print_headline", article.headline) }
        }
        json.key("keywords")
        keywords(article, &json)
        date(article, &json)
        json.member("document_type", Self.documentType(article))
        json.member("news_desk", Self.isOne(in: 9, article, salt: 23) ? nil : article.desk)
        json.member("section_name", article.section)
        json.member("subsection_name", article.subsection.isEmpty ? nil : article.subsection)
        json.key("byline")
        bylineOf2013(article, &json)
        json.member("type_of_material", article.kind)
        json.member("_id", article.hexadecimalID)
        wordCount(article, &json)
        json.member("slideshow_credits", nil as String?)
    }

    private static func withEntities(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "—": result += "&#8212;"
            case "’": result += "&rsquo;"
            case "&": result += "&amp;"
            default: result.append(character)
            }
        }
    }

    private func images(_ article: InventedArticle, _ json: inout JSONWriter) {
        json.array { json in
            guard !Self.isOne(in: 3, article, salt: 24) else { return }
            for (subtype, width, height) in [("wide", 190, 126), ("xlarge", 600, 399), ("thumbnail", 75, 75)] {
                let url = "images/sandbox/\(article.hexadecimalID)-\(subtype).jpg"
                json.object { json in
                    json.member("width", width)
                    json.member("url", url)
                    json.member("height", height)
                    json.member("subtype", subtype)
                    json.key("legacy")
                    json.object { json in
                        json.member(subtype, url)
                        json.member(subtype + "height", "\(height)")
                        json.member(subtype + "width", "\(width)")
                    }
                    json.member("type", "image")
                }
            }
        }
    }

    private func keywords(_ article: InventedArticle, _ json: inout JSONWriter) {
        json.array { json in
            for (rank, keyword) in article.keywords.enumerated() {
                json.object { json in
                    if !Self.isOne(in: 5, article, salt: 25) { json.member("rank", "\(rank + 1)") }
                    json.member(Self.isOne(in: 2, article, salt: 26) ? "is_major" : "isMajor", rank < 2 ? "Y" : "N")
                    json.member("name", keyword.kind.oldName)
                    json.member("value", keyword.value)
                }
            }
        }
    }

    private func bylineOf2013(_ article: InventedArticle, _ json: inout JSONWriter) {
        if article.authors.isEmpty {
            Self.isOne(in: 2, article, salt: 27) ? json.array { _ in } : json.null()
        } else if article.source == "AP" {
            json.object { json in
                json.key("person")
                json.array { _ in }
                json.member("original", "By THE SANDBOX WIRE")
                json.member("organization", "THE SANDBOX WIRE")
            }
        } else {
            json.object { json in
                json.key("person")
                persons(article, &json, withNulls: false)
                json.member("original", byline(article, shouting: true))
            }
        }
    }

    /// The persons of a byline, as they were until 2025.
    func persons(_ article: InventedArticle, _ json: inout JSONWriter, withNulls: Bool) {
        json.array { json in
            for (rank, author) in article.authors.enumerated() {
                json.object { json in
                    json.member("firstname", author.first)
                    if withNulls || author.middle != nil { json.member("middlename", author.middle) }
                    json.member("lastname", author.last.uppercased())
                    if withNulls {
                        json.member("qualifier", nil as String?)
                        json.member("title", nil as String?)
                    }
                    json.member("role", "reported")
                    json.member("organization", "")
                    json.member("rank", rank + 1)
                }
            }
        }
    }
}

extension InventedArticle.KeywordKind {
    /// The name until 2025.
    var oldName: String {
        switch self {
        case .subject: "subject"
        case .person: "persons"
        case .organization: "organizations"
        case .location: "glocations"
        case .work: "creative_works"
        }
    }

    /// The name since 2025.
    var newName: String {
        switch self {
        case .subject: "Subject"
        case .person: "Person"
        case .organization: "Organization"
        case .location: "Location"
        case .work: "Title"
        }
    }
}
