import Articles
import Chronology
import HTTPExchange
import Providers
import Telemetry
import TestSupport
import Testing

/// A provider whose answers are told one after another, and what its sentinel says of each.
struct WatchedProvider {
    let sentinel: ShapeSentinel
    private let definition: ProviderDefinition

    init(kept: String? = nil) throws {
        sentinel = ShapeSentinel(kept: kept)
        definition = try Definitions.nyt.get()
    }

    func page(_ body: [UInt8], status: Int = 200) async throws -> ArticlePage {
        let provider = Provider(
            definition, key: Secret("k3y"),
            transport: StubTransport([.success(HTTPResponse(status: status, body: body))]),
            clock: WallClock { Instant(secondsSince1970: 100) }, sentinel: sentinel)
        return try await provider.page(0, of: ArticleSearch(text: "x", filter: nil, days: days(20150701, 20150707)))
    }

    func notices(_ body: String) async throws -> [String] { try await page(Array(body.utf8)).notices }

    /// Shows some answers, and returns what was said of the last.
    func notices(_ bodies: String...) async throws -> [String] {
        var last: [String] = []
        for body in bodies { last = try await notices(body) }
        return last
    }

    func failure(_ body: String) async throws -> SourceFailure {
        try await #require(throws: SourceFailure.self) { try await page(Array(body.utf8)) }
    }
}

@Suite struct ShapeSentinelTests {
    private func answer(
        _ docs: String = #"{"_id":"a","headline":{"main":"m"},"word_count":1}"#, meta: String = "metadata",
        hits: String = #""hits":1,"offset":0,"time":1"#, more: String = ""
    ) -> String {
        #"{"status":"OK"\#(more),"response":{"docs":[\#(docs)],"\#(meta)":{\#(hits)}}}"#
    }

