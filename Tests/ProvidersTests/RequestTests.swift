import Articles
import Chronology
import HTTPExchange
import Mapping
import Providers
import Telemetry
import TestSupport
import Testing

@Suite struct RequestTests {
    private let july = ArticleSearch(text: "basketball", filter: nil, days: days(20150701, 20150707))

    private func provider(_ definition: ProviderDefinition, key: String? = "k3y") -> Provider {
        Provider(
            definition, key: key.map { Secret($0) }, transport: StubTransport([.success(HTTPResponse(status: 200))]),
            clock: WallClock { Instant(secondsSince1970: 0) })
    }

    @Test func `004-07 004-09 004-14 the search goes to the article search under its parameters`() throws {
        let request = try provider(Definitions.nyt.get()).request(for: 0, of: july)
        #expect(
            request.description
                == "https://api.nytimes.com/svc/search/v2/articlesearch.json"
                + "?q=basketball&begin_date=20150701&end_date=20150707&sort=oldest&page=0&api-key=•••")
    }

    @Test func `004-08 004-21 the key is added to the request and is no part of the model`() throws {
        let request = try provider(Definitions.nyt.get()).request(for: 0, of: july)
        #expect(request.credential == HTTPRequest.Credential(place: .query("api-key"), key: Secret("k3y")))
        #expect(!request.query.contains { $0.name == "api-key" })
        #expect(request.withRevealedURL { $0 }.hasSuffix("&api-key=k3y"))
        #expect(!"\(request)".contains("k3y"))
    }

    @Test func `long past days are asked for as what can wait`() throws {
        var search = july
        #expect(try provider(Definitions.nyt.get()).request(for: 0, of: search).priority == .fresh)
        search.urgency = .backfill
        #expect(try provider(Definitions.nyt.get()).request(for: 0, of: search).priority == .backfill)
    }

    @Test func `004-08 without a key nothing is asked`() throws {
        let failure = try #require(throws: SourceFailure.self) {
            try provider(Definitions.nyt.get(), key: nil).request(for: 0, of: july)
        }
        #expect(failure.kind == .badKey)
        #expect(failure.hint?.contains("[providers.nyt]") == true)
    }

    @Test func `004-10 both ends of the range are asked for`() throws {
        let oneDay = ArticleSearch(text: nil, filter: nil, days: days(20150701, 20150701))
        let query = try provider(Definitions.nyt.get()).request(for: 0, of: oneDay).query
        #expect(query.contains(QueryItem("begin_date", "20150701")))
        #expect(query.contains(QueryItem("end_date", "20150701")))
    }

    @Test func `004-13 text, filter and days are the model's own names`() throws {
        let nyt = try Definitions.nyt.get()
        let search = ArticleSearch(text: "a b", filter: #"section.name:("Sports")"#, days: days(20150701, 20150707))
        let model = ArticleSearchRequest(search, page: 3, of: nyt)
        #expect(model.text == .value("a b"))
        #expect(model.filter == .value(#"section.name:("Sports")"#))
        #expect(model.from == day(20150701))
        #expect(model.to == day(20150707))
        #expect(model.page == 3)
        #expect(
            try nyt.form.queryItems(of: model).map(\.encoded) == [
                "q=a%20b", "fq=section.name%3A%28%22Sports%22%29", "begin_date=20150701", "end_date=20150707",
                "sort=oldest", "page=3",
            ])
    }

    @Test func `value, null and absent are three states`() throws {
        let form = try Definitions.nyt.get().form
        var model = ArticleSearchRequest()
        #expect(try form.queryItems(of: model) == [])
        model.text = .null
        #expect(try form.queryItems(of: model) == [QueryItem("q", nil)])
        model.text = .value("")
        #expect(try form.queryItems(of: model) == [QueryItem("q", "")])
        for text in [Presence<String>.absent, .null, .value(""), .value("x")] {
            model.text = text
            #expect(try form.request(of: form.queryItems(of: model)) == model)
        }
    }

    @Test func `004-17 days are strict yyyyMMdd both ways`() throws {
        let form = try Definitions.nyt.get().form
        var model = ArticleSearchRequest()
        model.from = day(20160229)
        #expect(try form.queryItems(of: model) == [QueryItem("begin_date", "20160229")])
        for wrong in ["20150230", "2015-07-01", "2015071", "201507011", " 20150701", "", "٢٠١٥٠٧٠١"] {
            #expect(throws: (any Error).self, "\(wrong)") { try form.request(of: [QueryItem("begin_date", wrong)]) }
        }
    }

    @Test func `004-20 a request and its parameters are the same thing`() throws {
        let form = try Definitions.nyt.get().form
        var dice = Dice(seed: 7)
        for _ in 0..<500 {
            var model = ArticleSearchRequest()
            model.text = presence(&dice)
            model.filter = presence(&dice)
            model.sort = presence(&dice)
            if Bool.random(using: &dice) {
                model.from = CalendarDay(daysSince1970: .random(in: -700_000...2_900_000, using: &dice))
            }
            if Bool.random(using: &dice) {
                model.to = CalendarDay(daysSince1970: .random(in: -700_000...2_900_000, using: &dice))
            }
            if Bool.random(using: &dice) { model.page = .random(in: 0...99, using: &dice) }
            let items = try form.queryItems(of: model)
            #expect(try form.request(of: items) == model)
            #expect(try form.request(of: items.shuffled(using: &dice)) == model)
            #expect(try form.queryItems(of: model) == items)
        }
    }

    @Test func `beyond the cap nothing is asked`() throws {
        let provider = provider(try Definitions.nyt.get())
        _ = try provider.request(for: 99, of: july)
        let failure = try #require(throws: SourceFailure.self) { try provider.request(for: 100, of: july) }
        #expect(failure.kind == .badQuery)
        #expect(failure.reason.contains("no more than 1000 results"))
    }

    private func presence(_ dice: inout Dice) -> Presence<String> {
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: .absent
        case 1: .null
        case 2: .value("")
        default: .value(String((0..<5).compactMap { _ in "aé&=+% \"🙂\n".randomElement(using: &dice) }))
        }
    }
}

/// The day of a number such as 20150701.
func day(_ number: Int) -> CalendarDay? {
    CalendarDay(year: number / 10_000, month: number / 100 % 100, day: number % 100)
}

/// The days from one number to another, or those of 1970 where there are none such.
func days(_ from: Int, _ to: Int) -> DayRange {
    guard let from = day(from), let to = day(to), let range = DayRange(from: from, to: to) else {
        return DayRange(last: 1, endingOn: CalendarDay(daysSince1970: 0))
    }
    return range
}
