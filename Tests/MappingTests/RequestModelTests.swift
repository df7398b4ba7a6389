internal import Chronology
internal import Mapping
internal import TestSupport
internal import Testing

/// The request of the tutorial: names of its own, a form of its own for dates, and no key.
private struct ArticleListRequest: Hashable, Sendable {
    var query: String?
    var articlesFromDate: CalendarDay?
    var articlesToDate: CalendarDay?

    static let mapping = Mapping(
        ArticleListRequest(), Field(\.query, "q"), Field(\.articlesFromDate, "begin_date", .day(.compact)),
        Field(\.articlesToDate, "end_date", .day("yyyyMMdd")))
}

/// Every shape of property that a request can have.
private struct Search: Hashable, Sendable {
    var text = ""
    var page: Int?
    var sort: Presence<String> = .absent
    var fields: [String]?
    var isExact: Bool?
    var boost: Double?
    var since: Instant?
    var day: DateValue?

    static let mapping = Mapping(
        Search(), Field(\.text, "q"), Field(\.page, "page"), Field(\.sort, "sort"), Field(\.fields, "fl"),
        Field(\.isExact, "exact"),
        Field(\.boost, "boost"), Field(\.since, "since"), Field(\.day, "day"))
}

@Suite struct RequestModelTests {
    private static let basketball = ArticleListRequest(
        query: "basketball", articlesFromDate: CalendarDay(year: 2015, month: 7, day: 1),
        articlesToDate: CalendarDay(year: 2015, month: 7, day: 7))

    @Test func `004-13 the request model has a query and two dates, all optional`() throws {
        let request = ArticleListRequest()
        #expect(request.query == nil && request.articlesFromDate == nil && request.articlesToDate == nil)
        #expect(Self.basketball.articlesFromDate?.description == "2015-07-01")
    }

    @Test func `004-14 property names differ from parameter names`() throws {
        let names = try ArticleListRequest.mapping.parameters(of: Self.basketball).map(\.name)
        #expect(names == ["q", "begin_date", "end_date"])
    }

    @Test func `004-15 a model becomes a JSON object in one call`() throws {
        let object = try ArticleListRequest.mapping.encode(Self.basketball)
        #expect(
            String(decoding: object.bytes, as: UTF8.self)
                == #"{"q":"basketball","begin_date":"20150701","end_date":"20150707"}"#)
        #expect(object["begin_date"] == .string("20150701"))
    }

    @Test func `004-16 an array of models becomes an array of objects`() throws {
        let array = try ArticleListRequest.mapping.encode([Self.basketball, ArticleListRequest(query: "a")])
        #expect(String(decoding: array.bytes, as: UTF8.self).hasSuffix(#""end_date":"20150707"},{"q":"a"}]"#))
    }

    @Test func `004-17 both dates are written as yyyyMMdd`() throws {
        let parameters = try ArticleListRequest.mapping.parameters(of: Self.basketball)
        #expect(parameters.map(\.description) == ["q=basketball", "begin_date=20150701", "end_date=20150707"])
    }

    @Test func `004-18 a property has its own transformer`() throws {
        let upper = Transformer<String, String>("upper", forward: { $0.lowercased() }, reverse: { $0.uppercased() })
        let mapping = Mapping(ArticleListRequest(), Field(\.query, "q", upper))
        #expect(try mapping.parameters(of: Self.basketball).map(\.description) == ["q=BASKETBALL"])
        #expect(try mapping.decode(parameters: [QueryParameter("q", "NBA")]).query == "nba")
    }

