internal import HTTPExchange
internal import Testing

@Suite struct HTTPURLTests {
    @Test(arguments: [
        "https://api.nytimes.com", "https://api.nytimes.com/", "http://127.0.0.1:8420/a/b%20c", "https://[::1]:8443/x",
        "https://[2001:db8::1]", "https://host-1_2.example./p;v=1,2/(a)'*!$&+=:@~",
    ])
    func `an address without a query prints as it was read`(text: String) {
        #expect(HTTPURL(text)?.description == text)
    }

    @Test(arguments: [
        "", "https://", "https:///path", "ftp://example.com", "//example.com", "example.com", "https:/example.com",
        "https://user@example.com", "https://user:pass@example.com/", "https://example.com\\@evil.example",
        "https://example.com?x=1", "https://example.com/#top", "https://example.com/a b", "https://example.com/\u{e9}",
        "https://ex\u{e4}mple.com", "https://example.com/%", "https://example.com/%4", "https://example.com/%zz",
        "https://example..com", "https://.example.com", "https://exa%6dple.com", "https://example.com/\r\nHost: evil",
        "https://example.com:", "https://example.com:0", "https://example.com:65536", "https://example.com:+80",
        "https://example.com:8 0", "https://example.com:80:80", "https://example.com:\u{0663}", "https://[::1",
        "https://::1",
        "https://[]", "https://[zz::1]", "https://[::1]x", "https://[::1]:", "https://[::1]]", "https://[example.com]",
        "https://example.com/[x]", "https://example.com/\u{7f}", "https://example.com/\0", " https://example.com",
    ])
    func `what is not a plain http or https address is refused`(text: String) {
        #expect(HTTPURL(text) == nil)
    }

    @Test func `scheme and host are read without regard to case, the path is not`() throws {
        let url = try #require(HTTPURL("HTTPS://API.Example.COM/Path"))
        #expect(url.description == "https://api.example.com/Path")
    }

    @Test func `a port that is the scheme's own makes no other address`() throws {
        #expect(HTTPURL("https://example.com:443/") == HTTPURL("https://example.com/"))
        #expect(HTTPURL("http://example.com:80/") == HTTPURL("http://example.com/"))
        #expect(HTTPURL("http://example.com:443/")?.port == 443)
    }

    @Test(arguments: [
        ("https://api.nytimes.com", "/svc/x.json"), ("https://api.nytimes.com/", "svc/x.json"),
        ("https://api.nytimes.com/", "/svc/x.json"), ("https://api.nytimes.com", "svc/x.json"),
    ])
    func `004-02 a fixed base and a path are joined by one slash`(base: String, path: String) throws {
        #expect(try #require(HTTPURL(base)).appending(path: path).description == "https://api.nytimes.com/svc/x.json")
    }

    @Test func `a path that is added cannot become a query, a host or another line`() throws {
        let base = try #require(HTTPURL("https://example.com/v1"))
        #expect(base.appending(path: "a?b#c d\r\n%zz%41\u{e9}").path == "/v1/a%3Fb%23c%20d%0D%0A%25zz%41%C3%A9")
        #expect(base.appending(path: "@evil.example").host == "example.com")
        #expect(HTTPURL(base.appending(path: "a?b %").description) != nil)
        #expect(base.appending(path: "") == base)
    }

    @Test(arguments: [
        ("http://localhost", true), ("http://LOCALHOST:80", true), ("http://127.0.0.1", true),
        ("http://127.9.9.9", true),
        ("http://[::1]", true), ("http://localhost.example.com", false), ("http://127.0.0.1.example.com", false),
        ("http://128.0.0.1", false), ("http://127.0.0", false), ("http://127.0.0.256", false), ("http://[::2]", false),
    ])
    func `loopback is this machine and nothing that looks like it`(text: String, isLoopback: Bool) throws {
        #expect(try #require(HTTPURL(text)).isLoopback == isLoopback)
    }
}
