import Chronology
import Sandbox
import Telemetry
import TestSupport
import Testing

struct SandboxTests {
    @Test(arguments: SandboxEra.allCases, ["newest", "oldest", "relevance"])
    func `paging covers the corpus exactly once`(era: SandboxEra, sort: String) throws {
        let asked = try Asked {
            $0.era = era
            $0.articles = 47
        }
        defer { asked.sandbox.stop() }
        var ids: [String] = []
        for page in 0..<5 {
            let answer = try asked.page("q=sandbox&sort=\(sort)&page=\(page)")
            #expect(answer.hits == 47)
            #expect(answer.summary?["offset"]?.integer == page * 10)
            #expect(answer.documents.count == (page == 4 ? 7 : 10))
            ids += answer.ids
        }
        #expect(ids.count == 47)
        #expect(Set(ids) == Set(asked.sandbox.corpus.articles.map { $0.id(in: era) }))
        let matching = asked.sandbox.corpus.matching(text: "sandbox").map { $0.id(in: era) }
        if sort == "oldest" { #expect(ids == matching) }
        // The order of those with one instant is nobody's promise.
        let published = Dictionary(
            uniqueKeysWithValues: asked.sandbox.corpus.articles.map { ($0.id(in: era), $0.published) })
        let instants = ids.compactMap { published[$0] }
        if sort == "newest" { #expect(instants == instants.sorted(by: >)) }
        if sort == "relevance" { #expect(instants != instants.sorted(by: >) && instants != instants.sorted()) }
    }

    @Test func `begin and end days are both included`() throws {
        let asked = try Asked { $0.articles = 400 }
        defer { asked.sandbox.stop() }
        let corpus = asked.sandbox.corpus
        let day = try #require(CalendarDay(year: 2015, month: 7, day: 9))
        let next = day.adding(days: 1)
        let both = corpus.articles.filter { [day, next].contains($0.published.utcDay) }
        #expect(both.contains { $0.published.utcDay == day } && both.contains { $0.published.utcDay == next })
        let pages = try (0..<((both.count + 9) / 10)).map {
            try asked.page("begin_date=20150709&end_date=20150710&sort=oldest&page=\($0)")
        }
        #expect(pages.first?.hits == both.count)
        #expect(Set(pages.flatMap(\.ids)) == Set(both.map(\.uri)))
        #expect(pages.flatMap(\.ids) == corpus.matching(from: day, to: next).map(\.uri))
        #expect(try asked.page("end_date=20150709").hits == corpus.matching(to: day).count)
    }

    @Test(arguments: SandboxEra.allCases)
    func `no hits and pages past the end are as the era writes them`(era: SandboxEra) throws {
        let asked = try Asked {
            $0.era = era
            $0.articles = 5
        }
        defer { asked.sandbox.stop() }
        for (query, hits) in [("q=nowhere", 0), ("q=sandbox&page=3", 5)] {
            let page = try asked.page(query)
            #expect(page.status == 200)
            #expect(page.hits == hits)
            #expect(page.response?["docs"]?.isNull == (era == .year2025))
            #expect(page.documents.isEmpty)
        }
    }

    @Test func `an answer says that it is invented and never shows the key`() throws {
        let asked = try Asked { _ in }
        defer { asked.sandbox.stop() }
        let answer = try asked.raw("q=sandbox&api-key=a-secret&page=1")
        #expect(answer.header("x-articlesync-sandbox") == "invented")
        #expect(answer.header("content-type") == "application/json;charset=UTF-8")
        #expect(try JSONValue(answer.body)["copyright"]?.string?.contains("invented") == true)
        let request = try #require(asked.sandbox.requests.first)
        #expect("\(request)" == "/svc/search/v2/articlesearch.json?q=sandbox&page=1 200")
        #expect(request.value("page") == "1")
        #expect(!answer.text.contains("a-secret"))
    }

    @Test func `a key is asked for, and one exact key if told so`() throws {
        let any = try Asked { _ in }
        defer { any.sandbox.stop() }
        let none = try Page(any.raw("q=sandbox"))
        #expect(none.status == 401)
        #expect(none.faultCode == "steps.oauth.v2.FailedToResolveAPIKey")
        #expect(try Page(any.raw("api-key=")).faultCode == "oauth.v2.InvalidApiKey")
        #expect(try Page(any.raw("api-key=x")).status == 200)
        let one = try Asked { $0.key = Secret("right") }
        defer { one.sandbox.stop() }
        #expect(try Page(one.raw("api-key=wrong")).status == 401)
        #expect(try Page(one.raw("api-key=right")).status == 200)
    }

    @Test(arguments: [
        "begin_date=2015-07-01", "begin_date=20150230", "end_date=2015070", "sort=best_of", "page=-1", "page=x",
        "page=100", "fq=section.name:(%22a%22", "fq=%22open", "fq=AND",
    ])
    func `what cannot be understood is a 400 in the API's own form`(query: String) throws {
        let asked = try Asked { _ in }
        defer { asked.sandbox.stop() }
        let page = try asked.page(query)
        #expect(page.status == 400)
        #expect(page.json["status"]?.string == "ERROR")
        #expect(page.errors.count == 1)
    }

    @Test func `pages end at the cap`() throws {
        let asked = try Asked {
            $0.articles = 60
            $0.cap = 30
        }
        defer { asked.sandbox.stop() }
        #expect(try asked.page("page=2").documents.count == 10)
        #expect(try asked.page("page=2").hits == 60)
        #expect(try asked.page("page=3").status == 400)
    }

    @Test func `the newest era admits to no more than ten thousand hits`() throws {
        let asked = try Asked { $0.articles = 10_050 }
        defer { asked.sandbox.stop() }
        #expect(try asked.page("page=0").hits == 10_000)
    }

    @Test func `other paths say where to ask`() throws {
        let asked = try Asked { _ in }
        defer { asked.sandbox.stop() }
        let front = try RawConnection.get("/", port: asked.sandbox.port)
        #expect(front.status == 200)
        #expect(front.text.contains("invented"))
        #expect(try RawConnection.get("/svc", port: asked.sandbox.port).status == 404)
        #expect(
            try RawConnection.get(Asked.target("api-key=k"), port: asked.sandbox.port, method: "POST").status == 405)
    }

    @Test func `words and phrases are looked for in any case`() throws {
        let asked = try Asked { $0.articles = 100 }
        defer { asked.sandbox.stop() }
        let corpus = asked.sandbox.corpus
        let some = corpus.matching(text: "basketball").count
        #expect(some > 0 && some < 100)
        #expect(try asked.page("q=BASKETball").hits == some)
        #expect(try asked.page("q=basketbal").hits == 0)
        #expect(try asked.page("q=%22invented+sandbox+article%22").hits == 100)
        #expect(try asked.page("q=%22article+sandbox+invented%22").hits == 0)
        #expect(try asked.page("q=article+sandbox+invented").hits == 100)
        #expect(try asked.page("q=").hits == 100)
    }
}
