import Chronology
import HTTPServer
import Sandbox
import TestSupport
import Testing

struct FaultTests {
    private func asked(_ rules: String...) throws -> Asked {
        let rules = try rules.map { try SandboxFaultRule($0) }
        return try Asked {
            $0.articles = 25
            $0.faults = rules
        }
    }

    @Test func `a fault can be limited to one window and one page of it`() throws {
        let asked = try asked("503:always@1/2015-07-08..2015-07-14", "500:1/2015-07-01..2015-07-07")
        defer { asked.sandbox.stop() }
        func status(_ days: String, _ page: Int) throws -> Int {
            try asked.raw("api-key=k&page=\(page)" + days).status
        }
        let window = "&begin_date=20150708&end_date=20150714"
        #expect(try (0..<3).map { try status(window, $0) } == [200, 503, 200])
        #expect(try status(window, 1) == 503)
        // A part of the window is hit, what reaches out of it is not.
        #expect(try status("&begin_date=20150709&end_date=20150710", 1) == 503)
        #expect(try status("&begin_date=20150708&end_date=20150715", 1) == 200)
        #expect(try status("&begin_date=20150708", 1) == 200)
        #expect(try status("", 1) == 200)
        #expect(try status("&begin_date=20150701&end_date=20150707", 2) == 500)
        #expect(try status("&begin_date=20150701&end_date=20150707", 2) == 200)
    }

    @Test(arguments: ["500:1/2015-07-01..2015-07-31", "slow=5:always@2/2015-07-01..2015-07-01", "429:3@0"])
    func `a rule is written as it is read`(text: String) throws {
        #expect(try "\(SandboxFaultRule(text))" == text)
    }

    @Test(arguments: [
        "500:1/", "500:1/2015-07-01", "500:1/2015-07-02..2015-07-01", "500:1/2015-07-01...2015-07-02",
        "500:1/2015-02-29..2015-07-01", "500:1/2015-07-01..2015-07-02@1",
    ])
    func `days that are none are refused`(text: String) {
        #expect(throws: SandboxFaultRuleError.self) { try SandboxFaultRule(text) }
    }

    /// Fails once with a rule, and shows that the next request is well.
    private func once(
        _ kind: String, _ query: String = "sort=oldest", _ check: (RawConnection.Answer, Asked) throws -> Void
    ) throws {
        let asked = try asked(kind + ":1")
        defer { asked.sandbox.stop() }
        try check(asked.raw(query + "&api-key=k"), asked)
        let next = try asked.page(query)
        #expect(next.status == 200)
        #expect(next.documents.count == 10)
        #expect(next.hits == 25)
    }

    @Test(arguments: [
        ("500", 500, "\"exception\":\"org.springframework"), ("503", 503, "\"fault\""), ("504", 504, "\"fault\""),
        ("html", 200, "<!DOCTYPE html>"), ("403-html", 403, "<!DOCTYPE html>"),
        ("bad-key", 401, "oauth.v2.InvalidApiKey"), ("missing-key", 401, "steps.oauth.v2.FailedToResolveAPIKey"),
        ("429", 429, "policies.ratelimit.QuotaViolation"), ("message", 401, "{\"message\":"),
        ("message=403", 403, "{\"message\":"), ("status-error", 200, "\"status\":\"ERROR\""),
    ])
    func `a fault has its status and its body`(kind: String, status: Int, body: String) throws {
        try once(kind) { answer, _ in
            #expect(answer.status == status)
            #expect(answer.text.contains(body))
            #expect(answer.header("x-articlesync-sandbox") == "invented")
        }
    }