    /// The same document ten times under ten ids.
    private func ten(_ document: String) -> String {
        (0..<10).map { document.split(separator: #""a""#).joined(separator: "\"a\($0)\"") }.joined(separator: ",")
    }

    @Test func `the first answer teaches silently, and more of the same says nothing`() async throws {
        let watched = try WatchedProvider()
        for _ in 0..<5 { #expect(try await watched.notices(answer()) == []) }
    }

    @Test func `what moved is one sentence with both paths, told once`() async throws {
        let watched = try WatchedProvider()
        let moved = try await watched.notices(answer(meta: "meta"), answer())
        #expect(
            moved == ["`response.meta.hits` is gone; `response.metadata.hits` is new (likewise `offset` and `time`)"])
        #expect(try await watched.notices(answer(), answer(meta: "meta"), answer()) == [])
    }

    @Test func `what was renamed where it stands is one sentence`() async throws {
        let watched = try WatchedProvider()
        let renamed = try await watched.notices(answer(more: #","copyright":"c""#), answer(more: #","legal":"c""#))
        #expect(renamed == ["`copyright` is gone; `legal` is new"])
    }

    @Test func `a key that is gone is named by its path`() async throws {
        let watched = try WatchedProvider()
        #expect(try await watched.notices(answer(more: #","copyright":"c""#), answer()) == ["`copyright` is gone"])
        let other = try WatchedProvider()
        let gone = answer(#"{"_id":"a","headline":{}},{"_id":"b","headline":{}}"#)
        let page = answer(ten(#"{"_id":"a","headline":{"main":"m"},"word_count":1}"#))
        #expect(
            try await other.notices(page, page, page, gone)
                == [
                    "`response.docs[*].word_count` is gone", "`response.docs[*].headline.main` is gone",
                ].sorted())
    }

    @Test func `a key that is new is named by its path, and those beside it with it`() async throws {
        let watched = try WatchedProvider()
        let page = answer(ten(#"{"_id":"a","headline":{"main":"m"},"word_count":1}"#))
        let new = answer(#"{"_id":"a","headline":{"main":"m"},"word_count":1,"tags":[],"topic":"t","free":true}"#)
        #expect(
            try await watched.notices(page, page, page, new)
                == ["`response.docs[*].free` is new, and so are `tags` and `topic` beside it"])
        #expect(try await watched.notices(answer(more: #","took":1"#)) == ["`took` is new"])
    }

    @Test func `a changed kind is named by its path with what it was and is`() async throws {
        let watched = try WatchedProvider()
        let page = answer(ten(#"{"_id":"a","headline":{"main":"m"},"word_count":1}"#))
        let changed = answer(#"{"_id":"a","headline":["m"],"word_count":"1"}"#)
        #expect(
            try await watched.notices(page, page, page, changed) == [
                "`response.docs[*].headline` is an array now and was an object",
                "`response.docs[*].word_count` is a string now and was a number",
            ])
        #expect(try await watched.notices(changed, answer()) == [])
    }

    @Test func `keys that some documents have are no news`() async throws {
        let watched = try WatchedProvider()
        let some = answer(ten(#"{"_id":"a","lead_paragraph":"l"}"#) + #",{"_id":"b"}"#)
        let none = answer(#"{"_id":"b"},{"_id":"c","lead_paragraph":null}"#)
        #expect(try await watched.notices(some, some, some, none, answer(#"{"_id":"d"}"#), some) == [])
    }

    @Test func `an answer without documents teaches nothing and says nothing`() async throws {
        let empty = [
            #"{"status":"OK","response":{"docs":null,"metadata":{"hits":0}}}"#,
            #"{"status":"OK","response":{"docs":[],"meta":{"hits":0},"note":"none"}}"#,
        ]
        let watched = try WatchedProvider()
        #expect(try await watched.notices(empty[0]) == [])
        #expect(watched.sentinel.take() == nil)
        for body in [answer(), empty[0], empty[1], answer()] { #expect(try await watched.notices(body) == []) }
    }

    @Test func `many differences are five sentences and a count`() async throws {
        let watched = try WatchedProvider()
        let kinds = (0..<9).map { #""k\#($0)x":1"# }.joined(separator: ",")
        let others = (0..<9).map { #""k\#($0)x":"1""# }.joined(separator: ",")
        let said = try await watched.notices(answer(more: "," + kinds), answer(more: "," + others))
        #expect(said.count == 6)
        #expect(said.first == "`k0x` is a string now and was a number")
        #expect(said.last == "and 4 more changes of the answer's shape")
    }

    @Test func `what is known is given to be kept when it has changed, and knows the same in another process`()
        async throws
    {
        let watched = try WatchedProvider()
        let page = answer(ten(#"{"_id":"a","headline":{"main":"m"},"word_count":1}"#))
        for _ in 0..<3 {
            _ = try await watched.notices(page)
            #expect(watched.sentinel.take() != nil)
            #expect(watched.sentinel.take() == nil)
        }
        _ = try await watched.notices(answer())
        #expect(watched.sentinel.take() == nil)
        #expect(try await watched.notices(answer(more: #","took":1"#)) == ["`took` is new"])
        let kept = try #require(watched.sentinel.take())
        #expect(kept.contains("\ntook\tnumber\tsometimes\n"))
        let next = try WatchedProvider(kept: kept)
        #expect(try await next.notices(answer(), answer(more: #","took":1"#), answer(more: #","took":2"#)) == [])
        #expect(try await next.notices(answer(meta: "meta")).count == 1)
    }

    @Test func `a kept text that cannot be read is told and learnt anew`() async throws {
        let watched = try WatchedProvider(kept: "articlesync-shape 1\nnonsense\n")
        #expect(
            try await watched.notices(answer()) == [
                "the kept shape of earlier answers cannot be read (line 2 is not a path, its kinds, and always or sometimes) and is learnt anew"
            ])
        #expect(watched.sentinel.take() != nil)
        #expect(try await watched.notices(answer()) == [])
    }

    @Test func `a kept answer is not shown to the sentinel`() async throws {
        let sentinel = ShapeSentinel()
        let provider = Provider(
            try Definitions.nyt.get(), key: nil, transport: StubTransport([]),
            clock: WallClock { Instant(secondsSince1970: 100) }, sentinel: sentinel)
        let search = ArticleSearch(text: "x", filter: nil, days: days(20150701, 20150707))
        #expect(try provider.page(0, of: search, in: Array(answer().utf8)).documents == 1)
        #expect(sentinel.take() == nil)
    }

    @Test func `many threads may show answers at once, and each difference is told once`() async throws {
        let watched = try WatchedProvider()
        _ = try await watched.notices(answer(), answer())
        let odd = answer(more: #","took":1"#)
        let said = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<50 { group.addTask { try await watched.notices(odd) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(said == ["`took` is new"])
    }

    @Test func `the key is masked in what is said of an answer that echoes it`() async throws {
        let watched = try WatchedProvider()
        let said = try await watched.notices(answer(), answer(more: #","is k3y good":1"#))
        #expect(said == ["`'is ••• good'` is new"])
    }
}

@Suite struct ShapeDriftTests {
    private let good =
        #"{"status":"OK","took":1,"response":{"docs":[{"_id":"a","url":"u"}],"meta":{"hits":1,"offset":0}}}"#

    private func failure(_ body: String) async throws -> SourceFailure {
        let watched = try WatchedProvider()
        for _ in 0..<30 { _ = try await watched.notices(good) }
        let failure = try await watched.failure(body)
        // A bad answer teaches nothing.
        _ = watched.sentinel.take()
        #expect(try await watched.notices(good) == [])
        #expect(watched.sentinel.take() == nil)
        return failure
    }

    @Test func `drift names what earlier answers had and what is new in its place`() async throws {
        let body =
            #"{"status":"OK","took":1,"response":{"docs":[{"_id":"a","url":"u"}],"summary":{"hits":1,"offset":0}}}"#
        let failure = try await failure(body)
        #expect(failure.kind == .drift)
        #expect(failure.reason == "`response.meta.hits` is gone; `response.summary.hits` is new")
        #expect(failure.answer == Array(body.utf8))
    }

    @Test func `what earlier answers had is not called new`() async throws {
        let renamed = try await failure(
            #"{"status":"OK","took":1,"response":{"articles":[],"meta":{"hits":1,"offset":0}}}"#)
        #expect(
            renamed.reason == "`response.docs` is gone, although 1 results are announced; `response.articles` is new")
        let missing = try await failure(#"{"status":"OK","took":1,"response":{"docs":[],"meta":{"offset":0}}}"#)
        #expect(missing.reason == "`response.meta.hits` is gone")
    }

    @Test func `documents that cannot be read are told with what changed in them`() async throws {
        let failure = try await failure(
            #"{"status":"OK","took":1,"response":{"docs":[{"key":"a","url":"u"}],"meta":{"hits":1,"offset":0}}}"#)
        #expect(failure.reason.hasPrefix("none of the 1 documents in `response.docs` can be read: article.id"))
        #expect(failure.reason.hasSuffix("; `response.docs[*]._id` is gone; `response.docs[*].key` is new"))
    }
}

@Suite struct FilterEraTests {
    private func warning(_ filter: String, hadHits: Bool = true, hasNone: Bool = true) throws -> String? {
        try Definitions.nyt.get().legacyFilterFields.warning(about: filter, hadHits: hadHits, hasNone: hasNone)
    }

    @Test func `a query that had articles and has none is warned of the old names in its filter`() throws {
        #expect(
            try warning(#"section_name:("Sports")"#)
                == "the query had articles and has none now: the filter's field section_name is an old name that now matches nothing, without an error (use section.name)"
        )
        let both = try #require(try warning(#"persons:"x" AND source:"y""#))
        #expect(both.contains("timesTag.person") && both.contains("source.vernacular"))
    }

    @Test func `nothing is said where the filter is not to blame, or nothing was lost`() throws {
        #expect(try warning(#"section.name:("Sports")"#) == nil)
        #expect(try warning(#"section_name:("Sports")"#, hasNone: false) == nil)
        #expect(try warning(#"section_name:("Sports")"#, hadHits: false) == nil)
    }
}
