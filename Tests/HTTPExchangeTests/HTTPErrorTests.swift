internal import Chronology
internal import HTTPExchange
internal import Telemetry
internal import Testing

@Suite struct HTTPErrorTests {
    private static let all: [HTTPError] =
        [
            .cannotResolve(host: "h"), .cannotConnect(host: "h", detail: "d"), .cutBody(received: 1, expected: 2),
            .bodyTooLarge(limit: 1), .redirectRefused(to: "t", reason: "r"), .tooManyRedirects(limit: 3),
            .tlsFailed(detail: "d"), .pinMismatch(host: "h"), .insecure(host: "h"), .malformed(detail: "d"),
            .daySpent(until: nil), .dayReserved(until: nil), .noBudget(detail: "d"), .cancelled, .other(detail: "d"),
        ] + HTTPError.Phase.allCases.map { .timedOut($0) }

    @Test func `every error has a reason of its own that fits a metric's label`() {
        #expect(Set(Self.all.map(\.reason)).count == Self.all.count)
        for error in Self.all {
            #expect(error.reason.utf8.allSatisfy { (0x61...0x7a).contains($0) || $0 == 0x5f })
        }
    }

    @Test func `networks that fail in passing are transient; keys, sizes and certificates are not`() {
        let transient = Self.all.filter(\.isTransient).map(\.reason)
        #expect(
            Set(transient) == [
                "resolve", "connect", "cut_body", "malformed", "timeout_connect", "timeout_answer", "timeout_idle",
                "timeout_whole",
            ])
    }

    @Test func `a request without a connection cannot have been counted by the server`() {
        let unreached = Self.all.filter { !$0.mayHaveReachedServer }.map(\.reason)
        #expect(
            Set(unreached) == [
                "resolve", "connect", "timeout_connect", "tls", "pin_mismatch", "insecure", "day_spent", "day_reserved",
                "no_budget",
            ])
    }

    @Test func `an error says what was tried, why it failed and what to do next`() {
        #expect(
            "\(HTTPError.cannotConnect(host: "api.example.com", detail: "Connection refused"))"
                == "cannot connect to api.example.com: Connection refused; check that it is reachable from here, or the proxy"
        )
        #expect("\(HTTPError.cutBody(received: 3, expected: 10))".contains("3 bytes of 10"))
        #expect(
            "\(HTTPError.daySpent(until: Instant(secondsSince1970: 0)))".hasSuffix("it goes on at 1970-01-01T00:00:00Z")
        )
        let reserved = "\(HTTPError.dayReserved(until: Instant(secondsSince1970: 0)))"
        #expect(reserved.contains("kept for fresh days (reserve_for_fresh)"))
        #expect(reserved.hasSuffix("the backfill goes on at 1970-01-01T00:00:00Z"))
    }

    @Test func `004-54 a secret is masked in whatever a library says, plain or percent-encoded`() {
        let redaction = Redaction([Secret("s3/cret"), Secret("")])
        #expect(redaction.mask("a s3/cret b s3%2Fcret s3/cret") == "a ••• b ••• •••")
        #expect(redaction.mask("s3%2fcret") == "•••")
        #expect(redaction.mask("s3/cret\u{301}") == "•••\u{301}")
        let detail = "GET /?api-key=s3%2Fcret failed"
        for error: HTTPError in [
            .cannotConnect(host: "h", detail: detail), .redirectRefused(to: detail, reason: "no"),
            .redirectRefused(to: "x", reason: detail), .tlsFailed(detail: detail), .malformed(detail: detail),
            .other(detail: detail), .noBudget(detail: detail),
        ] {
            #expect("\(error)".contains("s3%2Fcret"))
            #expect(!"\(error.redacted(by: redaction))".contains("cret"), "\(error)")
        }
    }

    @Test func `004-54 a kept answer has no key, and all of its words where a key is a letter`() {
        let answer = Array(#"{"q": "0123-abc", "headline": "The New Yorker keeps k"}"#.utf8)
        func kept(_ keys: String...) -> String {
            String(decoding: Redaction(keys.map { Secret($0) }).mask(answer: answer), as: UTF8.self)
        }
        #expect(kept("k", "York", "") == String(decoding: answer, as: UTF8.self))
        #expect(kept("0123-abc") == #"{"q": "•••", "headline": "The New Yorker keeps k"}"#)
        // What a person reads has no key of any length.
        #expect(Redaction([Secret("k")]).mask("GET /?api-key=k") == "GET /?api-•••ey=•••")
    }
}