    @Test func `empty and blank bodies are whole for HTTP`() throws {
        try once("empty") { answer, _ in #expect(answer.status == 200 && answer.body.isEmpty && !answer.isCut) }
        try once("blank") { answer, _ in #expect(answer.status == 200 && answer.text == " " && !answer.isCut) }
    }

    @Test(arguments: ["invalid-json", "truncated-json"])
    func `a body that is no JSON is whole for HTTP`(kind: String) throws {
        try once(kind) { answer, _ in
            #expect(answer.status == 200 && !answer.isCut && answer.body.count > 40)
            #expect(throws: TestFailure.self) { try JSONValue(answer.body) }
        }
    }

    @Test func `shapes are broken where they are asked to be`() throws {
        try once("docs-null") { answer, _ in
            let page = try Page(answer)
            #expect(page.response?["docs"]?.isNull == true && page.hits == 25)
        }
        try once("no-response") { answer, _ in
            let page = try Page(answer)
            #expect(page.response == nil && page.json["status"]?.string == "OK")
        }
        try once("no-total") { answer, _ in
            let page = try Page(answer)
            #expect(page.hits == nil && page.documents.count == 10 && page.summary?["offset"]?.integer == 0)
        }
        try once("renamed-envelope") { answer, _ in
            let page = try Page(answer)
            #expect(page.summary == nil && page.documents.count == 10)
            #expect(page.response?["summary"]?["found"]?.integer == 25)
        }
    }

    @Test func `one document of a page is broken and the others are well`() throws {
        try once("null-element") { answer, asked in
            let page = try Page(answer)
            #expect(page.documents.count == 10 && page.documents[0].isNull)
            #expect(page.ids == asked.sandbox.corpus.matching()[1..<10].map(\.uri))
        }
        try once("wrong-type") { answer, asked in
            let page = try Page(answer)
            #expect(page.ids == asked.sandbox.corpus.matching()[0..<10].map(\.uri))
            #expect(page.documents[0]["word_count"]?["about"]?.string == "many")
            #expect(Instant(iso8601: page.documents[0]["pub_date"]?.string ?? "") == nil)
            #expect(page.documents[1]["word_count"]?.integer != nil)
        }
        try once("duplicate") { answer, asked in
            let ids = asked.sandbox.corpus.matching().map(\.uri)
            let found = try Page(answer).ids
            #expect(found == [ids[0]] + ids[0..<9])
        }
    }

    @Test func `a drifting total grows by one each time`() throws {
        let asked = try asked("drifting-total:always")
        defer { asked.sandbox.stop() }
        let totals = try (0..<3).map { try asked.page("page=\($0)").hits }
        #expect(totals == [26, 27, 28])
    }

    @Test func `Retry-After is there, and only then`() throws {
        try once("429") { answer, _ in #expect(answer.header("retry-after") == nil) }
        try once("429-retry-after") { answer, _ in
            #expect(answer.status == 429 && answer.header("retry-after") == "1")
        }
        try once("429-retry-after=7") { answer, _ in #expect(answer.header("retry-after") == "7") }
    }

    @Test func `redirects lead back or away, without the key where they lead away`() throws {
        try once("redirect-loop") { answer, _ in
            #expect(answer.status == 302)
            #expect(answer.header("location") == Asked.target("sort=oldest&api-key=k"))
        }
        try once("redirect-away") { answer, _ in
            #expect(answer.status == 302)
            #expect(answer.header("location") == "https://elsewhere.invalid/svc/search/v2/articlesearch.json")
        }
    }

    @Test func `a cut body ends in its middle`() throws {
        try once("cut") { answer, asked in
            #expect(answer.status == 200 && answer.isCut)
            let length = try #require(answer.header("content-length").flatMap { Int($0) })
            #expect(answer.body.count == length / 2)
            let whole = try asked.raw("sort=oldest&api-key=k").body
            #expect(answer.body == Array(whole.prefix(length / 2)))
        }
    }

    @Test func `a connection that is hung up has no answer`() throws {
        let asked = try asked("hang-up:1")
        defer { asked.sandbox.stop() }
        #expect(throws: TestFailure.self) { try asked.raw("api-key=k") }
        #expect(try asked.page("page=0").status == 200)
        #expect(asked.sandbox.requests.map(\.status) == [nil, 200])
        #expect(asked.sandbox.requests.map(\.fault) == [.hangUp, nil])
    }

    @Test(arguments: ["stall", "stall-body"])
    func `a stall holds nobody else up and ends when the sandbox stops`(kind: String) throws {
        let asked = try asked(kind + ":1")
        let connection = try RawConnection(port: asked.sandbox.port)
        try connection.send("GET \(Asked.target("api-key=k")) HTTP/1.1\r\nHost: x\r\n\r\n")
        if kind == "stall-body" {
            while connection.pending.count < 10_000 { #expect(try connection.receive()) }
        } else {
            while asked.sandbox.requests.isEmpty { #expect(connection.isSilent(for: 1)) }
        }
        #expect(connection.isSilent(for: 50))
        #expect(try asked.page("page=1").status == 200)
        asked.sandbox.stop()
        while try connection.receive() {}
        #expect(connection.pending.isEmpty == (kind == "stall"))
    }

    @Test func `a slow answer takes its time and nobody else's`() throws {
        let asked = try asked("slow=300:1")
        defer { asked.sandbox.stop() }
        let began = ContinuousClock.now
        let connection = try RawConnection(port: asked.sandbox.port)
        try connection.send("GET \(Asked.target("api-key=k")) HTTP/1.1\r\nHost: x\r\n\r\n")
        while asked.sandbox.requests.isEmpty { #expect(connection.isSilent(for: 1)) }
        #expect(try asked.page("page=1").status == 200)
        #expect(connection.pending.isEmpty)
        #expect(try connection.answer().status == 200)
        #expect(began.duration(to: .now) >= .milliseconds(300))
    }

    @Test func `a gzip bomb is small on the wire and says what it becomes`() throws {
        try once("gzip-bomb") { answer, _ in
            #expect(answer.header("content-encoding") == "gzip")
            #expect(answer.body.count == 1_040_481)
            #expect(answer.body.prefix(3) == [0x1f, 0x8b, 8])
            // The last four bytes are the length, 1 GiB.
            #expect(answer.body.suffix(4) == [0, 0, 0, 0x40])
        }
    }

    @Test func `a rule counts, waits for its page and lets the next one follow`() throws {
        let asked = try asked("500:2", "503:1@1", "429:1")
        defer { asked.sandbox.stop() }
        let statuses = try [0, 1, 0, 0, 1, 1].map { try asked.page("page=\($0)").status }
        #expect(statuses == [500, 500, 429, 200, 503, 200])
    }

    @Test func `a rule that is always met is met for its page only`() throws {
        let asked = try asked("503:always@1")
        defer { asked.sandbox.stop() }
        let statuses = try [1, 0, 1, 2, 1].map { try asked.page("page=\($0)").status }
        #expect(statuses == [503, 200, 503, 200, 503])
    }

    @Test func `every kind answers in every era and on an empty page`() throws {
        for era in SandboxEra.allCases {
            for fault in SandboxFault.allCases where ![.stall, .stallBody, .slow, .hangUp].contains(fault) {
                let asked = try Asked {
                    $0.era = era
                    $0.articles = 3
                    $0.faults = [SandboxFaultRule(fault)]
                }
                defer { asked.sandbox.stop() }
                for query in ["q=sandbox", "q=nowhere", "page=999"] {
                    #expect(try asked.raw(query + "&api-key=k").status >= 200, "\(fault) \(query)")
                    #expect(asked.sandbox.requests.last?.fault == fault)
                }
            }
        }
    }

    @Test func `every kind has a name of its own and one line about it`() {
        #expect(Set(SandboxFault.allCases.map(\.summary)).count == SandboxFault.allCases.count)
        for fault in SandboxFault.allCases {
            #expect(!fault.summary.isEmpty && !fault.summary.contains("\n"))
            #expect(throws: Never.self) { try SandboxFaultRule(fault.rawValue + ":1") }
        }
    }

    @Test(arguments: ["500:2", "503:always", "cut:1@3", "slow=300:always@0", "message=403:1", "429-retry-after=30:2"])
    func `a rule reads as it is written`(text: String) throws {
        #expect("\(try SandboxFaultRule(text))" == text)
    }

    @Test(arguments: [
        "500", "500:", "500:0", "500:-1", "500:x", "500:1@", "500:1@x", "500=3:1", "message=200:1", "slow=:1",
        "slow=x:1",
        ":1", "nonsense:1", "", "500:1:2", "500:99999999999999999999",
    ])
    func `what is no rule is refused with what is allowed`(text: String) {
        let error = #expect(throws: SandboxFaultRuleError.self) { try SandboxFaultRule(text) }
        #expect("\(error.map { "\($0)" } ?? "")".count > 20)
    }
}
