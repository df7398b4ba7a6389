internal import JSONText

extension DocumentWriter {
    /// 2018 to April 2025: what is missing is null or not there at all.
    func write2019(_ article: InventedArticle, _ json: inout JSONWriter) {
        json.member("web_url", Self.address(of: article, in: .year2019))
        json.member("snippet", snippet(of: article.abstract, sentences: 3))
        if !Self.isOne(in: 7, article, salt: 40) { json.member("lead_paragraph", article.lead) }
        if !Self.isOne(in: 4, article, salt: 41) { json.member("abstract", article.abstract) }
        if let page = article.page { json.member("print_page", "\(page)") }
        json.key("blog")
        json.object { _ in }
        json.member("source", article.source)
        json.key("multimedia")
        crops(article, &json)
        json.key("headline")
        json.object { json in
            json.member("main", article.headline)
            json.member("kicker", article.kicker.isEmpty ? nil : article.kicker)
            json.member("content_kicker", article.kicker.isEmpty ? nil : article.kicker)
            json.member("print_headline", article.page == nil ? nil : article.headline)
            for name in ["name", "seo", "sub"] { json.member(name, nil as String?) }
        }
        json.key("keywords")
        json.array { json in
            for (rank, keyword) in article.keywords.enumerated() {
                json.object { json in
                    json.member("name", keyword.kind.oldName)
                    json.member("value", keyword.value)
                    json.member("rank", rank + 1)
                    json.member("major", Self.isOne(in: 6, article, salt: 42) ? nil : "N")
                }
            }
        }
        date(article, &json)
        json.member("document_type", Self.documentType(article))
        json.member("news_desk", article.desk)
        if !Self.isOne(in: 10, article, salt: 43) { json.member("section_name", article.section) }
        // The API misspelt it for years.
        if !article.subsection.isEmpty {
            json.member(Self.isOne(in: 2, article, salt: 44) ? "subsectoinName" : "subsection_name", article.subsection)
        }
        json.key("byline")
        if article.authors.isEmpty {
            json.null()
        } else {
            json.object { json in
                json.member("original", byline(article, shouting: true))
                json.key("person")
                persons(article, &json, withNulls: true)
                json.member("organization", nil as String?)
            }
        }
        json.member("type_of_material", article.kind)
        json.member("_id", article.hexadecimalID)
        wordCount(article, &json)
        json.key("score")
        json.double(1)
        json.member("uri", article.uri)
    }

    private func crops(_ article: InventedArticle, _ json: inout JSONWriter) {
        let sizes = [("xlarge", "articleLarge", 600, 400), ("thumbnail", "thumbStandard", 75, 75)]
        json.array { json in
            guard !Self.isOne(in: 8, article, salt: 45) else { return }
            for (subtype, crop, width, height) in sizes {
                let url = "images/sandbox/\(article.hexadecimalID)/\(article.hexadecimalID)-\(crop).jpg"
                json.object { json in
                    json.member("rank", 0)
                    json.member("subtype", subtype)
                    json.member("caption", nil as String?)
                    json.member("credit", nil as String?)
                    json.member("type", "image")
                    json.member("url", url)
                    json.member("height", height)
                    json.member("width", width)
                    json.key("legacy")
                    json.object { json in
                        json.member(subtype, url)
                        json.member(subtype + "width", width)
                        json.member(subtype + "height", height)
                    }
                    json.member("subType", subtype)
                    json.member("crop_name", crop)
                }
            }
        }
    }
}
