internal import Chronology
internal import HTTPExchange
internal import TestSupport
internal import Testing

@Suite struct RetryAfterTests {
    private let now = Instant(secondsSince1970: 784_111_777)

    private func asked(_ text: String) -> Duration? {
        HTTPResponse(429, text: "", headers: [HTTPHeader("Retry-After", text)]).retryAfter(now: now)
    }

    @Test func `an HTTP date of the one form that may be sent is read`() {
        #expect(Instant(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT", now: now) == now)
        #expect(Instant(httpDate: "Thu, 01 Jan 1970 00:00:00 GMT", now: now) == Instant(secondsSince1970: 0))
        #expect(Instant(httpDate: "Tue, 29 Feb 2028 23:59:59 GMT", now: now)?.description == "2028-02-29T23:59:59Z")
        #expect(Instant(httpDate: "Wed, 31 Dec 1969 23:59:59 GMT", now: now) == Instant(secondsSince1970: -1))
    }

    @Test(arguments: [
        "", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Mon, 06 Nov 1994 08:49:37 GMT",
        "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Monday, 06-Nov-94 08:49:37 GMT",
        "Sunday, 6-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37", "Someday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov 6 08:49:37 1994", "Sun Nov  06 08:49:37 1994", "Mon Nov  6 08:49:37 1994", "Sun Nov  6 08:49:37 94",
        "Sun Nov  6 08:49:37 1994 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Wed, 30 Feb 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 06 Nov 1994 08-49-37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:3\u{0667} GMT",
    ])
    func `anything else is not a date`(text: String) {
        #expect(Instant(httpDate: text, now: now) == nil)
    }

    @Test func `the two obsolete forms of a date are read`() throws {
        #expect(Instant(httpDate: "Sunday, 06-Nov-94 08:49:37 GMT", now: now) == now)
        #expect(Instant(httpDate: "Sun Nov  6 08:49:37 1994", now: now) == now)
        #expect(Instant(httpDate: "Wed Nov 16 08:49:37 1994", now: now) == now.adding(.seconds(10 * 86_400)))
        // Two digits mean the year that is no more than 50 years ahead.
        let later = try #require(Instant(iso8601: "2026-12-01T03:00:00Z"))
        func year(_ day: String) -> String? {
            Instant(httpDate: "\(day) 00:00:00 GMT", now: later).map { String($0.description.prefix(4)) }
        }
        #expect(year("Friday, 01-Jan-27") == "2027" && year("Saturday, 01-Jan-77") == "1977")
        #expect(asked("Sunday, 06-Nov-94 08:50:37 GMT") == .seconds(60))
        #expect(asked("Sun Nov  6 08:50:37 1994") == .seconds(60))
    }

    @Test func `a wait may be asked for in seconds or as a date`() {
        #expect(asked("120") == .seconds(120))
        #expect(asked("0") == .zero)
        #expect(asked("Sun, 06 Nov 1994 08:50:37 GMT") == .seconds(60))
        #expect(asked("Sun, 06 Nov 1994 08:49:00 GMT") == .zero)
        #expect(asked("99999999999999999999") == .seconds(Int32.max))
    }

    @Test(arguments: ["", "-1", "1.5", "soon", "+3", "1 2"])
    func `what is neither asks for nothing`(text: String) {
        #expect(asked(text) == nil)
        #expect(HTTPResponse(429, text: "").retryAfter(now: now) == nil)
    }
}