    @Test func `004-20 the same mapping reads what it wrote`() throws {
        let parameters = try ArticleListRequest.mapping.parameters(of: Self.basketball)
        #expect(try ArticleListRequest.mapping.decode(parameters: parameters) == Self.basketball)
        #expect(
            try ArticleListRequest.mapping.decode(json: ArticleListRequest.mapping.encode(Self.basketball).bytes)
                == Self.basketball)
    }

    @Test func `004-21 the key is added to the parameters and is no part of the model`() throws {
        let parameters = try ArticleListRequest.mapping.parameters(of: Self.basketball)
        #expect(!parameters.contains { $0.name == "api-key" })
        let sent = parameters + [QueryParameter("api-key", "k")]
        #expect(try ArticleListRequest.mapping.decode(parameters: sent) == Self.basketball)
    }

    @Test func `004-22 a model is equal, hashable and archived by its mapping, for free`() throws {
        let other = ArticleListRequest(query: "basketball", articlesFromDate: nil, articlesToDate: nil)
        #expect(Set([Self.basketball, Self.basketball, other]).count == 2)
        let archive = try ArticleListRequest.mapping.encode([Self.basketball, other]).bytes
        var document = JSONDocument()
        let restored = try document.parse(archive) { root in
            try root.elements.map { try ArticleListRequest.mapping.decode($0) }
        }
        #expect(restored == [Self.basketball, other])
    }

    @Test(arguments: ["2015-02-30", "20150230", "2015-7-1", "2015071", "", " 20150701", "soon"])
    func `004-24 a date that cannot be read is an error and not nil`(text: String) {
        let error = #expect(throws: MappingError.self) {
            try ArticleListRequest.mapping.decode(parameters: [QueryParameter("begin_date", text)])
        }
        #expect(error?.property == "articlesFromDate")
        #expect(error?.path == "begin_date")
    }

    @Test func `004-25 nil is not sent at all, and null as its field declares`() throws {
        #expect(try ArticleListRequest.mapping.parameters(of: ArticleListRequest()).isEmpty)
        func sent(_ form: NullForm) throws -> [String] {
            let mapping = Mapping(ArticleListRequest(), Field(\.query, "q", whenNil: form))
            return try mapping.parameters(of: ArticleListRequest()).map(\.description)
        }
        #expect(try sent(.omit) == [])
        #expect(try sent(.text("")) == ["q="])
        #expect(try sent(.null) == ["q"])
        var search = Search(text: "x", sort: .null)
        #expect(try Search.mapping.encode(search).bytes == Array(#"{"q":"x","sort":null}"#.utf8))
        search.sort = .absent
        #expect(try Search.mapping.encode(search).bytes == Array(#"{"q":"x"}"#.utf8))
    }

    @Test func `absent, null and a value are read as three things`() throws {
        func sort(_ json: String) throws -> Presence<String> { try Search.mapping.decode(json: Array(json.utf8)).sort }
        #expect(try sort(#"{"q": ""}"#) == .absent)
        #expect(try sort(#"{"q": "", "sort": null}"#) == .null)
        #expect(try sort(#"{"q": "", "sort": "newest"}"#) == .value("newest"))
    }

    @Test func `parameters stand in the order of the fields, a list as its name again and again`() throws {
        let search = Search(text: "a b+c=é", page: 3, sort: .value("newest"), fields: ["x", "y"], isExact: false)
        #expect(
            try Search.mapping.parameters(of: search).map(\.description) == [
                "q=a b+c=é", "page=3", "sort=newest", "fl=x", "fl=y", "exact=false",
            ])
    }

    @Test func `a nested object is no parameter`() throws {
        struct Outer: Hashable, Sendable { var inner = ArticleListRequest() }
        let mapping = Mapping(Outer(), Field(\.inner, "inner", .model(ArticleListRequest.mapping)))
        #expect(throws: MappingMistakes.self) { try mapping.parameters(of: Outer()) }
        #expect(throws: MappingMistakes.self) {
            try Mapping(ArticleListRequest(), Field(\.query, "a.b")).parameters(of: Self.basketball)
        }
    }

    @Test func `what is encoded is decoded to the same, for any values`() throws {
        var numbers = Dice(seed: 13)
        for _ in 0..<400 {
            var search = Search(text: numbers.text())
            if Bool.random(using: &numbers) { search.page = Int(truncatingIfNeeded: numbers.next()) }
            search.sort = [.absent, .null, .value(numbers.text())].randomElement(using: &numbers) ?? .absent
            if Bool.random(using: &numbers) {
                search.fields = (0...Int.random(in: 0...3, using: &numbers)).map { _ in numbers.text() }
            }
            search.isExact = [nil, true, false].randomElement(using: &numbers) ?? nil
            if Bool.random(using: &numbers) { search.boost = Double.random(in: -1e9...1e9, using: &numbers) }
            if Bool.random(using: &numbers) {
                search.since = Instant(millisecondsSince1970: Int64.random(in: 0...9_999_999_999_999, using: &numbers))
            }
            if Bool.random(using: &numbers) {
                search.day = .day(CalendarDay(daysSince1970: Int.random(in: -9_999...9_999, using: &numbers)))
            }
            #expect(try Search.mapping.decode(json: Search.mapping.encode(search).bytes) == search)
            var sent = search
            if sent.sort == .null { sent.sort = .absent }
            #expect(try Search.mapping.decode(parameters: Search.mapping.parameters(of: sent)) == sent)
        }
    }

    @Test func `a number that JSON cannot write is an error that names its property`() {
        let error = #expect(throws: MappingError.self) { try Search.mapping.encode(Search(text: "", boost: .infinity)) }
        #expect(error?.property == "boost")
    }
}
