import Articles
import Chronology
import HTTPExchange
import Providers
import Synchronization
import Telemetry
import TestSupport
import Testing

@Suite struct ProviderTests {
    private let search = ArticleSearch(text: "x", filter: nil, days: days(20150701, 20150707))

    private func failure(_ outcome: Result<HTTPResponse, HTTPError>) async throws -> SourceFailure {
        let provider = try provider(StubTransport([outcome]))
        return try await #require(throws: SourceFailure.self) { try await provider.page(3, of: search) }
    }

    private func provider(_ transport: StubTransport, logger: Logger = .silent) throws -> Provider {
        Provider(
            try Definitions.nyt.get(), key: Secret("k3y"), transport: transport,
            clock: WallClock { Instant(secondsSince1970: 100) }, logger: logger)
    }

    @Test func `a page is asked for once and read`() async throws {
        let body = #"{"status":"OK","response":{"metadata":{"hits":31},"docs":[{"uri":"nyt://a"}]}}"#
        let transport = StubTransport([.success(HTTPResponse(text: body))])
        let page = try await provider(transport).page(3, of: search)
        #expect(page.number == 3)
        #expect(page.total == .exactly(31))
        #expect(page.articles.map(\.key.description) == ["nyt:nyt://a"])
        #expect(page.bytes == body.utf8.count)
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [
        (HTTPError.cancelled, SourceFailure.Kind.cancelled), (.timedOut(.idle), .transient),
        (.cannotResolve(host: "h"), .transient), (.cutBody(received: 1, expected: 2), .transient),
        (.tlsFailed(detail: "d"), .transient), (.pinMismatch(host: "h"), .transient),
        (.malformed(detail: "d"), .transient),
        (.other(detail: "d"), .transient), (.redirectRefused(to: "t", reason: "r"), .drift),
        (.tooManyRedirects(limit: 3), .drift), (.bodyTooLarge(limit: 1), .drift), (.insecure(host: "h"), .badKey),
        (.daySpent(until: Instant(secondsSince1970: 5)), .daySpent),
        (.dayReserved(until: Instant(secondsSince1970: 5)), .daySpent), (.noBudget(detail: "d"), .transient),
    ]) func `each failure of an exchange has its meaning`(_ error: HTTPError, _ kind: SourceFailure.Kind) async throws {
        let failure = try await failure(.failure(error))
        #expect(failure.kind == kind)
        #expect(failure.asked == "nyt page 3 of 2015-07-01…2015-07-07")
        if kind == .daySpent { #expect(failure.retryAt == Instant(secondsSince1970: 5)) }
    }

    @Test func `the key is masked in whatever others say`() async throws {
        let echo = try await failure(
            .success(HTTPResponse(400, text: #"{"status":"ERROR","errors":["bad api-key=k3y"]}"#)))
        #expect(echo.reason == "the provider says \"bad api-key=•••\" (status 400)")
        let error = try await failure(.failure(.other(detail: "cannot fetch https://x/?api-key=k3y")))
        #expect(!"\(error)".contains("k3y"))
        #expect("\(error)".contains("•••"))
    }

    @Test func `values that may be left out are logged and lose no article`() async throws {
        let lines = Mutex<[LogEvent]>([])
        let logger = Logger(level: .info, clock: WallClock { Instant(secondsSince1970: 0) }) { event in
            lines.withLock { $0.append(event) }
        }
        let body =
            #"{"status":"OK","response":{"metadata":{"hits":2},"docs":[{"_id":"a","multimedia":{"default":{"url":{"k":1}}}},{"_id":"b","multimedia":{"default":{"url":[{"k":1}]}}}]}}"#
        let page = try await provider(StubTransport([.success(HTTPResponse(text: body))]), logger: logger)
            .page(0, of: search)
        #expect(page.articles.count == 2)
        let said = lines.withLock { $0 }
        #expect(said.map(\.message) == ["values of articles could not be read"])
        #expect(said.first?.fields.first { $0.name == "values" }?.value == "2")
        #expect(
            said.first?.fields.last?.value.hasPrefix("article.image_url at response.docs[0].multimedia.default.url: ")
                == true)
    }

    @Test func `wrapped in retries, what passes is tried again and what does not is not`() async throws {
        let reader = AnswerReader(try Definitions.nyt.get())
        let good = #"{"status":"OK","response":{"metadata":{"hits":0},"docs":null}}"#
        let answers: [Result<HTTPResponse, HTTPError>] = [
            .success(HTTPResponse(text: "<html>")), .success(HTTPResponse(text: "")),
            .success(HTTPResponse(text: good)),
        ]
        let transport = StubTransport(answers)
        let retrying = RetryingTransport(
            wrapping: transport, policy: RetryPolicy(attempts: 4, firstWait: .zero), judge: reader.verdict,
            clock: ContinuousClock(), wallClock: WallClock { Instant(secondsSince1970: 0) }, random: { 1 })
        let provider = Provider(
            reader.definition, key: Secret("k"), transport: retrying, clock: WallClock { Instant(secondsSince1970: 0) })
        #expect(try await provider.page(0, of: search).documents == 0)
        #expect(transport.requests.count == 3)
    }
}

@Suite struct LegacyFilterFieldTests {
    private func warnings(_ filter: String) throws -> [String] {
        try Definitions.nyt.get().legacyFilterFields.warnings(about: filter)
    }

    @Test func `an old field name is told with the new one`() throws {
        #expect(
            try warnings(#"section_name:("Sports") AND persons.contains:"x" OR section_name:y"#) == [
                "the filter's field section_name is an old name that now matches nothing, without an error (use section.name)",
                "the filter's field persons.contains is an old name that now matches nothing, without an error (use timesTag.person.contains)",
            ])
        #expect(try warnings("creative_works:x").first?.hasSuffix("(its new name is not known)") == true)
    }

    @Test(arguments: [
        #"section.name:"Sports""#, #"timesTag.subject:("source:x")"#, #""a \" source:x""#, "", "persons",
        "type:Article",
    ]) func `what is new, quoted or no field is not told`(_ filter: String) throws {
        #expect(try warnings(filter) == [])
    }
}
