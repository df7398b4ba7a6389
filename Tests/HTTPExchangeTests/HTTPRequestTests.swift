internal import HTTPExchange
internal import Telemetry
internal import TestSupport
internal import Testing

@Suite struct HTTPRequestTests {
    private let key = "k&y/1 2"

    private func request(_ place: HTTPRequest.Credential.Place = .query("api-key")) throws -> HTTPRequest {
        let base = try #require(HTTPURL("https://api.nytimes.com"))
        return HTTPRequest(
            url: base.appending(path: "/svc/search/v2/articlesearch.json"),
            query: [
                QueryItem("q", "basketball"), QueryItem("begin_date", "20150701"), QueryItem("end_date", "20150707"),
            ], headers: [HTTPHeader("Accept", "application/json")],
            credential: HTTPRequest.Credential(place: place, key: Secret(key)))
    }

    @Test func `004-05 parameters travel in the query string, in their order`() throws {
        var request = try request()
        request.credential = nil
        #expect(
            request.withRevealedURL { $0 }
                == "https://api.nytimes.com/svc/search/v2/articlesearch.json?q=basketball&begin_date=20150701&end_date=20150707"
        )
    }

    @Test func `004-07 004-08 the key is added to the endpoint at the last moment, encoded`() throws {
        let url = try request().withRevealedURL { $0 }
        #expect(url.hasPrefix("https://api.nytimes.com/svc/search/v2/articlesearch.json?"))
        #expect(url.hasSuffix("&api-key=k%26y%2F1%202"))
    }

    @Test func `a key may travel in a header, after a prefix`() throws {
        let request = try request(.header("Authorization", prefix: "Bearer "))
        #expect(request.withRevealedHeaders { $0 }.last == HTTPHeader("Authorization", "Bearer " + key))
        #expect(!request.withRevealedURL { $0 }.contains("k%26y"))
        #expect(try self.request().withRevealedHeaders { $0 }.count == 1)
    }

    @Test func `004-54 however a request is printed, the key is masked`() throws {
        for request in [try request(), try request(.header("X-Key", prefix: ""))] {
            var dumped = ""
            dump(request, to: &dumped)
            for text in [
                "\(request)", String(reflecting: request), dumped, "\([request])", "\(Optional(request) as Any)",
            ] {
                #expect(!text.contains(key) && !text.contains("k%26y"), "\(text)")
            }
        }
        #expect(try "\(request())".hasSuffix("&api-key=•••"))
    }

    @Test func `percent encoding can be undone for every character`() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let text = String(
                String.UnicodeScalarView(
                    (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                        UnicodeScalar(UInt32.random(in: 0...(Bool.random() ? 0x7f : 0x1ffff), using: &random))
                    }))
            let encoded = QueryItem("", text).encoded.dropFirst()
            #expect(decoded(encoded) == Array(text.utf8))
            #expect(
                encoded.utf8.allSatisfy {
                    "%-._~".utf8.contains($0) || UnicodeScalar($0).properties.isAlphabetic || (0x30...0x39).contains($0)
                })
        }
    }

    @Test func `an item without a value is a bare name, one with an empty value is not`() {
        #expect(QueryItem("flag", nil).encoded == "flag")
        #expect(QueryItem("flag", "").encoded == "flag=")
        #expect(QueryItem("a b", "c=d&e+f").encoded == "a%20b=c%3Dd%26e%2Bf")
    }

    @Test(arguments: [
        (HTTPHeader("Accept", "application/json"), true), (HTTPHeader("X-Key", "a\tb \u{e9}"), true),
        (HTTPHeader("X-Key", "a\r\nHost: evil"), false), (HTTPHeader("X-Key", "a\nb"), false),
        (HTTPHeader("X-Key", "a\0b"), false), (HTTPHeader("X Key", "a"), false), (HTTPHeader("X:Key", "a"), false),
        (HTTPHeader("", "a"), false), (HTTPHeader("X\r\nY", "a"), false),
    ])
    func `a header that would begin another line is not well-formed`(header: HTTPHeader, isWellFormed: Bool) {
        #expect(header.isWellFormed == isWellFormed)
    }

    @Test func `a header of an answer is found without regard to case, the first of several`() {
        let response = HTTPResponse(
            text: "", headers: [HTTPHeader("RETRY-after", "1"), HTTPHeader("Retry-After", "2")])
        #expect(response.header("retry-After") == "1")
        #expect(response.header("Retry") == nil)
    }

    private func decoded(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
