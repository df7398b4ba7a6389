import Articles
import Chronology
import Configuration
import HTTPExchange
import Providers
import Telemetry
import TestSupport
import Testing

@Suite struct CatalogTests {
    private func complaints(_ text: String) -> [String] { Definitions.catalog(text).complaints }

    /// What is told of the table [providers.nyt] with some lines in it.
    private func complaintsOfNYT(_ lines: String) -> [String] { complaints("[providers.nyt]\n" + lines) }

    @Test(arguments: ProviderCatalog.embedded) func `each embedded definition is without mistake`(_ name: String) throws
    {
        let (catalog, complaints) = Definitions.catalog()
        #expect(complaints == [])
        let entry = try #require(catalog[name])
        #expect(entry.isEmbedded)
        #expect(entry.keySource == nil)
    }

    @Test func `every definition in the folder is embedded`() throws {
        let folder =
            #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Sources/Providers/Definitions"
        #expect(try Files.names(in: folder) == ProviderCatalog.embedded.map { $0 + ".toml" })
    }

    @Test func `the NYT allows what it publishes`() throws {
        let nyt = try Definitions.nyt.get()
        #expect(nyt.limits == SourceLimits(pageSize: 10, cap: 1_000, concurrency: 1, isReversible: true))
        #expect(nyt.budget == RequestLimits(perMinute: 5, perDay: 500, reserveForFresh: 0.1))
        #expect(
            nyt.rates == BudgetRates(perMinute: 5, perDay: 500, reservedPerDay: 50, zone: nyt.timeZone))
        #expect(nyt.timeZone.identifier == "America/New_York")
        #expect(nyt.retry.attempts == 4)
        #expect(nyt.retry.firstWait == .seconds(2))
        #expect(nyt.retry.ceiling == .seconds(60))
        #expect(nyt.url.scheme == .https)
        #expect(nyt.homepage?.hasPrefix("https://developer.nytimes.com/") == true)
        #expect(nyt.terms?.contains("link back") == true)
    }

    @Test func `a configuration overrides single keys and nought is no limit`() throws {
        let nyt = try Definitions.named(
            "nyt",
            """
            [providers.nyt]
            requests_per_minute = 0
            requests_per_day = 50
            reserve_for_fresh = 0.25
            base_url = "http://localhost:8080"
            paging.size = 20
            auth = { in = "header", prefix = "Key " }
            request = { sort = "", extra = "1" }
            article.kind = "document_type"
            """)
        #expect(nyt.budget == RequestLimits(perMinute: nil, perDay: 50, reserveForFresh: 0.25))
        #expect(nyt.budget.reservedPerDay == 13)
        #expect(RequestLimits(perDay: 4).reservedPerDay == 0)
        #expect(nyt.limits == SourceLimits(pageSize: 20, cap: 1_000, concurrency: 1, isReversible: true))
        #expect(nyt.authentication.place == .header("api-key", prefix: "Key "))
        let search = ArticleSearch(text: nil, filter: nil, days: days(20150701, 20150702))
        let query = try nyt.form.queryItems(of: ArticleSearchRequest(search, page: 1, of: nyt)).map(\.encoded)
        #expect(query == ["begin_date=20150701", "end_date=20150702", "page=1", "extra=1"])
        let page = try nyt.read(
            #"{"status":"OK","response":{"meta":{"hits":1},"docs":[{"_id":"a","type_of_material":"x","document_type":"y"}]}}"#
        )
        #expect(page.articles.first?.kind == "y")
    }

    @Test func `the key is named in one of three ways`() throws {
        let source = { (line: String) in Definitions.catalog("[providers.nyt]\n" + line).catalog["nyt"]?.keySource }
        #expect(source(#"api_key_file = "nyt.key""#)?.source == .file("nyt.key"))
        #expect(source(#"api_key_file = "nyt.key""#)?.location.description == "F:2:16")
        #expect(source(#"api_key_env = "NYT_API_KEY""#)?.source == .environment("NYT_API_KEY"))
        #expect(source(#"api_key_credential = "nyt""#)?.source == .credential("nyt"))
        #expect(
            complaintsOfNYT("api_key_env = \"A\"\napi_key_file = \"b\"") == [
                "F:2:15: [providers.nyt] names its key more than once "
                    + "(allowed: one of api_key_file, api_key_env, api_key_credential)"
            ])
    }

    @Test(arguments: ["\"s3cr3t\"", "53", "[\"s3cr3t\"]"])
    func `a key in the configuration is refused without being shown`(_ value: String) {
        let complaints = complaintsOfNYT("api_key = " + value)
        #expect(
            complaints == [
                "F:2:11: providers.nyt.api_key must not stand in the configuration, which others read and which gets "
                    + "copied (allowed: api_key_file, api_key_env, api_key_credential)"
            ])
    }

    @Test(arguments: [
        (
            "requests_per_minut = 5",
            "F:2:1: unknown key providers.nyt.requests_per_minut (nearest: requests_per_minute)"
        ),
        (
            "requests_per_minute = \"5\"",
            "F:2:23: providers.nyt.requests_per_minute is \"5\" (a string), but must be a whole number (for example requests_per_minute = 5)"
        ),
        (
            "base_url = \"http://api.nytimes.com\"",
            "F:2:12: providers.nyt.base_url would send keys in the clear (allowed: https, or a loopback address)"
        ),
        (
            "base_url = \"api.nytimes.com\"",
            "F:2:12: providers.nyt.base_url is no address (for example \"https://api.example.org\")"
        ),
        ("path = \"/a?b=c\"", "F:2:8: providers.nyt.path is no path of an address (for example \"/v2/search\")"),
        (
            "time_zone = \"America/New_Yorck\"",
            "F:2:13: providers.nyt.time_zone is a zone that this machine does not know (for example \"America/New_York\")"
        ),
        ("paging.size = 0", "F:2:15: providers.nyt.paging.size is 0, which is out of range (allowed: 1 to 10000)"),
        (
            "paging.total = \"a..b\"",
            "F:2:16: providers.nyt.paging.total: path \"a..b\", column 3: a key is missing"
        ),
        ("records.text = [\"html\", \"sparkle\"]", "sparkle"),
        (
            "auth.in = \"body\"",
            "F:2:11: providers.nyt.auth.in is \"body\", which is none of its values (allowed: query, header, none)"
        ),
        ("auth.name = \"api key\"", "F:2:13: providers.nyt.auth.name and its prefix make no header or parameter name"),
        (
            "request.q = \"{words}\"",
            "F:2:13: providers.nyt.request.q: template \"{words}\", column 1: there is no placeholder {words} (text, filter, from, to, sort, page, size)"
        ),
        ("request.begin_date = \"{from:yyMMdd}\"", "column 1: there is no date format \"yyMMdd\""),
        (
            "request.begin_date = \"\"",
            "F:2:1: [providers.nyt.request] says nowhere {from}, so every answer would be wrong (add {from:yyyy-MM-dd})"
        ),
        ("request.q = \"{text:yyyy}\"", "F:2:13: providers.nyt.request.q: {text} is no date and takes no format"),
        ("article.headlin = \"headline\"", "F:2:9: unknown key providers.nyt.article.headlin (nearest: headline)"),
        ("article.headline = \"a[\"", "F:2:20: providers.nyt.article.headline: path \"a[\""),
        (
            "article.published_at = { from = \"pub_date\", transforms = [\"date(soon)\"] }",
            "there is no date format \"soon\""
        ),
        ("article.kind = { frm = \"x\" }", "F:2:18: unknown key providers.nyt.article.kind.frm (nearest: from)"),
        ("article.kind = { from = \"x\", transforms = [\"trim(\"] }", "\"trim(\" is no transform"),
        (
            "success.equals = 5",
            "F:2:18: providers.nyt.success.equals is 5 (a whole number), but must be a string (for example equals = \"text\")"
        ),
        (
            "errors = [{ class = \"drift\" }]",
            "F:2:11: [providers.nyt.errors[0]] fits every answer (allowed: a status, a path, or both)"
        ),
        (
            "errors = [{ class = \"drift\", status = 42 }]",
            "F:2:39: providers.nyt.errors[0].status is 42, which is out of range (allowed: 100 to 599)"
        ),
        (
            "errors = [{ class = \"drft\", status = 429 }]",
            "F:2:21: providers.nyt.errors[0].class is \"drft\", which is none of its values (nearest: \"drift\"; allowed: transient, rate_limited, day_spent, bad_key, bad_query, poison_page, drift)"
        ),
        (
            "errors = [{ class = \"drift\", equals = \"x\", status = 400 }]",
            "F:2:11: [providers.nyt.errors[0]] compares a value without saying which (add path = …)"
        ),
        (
            "retry.wait = \"soon\"",
            "F:2:14: providers.nyt.retry.wait is \"soon\" (a string), but must be a duration in ms, s, minutes, h, days or weeks (for example wait = \"15 minutes\")"
        ),
        ("headers = { \"a b\" = \"c\" }", "F:2:21: providers.nyt.headers.\"a b\" makes no header line"),
    ]) func `a mistake in an override is told at its place`(_ line: String, _ expected: String) {
        let complaints = complaintsOfNYT(line)
        #expect(complaints.contains { $0.contains(expected) }, "\(complaints)")
        #expect(complaints.allSatisfy { $0.hasPrefix("F:") }, "\(complaints)")
    }

    @Test func `an unknown provider is told with the nearest`() {
        #expect(
            complaints("[providers.nty]\nrequests_per_minute = 5") == [
                "F:1:12: unknown provider nty (nearest: nyt; one of your own begins with base_url)"
            ])
        #expect(
            complaints("[providers.guardian]\napi_key_env = \"G\"") == [
                "F:1:12: unknown provider guardian (known: nyt; one of your own begins with base_url)"
            ])
        #expect(
            complaints("[providers]\nnyt = 5") == [
                "F:2:7: providers.nyt is 5 (a whole number), but must be a table (for example [providers.nyt])"
            ])
    }

    @Test func `a definition of one's own says what is missing, all at once`() {
        #expect(
            complaints(
                "[providers.own]\nbase_url = \"https://x.org\"\n[providers.own.paging]\nfirst = 1\n[providers.own.article]\nurl = \"u\""
            )
                == [
                    "F:1:1: [providers.own] has no request, which it must have (add request = …)",
                    "F:1:1: [providers.own] has no records, which it must have (add records = …)",
                    "F:3:1: [providers.own.paging] has no size, which it must have (add size = …)",
                    "F:3:1: [providers.own.paging] has no total, which it must have (add total = …)",
                    "F:5:1: providers.own.article.id: it is required, and no field feeds it",
                ].sorted())
    }

    @Test func `a provider of another shape needs no code`() async throws {
        let (catalog, complaints) = Definitions.catalog(SecondProvider.definition)
        #expect(complaints == [])
        #expect(catalog.entries.map(\.definition.name) == ["nyt", "gazette"])
        let entry = try #require(catalog["gazette"])
        #expect(entry.keySource?.source == .environment("GAZETTE_KEY"))
        #expect(entry.definition.limits == SourceLimits(pageSize: 3, cap: nil, concurrency: 3))
        let transport = StubTransport([.success(HTTPResponse(text: SecondProvider.answer))])
        let gazette = Provider(
            entry.definition, key: Secret("k3y"), transport: transport,
            clock: WallClock { Instant(secondsSince1970: 0) })
        let search = ArticleSearch(text: "a b", filter: nil, days: days(20150701, 20150707))
        let page = try await gazette.page(0, of: search)
        #expect(
            transport.requests.map(\.description) == [
                "http://127.0.0.1:9/find?format=json&words=a%20b&when=from%3A2015%2F07%2F01%2Cto%3A2015%2F07%2F07"
                    + "&since=1435708800&p=1&n=3"
            ])
        #expect(transport.requests.first?.headers == [HTTPHeader("Accept", "application/json")])
        #expect(transport.requests.first?.credential?.place == .header("Authorization", prefix: "Bearer "))
        var first = Article(key: ArticleKey(provider: "gazette", id: "news:1"))
        first.headline = "A & B"
        first.publishedAt = PublicationDate("2015-07-04")
        first.authors = ["Ada", "Mary"]
        first.source = "The Gazette"
        first.language = "en"
        var second = Article(key: ArticleKey(provider: "gazette", id: "art:2"))
        second.publishedAt = PublicationDate("1912-01-01")
        second.source = "The Gazette"
        #expect(page.articles == [first, second])
        #expect(page.total == .exactly(5))
        #expect(page.dropped.map(\.path) == ["[1].story"])
        let failure = try entry.definition.failure(#"{"error":{"code":17,"text":"enough"}}"#)
        #expect(failure.kind == .daySpent)
        #expect(
            failure.reason
                == "the provider says \"enough\" (status 200); the next try is at 2015-07-01T01:00:00Z")
    }
}
