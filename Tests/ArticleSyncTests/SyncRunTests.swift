internal import ArticleSync
internal import Articles
internal import Chronology
internal import Synchronization
internal import Telemetry
internal import Testing

/// A source that answers from a list of pages or failures.
private struct ScriptedSource: ArticleSource {
    let limits = SourceLimits(pageSize: 2, cap: 10, concurrency: 3)
    let answer: @Sendable (Int, ArticleSearch) throws(SourceFailure) -> ArticlePage

    func page(_ number: Int, of search: ArticleSearch) async throws(SourceFailure) -> ArticlePage {
        try answer(number, search)
    }

    func page(_ number: Int, of search: ArticleSearch, in answer: [UInt8]) throws(SourceFailure) -> ArticlePage {
        try self.answer(number, search)
    }
}

/// A writer that remembers what was asked of it and may fail at one step.
private final class RecordingWriter: ArticleWriter {
    struct State {
        var steps: [String] = []
        var ending: RunEnding?
        var staged: [Int: [Article]] = [:]
    }

    let state = Mutex(State())
    let current: RunTicket.Contents
    let failing: String?

    init(current: RunTicket.Contents = .init(), failing: String? = nil) {
        self.current = current
        self.failing = failing
    }

    var steps: [String] { state.withLock { $0.steps } }
    var ending: RunEnding? { state.withLock { $0.ending } }
    var stagedIDs: [String] {
        state.withLock { state in state.staged.sorted { $0.key < $1.key }.flatMap { $0.value.map(\.key.id) } }
    }

    private func step(_ name: String) throws(StoreFailure) {
        state.withLock { $0.steps.append(name) }
        if failing == name { throw StoreFailure(.full, tried: name, reason: "the disk is full") }
    }

    func begin(_ query: ArticleQuery, window: DayRange, at now: Instant) async throws(StoreFailure) -> RunTicket {
        try step("begin")
        return RunTicket(run: 1, query: query, window: window, startedAt: now, current: current)
    }

    func stage(_ page: ArticlePage, for ticket: RunTicket) async throws(StoreFailure) -> Int {
        try step("stage")
        return state.withLock { state in
            state.staged[page.number] = page.articles
            return Set(state.staged.values.flatMap { $0.map(\.key) }).count
        }
    }

    func replace(_ ticket: RunTicket, ending: RunEnding, at now: Instant) async throws(StoreFailure) -> Run {
        try step("replace")
        return end(ticket, ending, now)
    }

    func finish(_ ticket: RunTicket, ending: RunEnding, at now: Instant) async throws(StoreFailure) -> Run {
        try step("finish")
        return end(ticket, ending, now)
    }

    private func end(_ ticket: RunTicket, _ ending: RunEnding, _ now: Instant) -> Run {
        state.withLock { $0.ending = ending }
        return Run(
            id: ticket.run, query: ticket.query.name, startedAt: ticket.startedAt, finishedAt: now,
            outcome: ending.outcome, window: ticket.window, counts: ending.counts, reason: ending.reason,
            failure: ending.failure)
    }
}

@Suite struct `A sync run` {
    private let now = Instant(secondsSince1970: 1_436_227_200)  // 2015-07-07T00:00:00Z

    private func query(exactDays: Bool = false) throws -> ArticleQuery {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        var query = ArticleQuery(name: "basketball", provider: "p", window: .last(days: 2), timeZone: zone)
        query.text = "basketball"
        query.exactDays = exactDays
        return query
    }

    private func article(_ id: Int, published: String? = nil) -> Article {
        var article = Article(key: ArticleKey(provider: "p", id: "\(id)"))
        article.publishedAt = published.flatMap { PublicationDate($0) }
        return article
    }

    /// Pages of two of so many articles.
    private func source(of count: Int) -> ScriptedSource {
        let all = (0..<count).map { article($0) }
        return ScriptedSource { number, _ in
            ArticlePage(
                number: number, total: .exactly(count), articles: Array(all.dropFirst(number * 2).prefix(2)), bytes: 100
            )
        }
    }

    private func perform(
        _ source: ScriptedSource, _ writer: RecordingWriter, exactDays: Bool = false, accept: Bool = false
    ) async throws -> Run {
        let now = now
        return try await SyncRun(
            query: query(exactDays: exactDays), source: source, writer: writer, clock: WallClock { now },
            logger: .silent, accept: accept, requests: { 7 }
        ).perform()
    }

