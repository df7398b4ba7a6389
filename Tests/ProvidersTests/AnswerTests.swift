import Articles
import Chronology
import HTTPExchange
import Providers
import TestSupport
import Testing

/// Answers as the NYT gives them, invented and small.
@Suite struct AnswerTests {
    private let nyt: ProviderDefinition

    init() throws { nyt = try Definitions.nyt.get() }

    private func envelope(_ docs: String, hits: String = "2", meta: String = "metadata") -> String {
        #"{"status":"OK","copyright":"(c)","response":{"docs":\#(docs),"\#(meta)":{"hits":\#(hits),"offset":0,"time":3}}}"#
    }

    private func reason(_ body: String, status: Int = 200, page: Int = 0) throws -> String {
        let failure = try nyt.failure(body, status: status, page: page)
        return "\(failure.kind): \(failure.reason)"
    }

    @Test func `004-26 004-27 a document of the first form is an article, and what is not mapped is passed over`()
        throws
    {
        let page = try nyt.read(
            envelope(
                #"""
                [{"web_url":"http://www.nytimes.com/2015/07/04/a.html","lead_paragraph":"He won.","abstract":null,
                "print_page":"D1","source":"The New York Times","pub_date":"2015-07-04T00:00:00Z",
                "document_type":"article","news_desk":"Sports","section_name":"Sports","subsection_name":"Pro Basketball",
                "type_of_material":"News","_id":"5595f5b138f0d86dc8a6f7a2","word_count":"823"}]
                """#, hits: "1", meta: "meta"))
        var article = Article(key: ArticleKey(provider: "nyt", id: "5595f5b138f0d86dc8a6f7a2"))
        article.url = "http://www.nytimes.com/2015/07/04/a.html"
        article.leadParagraph = "He won."
        article.source = "The New York Times"
        article.section = "Sports"
        article.kind = "News"
        article.publishedAt = PublicationDate("2015-07-04T00:00:00Z")
        article.wordCount = 823
        #expect(page.articles == [article])
    }

    @Test func `004-28 004-29 004-31 the records of a good answer become articles in one call`() throws {
        for meta in ["meta", "metadata"] {
            let page = try nyt.read(envelope(#"[{"_id":"a"},{"uri":"nyt://article/b","_id":"b"}]"#, meta: meta))
            #expect(page.total == .exactly(2))
            #expect(page.articles.map(\.key.id) == ["a", "nyt://article/b"])
            #expect(page.articles.map(\.aliases) == [[], ["b"]])
        }
        #expect(try nyt.read(envelope(#"[{"_id":"a"}]"#, hits: #""12""#)).total == .exactly(12))
        #expect(try nyt.read(envelope(#"[{"_id":"a"}]"#, hits: "9999")).total == .exactly(9_999))
        #expect(try nyt.read(envelope(#"[{"_id":"a"}]"#, hits: "10000")).total == .atLeast(10_000))
    }

    @Test func `004-30 null and empty are nothing, whatever kind of value was there before`() throws {
        let page = try nyt.read(
            envelope(
                #"""
                [{"_id":"a","headline":null,"byline":[],"multimedia":[],"keywords":null,"word_count":null,"web_url":"",
                "pub_date":null,"abstract":"","snippet":" ","section_name":null,"type_of_material":"","document_type":"article"},
                {"_id":"b","headline":{"main":"","print_headline":"P"},"byline":{"original":null,"person":null,"organization":"AP"},
                "multimedia":{"default":{"url":"","height":0},"caption":""},"keywords":[],"abstract":null,"snippet":"S &amp; T"}]
                """#))
        var first = Article(key: ArticleKey(provider: "nyt", id: "a"))
        first.kind = "article"
        #expect(page.articles.first == first)
        #expect(page.articles.last?.headline == "P")
        #expect(page.articles.last?.byline == "AP")
        #expect(page.articles.last?.abstract == "S & T")
        #expect(page.articles.last?.imageURL == nil)
    }

    @Test func `each form of images, dates and addresses`() throws {
        let page = try nyt.read(
            envelope(
                #"""
                [{"_id":"a","web_url":"/data/daily/2009/08/11/376388.sgml","pub_date":"2017-03-30T23:25:06+0000",
                "multimedia":[{"subtype":"thumbnail","url":"images/t.jpg"},{"subtype":"xlarge","url":"images/x.jpg"}]},
                {"_id":"b","web_url":"https://www.stg.nytimes.com/2025/1/b.html?x=1","pub_date":"1851-09-18",
                "multimedia":{"default":{"url":"https://static01.nyt.com/images/d.jpg"}}},
                {"_id":"c","multimedia":[{"type":"image","url":"images/i.jpg"}]}]
                """#, hits: "3"))
        #expect(
            page.articles.map(\.url) == [
                "https://www.nytimes.com/data/daily/2009/08/11/376388.sgml",
                "https://www.nytimes.com/2025/1/b.html?x=1", nil,
            ])
        #expect(
            page.articles.map { $0.publishedAt?.description } == ["2017-03-30T23:25:06Z", "1851-09-18", nil])
        #expect(
            page.articles.map(\.imageURL) == ["x", "d", "i"].map { "https://static01.nyt.com/images/\($0).jpg" })
    }

    @Test func `004-24 a date or a count that cannot be read drops its document, and names it`() throws {
        let page = try nyt.read(
            envelope(#"[{"_id":"a","pub_date":"soon"},{"_id":"b"},{"_id":"c","word_count":"many"}]"#, hits: "3"))
        #expect(page.articles.map(\.key.id) == ["b"])
        #expect(page.dropped.map(\.path) == ["response.docs[0].pub_date", "response.docs[2].word_count"])
        #expect(page.dropped.first?.reason.contains("\"soon\"") == true)
    }

    @Test func `keywords and authors are told once each`() throws {
        let page = try nyt.read(
            envelope(
                #"""
                [{"_id":"a","keywords":[{"name":"subject","value":"News"},{"name":"Person","value":"Ada"},
                {"name":"glocations","value":"News"},{"value":""},{"name":"x"}],"byline":{"person":[
                {"firstname":"Ada","middlename":"K.","lastname":"LOVELACE"},{"firstname":"Mary","middlename":null,"lastname":"Somerville"},
                {"firstname":"","lastname":"STAFF"},{"firstname":"Michael"},{"rank":4},{"firstname":"Mary","lastname":"Somerville"}]}}]
                """#, hits: "1"))
        #expect(page.articles.first?.keywords == ["News", "Ada"])
        #expect(page.articles.first?.authors == ["Ada K. LOVELACE", "Mary Somerville", "STAFF"])
    }

    @Test func `004-33 a malformed document is dropped with its place and reason, and the others stay`() throws {
        let page = try nyt.read(
            envelope(
                #"[{"_id":"a"},{"headline":{"main":"x"}},7,{"_id":{},"uri":[]},{"_id":"","uri":" "},{"_id":"b"}]"#,
                hits: "6"))
        #expect(page.articles.map(\.key.id) == ["a", "b"])
        #expect(page.documents == 6)
        #expect(
            page.dropped.map(\.description) == [
                "response.docs[1].uri: id: nothing is there", "response.docs[2]: an object belongs here, not number",
                "response.docs[3].uri: id: nothing is there", "response.docs[4].uri: id: nothing is there",
            ])
    }

    @Test func `004-34 a null among the documents is dropped and told`() throws {
        let page = try nyt.read(envelope(#"[null,{"_id":"a"}]"#))
        #expect(page.articles.map(\.key.id) == ["a"])
        #expect(page.dropped.map(\.path) == ["response.docs[0]"])
    }

    @Test func `the same id twice is returned twice, in order`() throws {
        let page = try nyt.read(envelope(#"[{"_id":"a","word_count":1},{"_id":"a","word_count":2}]"#))
        #expect(page.articles.map(\.wordCount) == [1, 2])
    }

    @Test(arguments: [
        ("", "transient: the body is empty (status 200)"),
        (" \n ", "transient: the body holds white space only (status 200)"),
        ("<html><body>Sorry</body></html>", "transient: the body is not JSON but begins with '<'"),
        ("{\"status\":\"OK\",\"resp", "transient: the body is not JSON"),
        ("{}", "drift: `status` is gone"), ("[]", "drift: `status` is gone"), ("null", "drift: `status` is gone"),
        (#"{"status":"OK"}"#, "drift: `response.metadata.hits` and `response.meta.hits` are gone"),
        (#"{"status":"BUSY","response":{}}"#, "drift: `status` is \"BUSY\", which no good answer says"),
    ]) func `004-32 an answer that is none is a failure and never an empty page`(_ body: String, _ expected: String)
        throws
    {
        #expect(try reason(body).hasPrefix(expected))
    }

    @Test func `004-32 nothing where there should be something is drift`() throws {
        #expect(
            try reason(envelope("null", hits: "5"))
                == "drift: `response.docs` is null, although 5 results are announced")
        #expect(
            try reason(envelope("[]", hits: "25"), page: 2)
                == "drift: `response.docs` is empty on page 2, although 25 results are announced")
        #expect(
            try reason(#"{"status":"OK","response":{"articles":[1],"metadata":{"hits":5,"offset":0,"time":1}}}"#)
                == "drift: `response.docs` is gone, although 5 results are announced; `response.articles` is new")
        #expect(try reason(envelope(#"{"0":{}}"#)) == "drift: `response.docs` is no list but object")
        #expect(try reason(envelope(#""none""#, hits: "0")) == "drift: `response.docs` is no list but string")
        #expect(
            try reason(envelope("[{},{}]"))
                == "drift: none of the 2 documents in `response.docs` can be read: article.id at response.docs[0].uri: "
                + "nothing is there, and it is required")
    }

    @Test func `drift names what is gone and what is new in its place`() throws {
        #expect(
            try reason(#"{"status":"OK","copyright":"","response":{"docs":[{"_id":"a"}],"summary":{"count":1}}}"#)
                == "drift: `response.metadata.hits` and `response.meta.hits` are gone; `response.summary` is new")
        #expect(
            try reason(#"{"status":"OK","response":{"docs":[],"meta":{"offset":0,"time":1,"count":7}}}"#)
                == "drift: `response.metadata.hits` and `response.meta.hits` are gone; `response.meta.count` is new")
        #expect(
            try reason(#"{"status":"OK","result":{"docs":[]},"took":5}"#)
                == "drift: `response.metadata.hits` and `response.meta.hits` are gone; `result` and `took` are new")
        #expect(
            try reason(envelope("[]", hits: "null"))
                == "drift: `response.metadata.hits` is null, and no number of results")
        #expect(
            try reason(envelope("[]", hits: "-1")) == "drift: `response.metadata.hits` is -1, and no number of results")
    }

    @Test func `nothing is right where nothing is announced, and behind the last page`() throws {
        for docs in ["null", "[]"] {
            #expect(try nyt.read(envelope(docs, hits: "0")).documents == 0)
            #expect(try nyt.read(envelope(docs, hits: "20"), page: 2).documents == 0)
            #expect(throws: SourceFailure.self) { try nyt.read(envelope(docs, hits: "21"), page: 2) }
        }
        #expect(try nyt.read(#"{"status":"OK","response":{"metadata":{"hits":0}}}"#).documents == 0)
    }

    @Test func `the five error bodies, each by what it means`() throws {
        let identifier =
            "Rate limit quota violation. Quota limit  exceeded. Identifier : 0b5a3c52-0d9f-4d47-9d0e-6a2f0b1f4f4e"
        let apigee =
            #"{"fault":{"faultstring":"\#(identifier)","detail":{"errorcode":"policies.ratelimit.QuotaViolation"}}}"#
        #expect(
            try reason(apigee, status: 429)
                == "rateLimited: the provider says \"Rate limit quota violation. Quota limit exceeded. Identifier : …\" (status 429); the next try is at 2015-07-01T00:01:00Z"
        )
        let key = #"{"fault":{"faultstring":"Invalid ApiKey","detail":{"errorcode":"oauth.v2.InvalidApiKey"}}}"#
        #expect(try reason(key, status: 401) == "badKey: the provider says \"Invalid ApiKey\" (status 401)")
        let product =
            #"{"fault":{"faultstring":"Invalid API call as no apiproduct match found","detail":{"errorcode":"x"}}}"#
        #expect(try nyt.failure(product, status: 403).kind == .badKey)
        let query = #"{"status":"ERROR","copyright":"(c)","errors":["Invalid fq: (","second"]}"#
        for status in [400, 200] {
            #expect(
                try reason(query, status: status)
                    == "badQuery: the provider says \"Invalid fq: (\" (status \(status))")
        }
        #expect(try nyt.failure(query, status: 400).hint?.contains("quotes and brackets") == true)
        #expect(try nyt.failure(#"{"message":"API rate limit exceeded"}"#, status: 429).kind == .rateLimited)
        #expect(try nyt.failure(#"{"message":"API rate limit exceeded"}"#, status: 403).kind == .rateLimited)
        #expect(
            try nyt.failure(#"{"message":"No API key found in headers or querystring"}"#, status: 401).kind == .badKey)
        let spring = #"{"timestamp":1,"status":500,"error":"Internal Server Error","message":"Failed","path":"/svc"}"#
        #expect(try reason(spring, status: 500) == "poisonPage: the provider says \"Failed\" (status 500)")
        let page = "<html>Forbidden</html>"
        #expect(
            try reason(page, status: 403)
                == "transient: the provider refuses (status 403); a web page came, not from the API but from a gateway "
                + "or proxy")
        let titled = "<html><head><TITLE>503 Service\n Unavailable</TITLE></head>"
        #expect(
            try reason(titled, status: 503)
                == "transient: the provider failed (status 503); not the API but a gateway or proxy says "
                + "\"503 Service Unavailable\"")
        #expect(
            try reason("upstream connect error\u{1B}[2J", status: 503)
                == "transient: the provider failed (status 503); not the API but a gateway or proxy says "
                + "\"upstream connect error[2J\"")
        #expect(try reason(" \n", status: 503) == "transient: the provider failed (status 503); the body is empty")
        #expect(try reason("<p>", status: 503).contains("a web page came"))
        #expect(try nyt.failure(page, status: 500).kind == .transient)
        #expect(try nyt.failure("", status: 504).kind == .transient)
        #expect(try nyt.failure("", status: 529).kind == .transient)
        #expect(try nyt.failure("", status: 429).kind == .rateLimited)
        #expect(try nyt.failure("", status: 404).kind == .badQuery)
        #expect(try nyt.failure("", status: 301).kind == .drift)
    }

    @Test func `what the provider says stands on one line, short and without control characters`() throws {
        let long = #"{"status":"ERROR","errors":["a\n\tb\u0000\u001b[31m \#(String(repeating: "x", count: 5_000))"]}"#
        let reason = try nyt.failure(long, status: 400).reason
        #expect(reason.hasPrefix("the provider says \"a b[31m xxx"))
        #expect(reason.count < 400)
    }

    @Test func `a wait that the provider asks for is handed on`() throws {
        let headers = [HTTPHeader("Retry-After", "90")]
        let failure = try #require(throws: SourceFailure.self) { try nyt.read([], status: 429, headers: headers) }
        #expect(failure.retryAt == Instant(secondsSince1970: 1_435_708_890))
    }

    @Test(arguments: [500, 502, 503, 504, 529])
    func `a wait too long to be slept parks the run until then, whatever the failure, but for a day at most`(
        _ status: Int
    ) throws {
        func failure(_ wait: String) throws -> SourceFailure {
            try #require(throws: SourceFailure.self) {
                try nyt.read([], status: status, headers: [HTTPHeader("Retry-After", wait)])
            }
        }
        let hour = try failure("3600")
        #expect(hour.kind == .rateLimited && hour.retryAt?.description == "2015-07-01T01:00:00Z")
        #expect(hour.reason.hasSuffix("; the next try is at 2015-07-01T01:00:00Z"), "\(hour.reason)")
        for date in ["Wed, 01 Jul 2015 01:00:00 GMT", "Wednesday, 01-Jul-15 01:00:00 GMT", "Wed Jul  1 01:00:00 2015"] {
            #expect(try failure(date).retryAt == hour.retryAt, "\(date)")
        }
        #expect(try failure("99999999999").retryAt?.description == "2015-07-02T00:00:00Z")
        #expect(try failure("300").kind == .transient, "it was slept")
    }

    @Test func `a refusal that names no wait is tried again in the next minute`() throws {
        let failure = try nyt.failure("", status: 429)
        #expect(failure.retryAt?.description == "2015-07-01T00:01:00Z")
    }

    @Test func `what may pass is worth another try and what will not is final`() {
        let reader = AnswerReader(nyt)
        let verdict = { (status: Int, body: String) in reader.verdict(of: .success(HTTPResponse(status, text: body))) }
        #expect(verdict(200, "") == .retry(reason: "transient"))
        #expect(verdict(200, "<html>") == .retry(reason: "transient"))
        #expect(verdict(403, "<html>") == .retry(reason: "transient"))
        #expect(verdict(503, "") == .retry(reason: "transient"))
        #expect(verdict(500, #"{"timestamp":1,"message":"x"}"#) == .retry(reason: "poison_page"))
        #expect(verdict(429, "") == .retry(reason: "rate_limited"))
        #expect(verdict(200, envelope("[]", hits: "0")) == .accept)
        #expect(verdict(200, "{}") == .accept)
        #expect(verdict(401, #"{"fault":{"detail":{"errorcode":"oauth.v2.InvalidApiKey"}}}"#) == .accept)
        #expect(verdict(400, #"{"status":"ERROR"}"#) == .accept)
        #expect(reader.verdict(of: .failure(.cutBody(received: 1, expected: 2))) == .retry(reason: "cut_body"))
        #expect(reader.verdict(of: .failure(.cancelled)) == .accept)
    }
}
