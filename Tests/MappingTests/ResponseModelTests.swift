internal import Chronology
internal import Mapping
internal import Testing

private struct ArticleModel: Hashable, Sendable {
    var leadParagraph: String?
    var url = ""

    static let mapping = Mapping(ArticleModel(), Field(\.leadParagraph, "lead_paragraph"), Field(\.url, "web_url"))
}

private struct ArticleListResponse: Hashable, Sendable {
    var articles: [ArticleModel] = []
    var status = ""

    static func mapping(_ badElements: BadElements = .drop) -> Mapping<ArticleListResponse> {
        Mapping(
            ArticleListResponse(),
            Field(\.articles, "response.docs", .array(of: ArticleModel.mapping, badElements: badElements)),
            Field(\.status, "status"))
    }
}

@Suite struct ResponseModelTests {
    private static let body = #"""
        {"response": {"meta": {"hits": 2}, "docs": [
          {"web_url": "http:\/\/www.nytimes.com\/a.html", "lead_paragraph": "Lead \u2014 one", "abstract": null, "print_page": "26",
           "source": "AP", "pub_date": "2015-07-04T00:00:00Z", "document_type": "article", "news_desk": null, "section_name": "Sports",
           "subsection_name": null, "type_of_material": "News", "_id": "5597", "word_count": "133"},
          {"web_url": "http://www.nytimes.com/b.html", "lead_paragraph": null, "word_count": 7}]},
         "status": "OK", "copyright": "Copyright (c) 2013"}
        """#

    @Test func `004-26 every member of a document of the response is read`() throws {
        let path = try JSONPath("response.docs[0]")
        try withJSON(Self.body) { root in
            let document = try #require(path.first(in: root))
            let expected = [
                "web_url": "http://www.nytimes.com/a.html", "lead_paragraph": "Lead — one", "print_page": "26",
                "source": "AP",
                "pub_date": "2015-07-04T00:00:00Z", "document_type": "article", "section_name": "Sports",
                "type_of_material": "News",
                "_id": "5597", "word_count": "133",
            ]
            for member in document.members {
                #expect(member.value.scalarText == expected[member.name], "\(member.name)")
            }
            #expect(root["status"]?.string == "OK")
        }
    }

    @Test func `004-27 only the mapped fields are read, the others ignored without error`() throws {
        let article = try ArticleModel.mapping.decode(
            json: Array(#"{"web_url": "u", "lead_paragraph": "l", "x": [{}]}"#.utf8))
        #expect(article == ArticleModel(leadParagraph: "l", url: "u"))
    }

    @Test func `004-28 articles come from a key path and status from a key`() throws {
        let response = try ArticleListResponse.mapping().decode(json: Array(Self.body.utf8))
        #expect(response.articles.map(\.url) == ["http://www.nytimes.com/a.html", "http://www.nytimes.com/b.html"])
        #expect(response.status == "OK")
    }

    @Test func `004-29 the array is filled by the mapping of its elements, both ways`() throws {
        let response = ArticleListResponse(
            articles: [ArticleModel(leadParagraph: "l", url: "u"), ArticleModel(url: "v")], status: "OK")
        let json = try ArticleListResponse.mapping().encode(response)
        #expect(
            String(decoding: json.bytes, as: UTF8.self)
                == #"{"response":{"docs":[{"lead_paragraph":"l","web_url":"u"},{"web_url":"v"}]},"status":"OK"}"#)
        #expect(try ArticleListResponse.mapping().decode(json: json.bytes) == response)
    }

    @Test func `004-30 null in a mapped optional field and in an unmapped one is tolerated`() throws {
        let response = try ArticleListResponse.mapping().decode(json: Array(Self.body.utf8))
        #expect(response.articles[1].leadParagraph == nil)
    }

    @Test func `004-31 a body becomes a model in one call, or an error`() throws {
        let json = Array(#"{"response": {"docs": []}, "status": "OK"}"#.utf8)
        #expect(try ArticleListResponse.mapping().decode(json: json).articles.isEmpty)
        #expect(throws: JSONError.self) { try ArticleListResponse.mapping().decode(json: Array("oops".utf8)) }
    }

    @Test(arguments: [
        "", "{}", #"{"status": "OK"}"#, #"{"response": {"docs": null}, "status": "OK"}"#,
        #"{"response": {"docs": []}}"#, "null", "[]",
    ])
    func `004-32 an answer without what it promises is an error and never an empty model`(body: String) {
        #expect(throws: (any Error).self) { try ArticleListResponse.mapping().decode(json: Array(body.utf8)) }
    }

    @Test func `004-33 a malformed element is dropped where that is declared, and fails the array where not`() throws {
        let body = Array(
            #"{"response": {"docs": [{"web_url": "a"}, {"lead_paragraph": "no url"}, {"web_url": {}}]}, "status": "OK"}"#
                .utf8)
        var document = JSONDocument()
        var report = MappingReport()
        let lenient = try document.parse(body) { try ArticleListResponse.mapping().decode($0, report: &report) }
        #expect(lenient.articles.map(\.url) == ["a"])
        #expect(report.bad == 2)
        #expect(report.omissions.map(\.error.path) == ["response.docs[1].web_url", "response.docs[2].web_url"])
        let error = #expect(throws: MappingError.self) { try ArticleListResponse.mapping(.fail).decode(json: body) }
        #expect(
            error?.description == "ArticleModel.url at response.docs[1].web_url: nothing is there, and it is required")
    }

    @Test func `004-34 a null element never reaches the models`() throws {
        let body = Array(#"{"response": {"docs": [null, {"web_url": "a"}]}, "status": "OK"}"#.utf8)
        #expect(try ArticleListResponse.mapping().decode(json: body).articles.count == 1)
        let error = #expect(throws: MappingError.self) { try ArticleListResponse.mapping(.fail).decode(json: body) }
        #expect(error?.path == "response.docs[0]")
    }

    @Test func `a field looks in several places, past what is declared empty`() throws {
        let field = Field<ArticleModel>(\.url, "web_url", or: ["url", "links[0].href"], emptiness: .blank)
        let mapping = Mapping(ArticleModel(), field)
        #expect(
            try mapping.decode(json: Array(#"{"web_url": " ", "url": null, "links": [{"href": "h"}]}"#.utf8)).url == "h"
        )
        #expect(throws: MappingError.self) { try mapping.decode(json: Array(#"{"web_url": ""}"#.utf8)) }
    }

    @Test func `one value stands for an array of one where that is declared`() throws {
        struct Tags: Hashable, Sendable { var tags: [String] = [] }
        let lenient = Mapping(Tags(), Field(\.tags, "t", .array(of: .text, takesSingle: true)))
        let strict = Mapping(Tags(), Field(\.tags, "t", .array(of: .text)))
        #expect(try lenient.decode(json: Array(#"{"t": "x"}"#.utf8)).tags == ["x"])
        #expect(throws: MappingError.self) { try strict.decode(json: Array(#"{"t": "x"}"#.utf8)) }
        let strictText = Mapping(Tags(), Field(\.tags, "t", .array(of: JSONCodec<String>.text.strict)))
        #expect(throws: MappingError.self) { try strictText.decode(json: Array(#"{"t": [7]}"#.utf8)) }
        #expect(try strict.decode(json: Array(#"{"t": [7]}"#.utf8)).tags == ["7"])
    }

    @Test func `a member of each element is read and written by its path`() throws {
        struct Keywords: Hashable, Sendable { var values: [String] = [] }
        let mapping = Mapping(Keywords(), Field(\.values, "keywords", .array(of: .at("value", .text))))
        let keywords = try mapping.decode(
            json: Array(#"{"keywords": [{"name": "s", "value": "a"}, {"value": "b"}]}"#.utf8))
        #expect(keywords.values == ["a", "b"])
        #expect(try mapping.encode(keywords).bytes == Array(#"{"keywords":[{"value":"a"},{"value":"b"}]}"#.utf8))
    }
}
