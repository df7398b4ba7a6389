internal import Mapping
internal import Testing

@Suite struct URLTransformerTests {
    private static let base = AbsoluteURL("https://www.nytimes.com/2015/07/page.html?q=1#top")

    @Test(arguments: [
        ("https://a.org/x?y#z", "https://a.org/x?y#z"), ("HTTP://A.org", "http://A.org"),
        ("//b.org/c", "https://b.org/c"),
        ("/data/daily/2009/08/11/376388.sgml", "https://www.nytimes.com/data/daily/2009/08/11/376388.sgml"),
        ("images/x.jpg", "https://www.nytimes.com/2015/07/images/x.jpg"),
        ("?p=2", "https://www.nytimes.com/2015/07/page.html?p=2"),
        ("#end", "https://www.nytimes.com/2015/07/page.html?q=1#end"), ("../06/a", "https://www.nytimes.com/2015/06/a"),
        ("./a/./b", "https://www.nytimes.com/2015/07/a/b"), ("/a/b/../../../c", "https://www.nytimes.com/c"),
        ("/a/..", "https://www.nytimes.com/"),
        ("/a?x=../y", "https://www.nytimes.com/a?x=../y"), (" https://a.org/x \n", "https://a.org/x"),
        ("https://en.wikipedia.org/wiki/Ål", "https://en.wikipedia.org/wiki/Ål"),
        ("/gst/full.html?res=9A&x:y", "https://www.nytimes.com/gst/full.html?res=9A&x:y"),
        ("https://user@a.org:8080/", "https://user@a.org:8080/"), ("https://[::1]:80/x", "https://[::1]:80/x"),
    ])
    func `a reference becomes absolute`(reference: String, expected: String) throws {
        let base = try #require(Self.base)
        #expect(try Transformer.absoluteURL(base: base).forward(reference) == expected)
    }

    @Test(arguments: [
        "", "javascript:alert(1)", "mailto:a@b.org", "data:text/html,x", "https://", "https:///path", "https://.org",
        "https://a..org",
        "https://:80/", "//", "//?x", "not a url", "https://a.org/a b", "https://a.org/\u{1}", "https://a.org/<b>",
        "ftp://a.org/x", "https://@/x",
    ])
    func `what cannot be a URL is an error`(junk: String) throws {
        let base = try #require(Self.base)
        #expect(throws: TransformFailure.self) { try Transformer.absoluteURL(base: base).forward(junk) }
    }

    @Test func `without a base a relative reference is an error`() throws {
        #expect(throws: TransformFailure.self) { try Transformer.absoluteURL(base: nil).forward("/a") }
        #expect(try Transformer.absoluteURL(base: nil).forward("http://a.org/b") == "http://a.org/b")
    }

    @Test func `what is absolute stays what it is, however often`() throws {
        let base = try #require(Self.base)
        let transformer = Transformer.absoluteURL(base: base)
        for reference in ["/a/../b", "x/y", "//c.org", "https://d.org/e?f"] {
            let once = try transformer.forward(reference)
            #expect(try transformer.forward(once) == once)
        }
    }

    @Test func `only the host is rewritten`() throws {
        let live = Transformer.rewritingHost("WWW.stg.nytimes.com", to: "www.nytimes.com")
        #expect(
            try live.forward("https://www.stg.nytimes.com/a?u=www.stg.nytimes.com")
                == "https://www.nytimes.com/a?u=www.stg.nytimes.com")
        #expect(try live.forward("http://u@www.stg.nytimes.com:81") == "http://u@www.nytimes.com:81")
        for other in [
            "https://www.stg.nytimes.com.evil.org/", "https://x.www.stg.nytimes.com/", "/www.stg.nytimes.com", "junk",
        ] {
            #expect(try live.forward(other) == other)
        }
    }
}