    @Test func `004-49 asks, stages and replaces, in this order`() async throws {
        let writer = RecordingWriter()
        let run = try await perform(source(of: 5), writer)
        #expect(writer.steps == ["begin", "stage", "stage", "stage", "replace"])
        #expect(writer.stagedIDs == ["0", "1", "2", "3", "4"])
        #expect(run.outcome == .complete)
        #expect(run.counts.announced == .exactly(5))
        #expect(run.counts.fetched == 5)
        #expect(run.counts.unique == 5)
        #expect(run.counts.pages == 3)
        #expect(run.counts.bytes == 300)
        #expect(run.counts.requests == 7)
    }

    @Test func `takes today in the query's zone for a rolling window`() async throws {
        // It is still the 6th in New York.
        let run = try await perform(source(of: 1), RecordingWriter())
        #expect("\(run.window)" == "2015-07-05…2015-07-06")
    }

    @Test(arguments: SourceFailure.Kind.allCases)
    func `004-32 never replaces after a failure of the source`(kind: SourceFailure.Kind) async throws {
        for failingPage in 0...2 {
            let good = source(of: 6)
            let failing = ScriptedSource { (number, search) throws(SourceFailure) in
                if number == failingPage { throw SourceFailure(kind, asked: "page \(number)", reason: "on purpose") }
                return try good.answer(number, search)
            }
            let writer = RecordingWriter(current: .init(articles: 4, generation: 1, coverage: .complete))
            let run = try await perform(failing, writer)
            #expect(!writer.steps.contains("replace"))
            #expect(writer.steps.filter { $0 == "finish" }.count == 1)
            #expect(run.failure == kind)
            #expect(run.reason == "page \(failingPage): on purpose")
            #expect(run.counts.stored == 4)
            let expected: RunOutcome =
                switch kind {
                case .daySpent, .rateLimited: .parked
                case .cancelled: .cancelled
                default: .failed
                }
            #expect(run.outcome == expected)
        }
    }

    @Test(arguments: ["stage", "replace"])
    func `journals a failure of the store, and leaves the contents`(step: String) async throws {
        let writer = RecordingWriter(failing: step)
        let run = try await perform(source(of: 4), writer)
        #expect(run.outcome == .failed)
        #expect(run.reason == "\(step): the disk is full")
        #expect(writer.steps.last == "finish")
    }

    @Test func `throws where not even the journal can be written`() async throws {
        await #expect(throws: StoreFailure.self) { try await perform(source(of: 4), RecordingWriter(failing: "begin")) }
    }

    @Test func `with exact days asks one day more on each side and goes by the articles' own dates`() async throws {
        let articles = [
            article(1, published: "2015-07-05T03:59:59Z"),  // the 4th in New York
            article(2, published: "2015-07-05T04:00:00Z"),
            article(3, published: "2015-07-06"),
            article(4, published: "2015-07-07T04:00:00Z"),  // the 7th in New York
            article(5),
        ]
        let asked = Mutex<DayRange?>(nil)
        let source = ScriptedSource { number, search in
            asked.withLock { $0 = search.days }
            return ArticlePage(
                number: number, total: .exactly(5), articles: Array(articles.dropFirst(number * 2).prefix(2)))
        }
        let writer = RecordingWriter()
        let run = try await perform(source, writer, exactDays: true)
        #expect(asked.withLock { $0.map(\.description) } == "2015-07-04…2015-07-07")
        #expect(writer.stagedIDs == ["2", "3", "5"])
        #expect(run.outcome == .complete)
        #expect(run.counts.unique == 5)
    }

    @Test func `keeps complete contents when a document could not be read, and says which`() async throws {
        let source = ScriptedSource { number, _ in
            ArticlePage(
                number: number, total: .exactly(2), articles: [self.article(1)],
                dropped: [DroppedDocument(path: "docs[1]._id", reason: "is missing")])
        }
        let query = try query()
        let writer = RecordingWriter(
            current: .init(articles: 2, generation: 1, coverage: .complete, fingerprint: query.fingerprint))
        let run = try await perform(source, writer)
        #expect(run.outcome == .partial)
        #expect(run.counts.dropped == 1)
        #expect(run.reason?.contains("docs[1]._id: is missing") == true)
        #expect(writer.steps == ["begin", "stage", "finish"])
    }
}
