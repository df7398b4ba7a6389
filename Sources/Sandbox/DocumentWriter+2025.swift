internal import JSONText

extension DocumentWriter {
    /// Since April 2025: what is missing is empty, and there is no lead.
    func write2025(_ article: InventedArticle, _ json: inout JSONWriter) {
        let abstract = Self.quoted(article.abstract)
        json.key("abstract")
        json.literal(abstract)
        json.key("byline")
        json.object { $0.member("original", byline(article, shouting: false)) }
        json.member("document_type", Self.documentType(article))
        json.key("headline")
        json.object { json in
            json.member("main", article.headline)
            json.member("kicker", article.kicker)
            json.member("print_headline", article.page == nil ? "" : article.headline)
        }
        json.member("_id", article.uri)
        json.key("keywords")
        json.array { json in
            for (rank, keyword) in article.keywords.enumerated() {
                json.object { json in
                    json.member("name", keyword.kind.newName)
                    json.member("value", keyword.value)
                    json.member("rank", rank + 1)
                }
            }
        }
        json.key("multimedia")
        json.object { json in
            let hasImage = !Self.isOne(in: 8, article, salt: 60)
            json.member("caption", hasImage ? snippet(of: article.lead, sentences: 1) : "")
            json.member("credit", hasImage ? "A camera of the sandbox" : "")
            for (name, crop, width, height) in [
                ("default", "articleLarge", 600, 400), ("thumbnail", "thumbStandard", 75, 75),
            ] {
                let url = "https://sandbox.invalid/images/\(article.hexadecimalID)/\(article.hexadecimalID)-\(crop).jpg"
                json.key(name)
                json.object { json in
                    json.member("url", hasImage ? url : "")
                    json.member("height", hasImage ? height : 0)
                    json.member("width", hasImage ? width : 0)
                }
            }
        }
        json.member("news_desk", article.desk)
        json.member("print_page", article.page.map { "\($0)" } ?? "")
        json.member("print_section", article.page == nil ? "" : "A")
        date(article, &json)
        json.member("section_name", article.section)
        json.key("snippet")
        json.literal(abstract)
        json.member("source", article.source)
        json.member("subsection_name", article.subsection)
        json.member("type_of_material", article.kind)
        json.member("uri", article.uri)
        json.member("web_url", Self.address(of: article, in: .year2025))
        wordCount(article, &json)
    }
}
