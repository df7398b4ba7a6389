internal import ArticleSync
internal import Articles
internal import Chronology
internal import Synchronization
internal import Telemetry
internal import Testing

/// A source that answers from a list of pages or failures.
private struct ScriptedSource: ArticleSource {
    let limits = SourceLimits(pageSize: 2, cap: 10, concurrency: 1)
    let answer: @Sendable (Int, ArticleSearch) throws(SourceFailure) -> ArticlePage
    /// How often it was asked, not counting kept answers.
    let asked = Counter()

    func page(_ number: Int, of search: ArticleSearch) async throws(SourceFailure) -> ArticlePage {
        asked.count.withLock { $0 += 1 }
        var page = try answer(number, search)
        page.answer = Array("page \(number) of \(search.days)".utf8)
        return page
    }

    func page(_ number: Int, of search: ArticleSearch, in answer: [UInt8]) throws(SourceFailure) -> ArticlePage {
        try self.answer(number, search)
    }
}

private final class Counter: Sendable { let count = Mutex(0) }

/// A writer that remembers what was asked of it and may fail at one step.
private final class RecordingWriter: ArticleWriter {
    struct State {
        var steps: [String] = []
        var ending: RunEnding?
        var readings: [WindowReading] = []
        var staged: [DayRange: [PageRequest: [Article]]] = [:]
        var kept: [PageRequest: [UInt8]] = [:]
        var odd: [String] = []
        var agreements: Int?
    }

    let state = Mutex(State())
    let current: RunTicket.Contents
    let held: [Candidate]
    let failing: String?
    /// The window of a candidate that is being gathered.
    let gathered: DayRange?
    private let ready: [WindowReading]

    init(
        current: RunTicket.Contents = .init(), held: [Candidate] = [], failing: String? = nil,
        gathered: DayRange? = nil, kept: [PageRequest: [UInt8]] = [:], readings: [WindowReading] = []
    ) {
        self.current = current
        self.held = held
        self.failing = failing
        self.gathered = gathered
        ready = readings
        state.withLock { $0.kept = kept }
    }

    var steps: [String] { state.withLock { $0.steps } }
    var ending: RunEnding? { state.withLock { $0.ending } }
    var readings: [WindowReading] { state.withLock { $0.readings } }
    var kept: [PageRequest: [UInt8]] { state.withLock { $0.kept } }
    var odd: [String] { state.withLock { $0.odd } }
    var agreements: Int? { state.withLock { $0.agreements } }
    var stagedIDs: [String] {
        state.withLock { state in
            state.staged.sorted { $0.key.from < $1.key.from }.flatMap { _, pages in
                pages.sorted { $0.key.page < $1.key.page }.flatMap { $0.value.map(\.key.id) }
            }
        }
    }

    private func step(_ name: String) throws(StoreFailure) {
        state.withLock { $0.steps.append(name) }
        if failing == name { throw StoreFailure(.full, tried: name, reason: "the disk is full") }
    }

    func begin(
        _ query: ArticleQuery, window: DayRange, from origin: RunOrigin, at now: Instant
    ) async throws(StoreFailure) -> RunTicket {
        try step("begin")
        let isFirst = steps.count == 1
        var ticket = RunTicket(
            run: 1, query: query, window: isFirst ? gathered ?? window : window, startedAt: now, current: current)
        ticket.held = held
        ticket.keptPages = kept.count
        ticket.readings = ready
        return ticket
    }

    func preview(
        _ query: ArticleQuery, window: DayRange, from origin: RunOrigin, at now: Instant
    ) async throws(StoreFailure) -> RunTicket {
        try step("preview")
        var ticket = RunTicket(run: 1, query: query, window: window, startedAt: now, current: current)
        ticket.readings = ready
        return ticket
    }

    func endPreview(_ ticket: RunTicket) async { state.withLock { $0.steps.append("endPreview") } }

    func stage(_ page: ArticlePage, as request: PageRequest, for ticket: RunTicket) async throws(StoreFailure) -> Int {
        try step("stage")
        return state.withLock { state in
            state.staged[request.window, default: [:]][request] = page.articles
            return Self.count(state)
        }
    }

    func unstage(_ window: DayRange, for ticket: RunTicket) async throws(StoreFailure) -> Int {
        try step("unstage")
        return state.withLock { state in
            state.staged[window] = nil
            return Self.count(state)
        }
    }

    private static func count(_ state: State) -> Int {
        Set(state.staged.values.flatMap { $0.values.flatMap { $0.map(\.key) } }).count
    }

    func replace(
        _ ticket: RunTicket, readings: [WindowReading], ending: RunEnding, at now: Instant
    ) async throws(StoreFailure) -> Run {
        try step("replace")
        state.withLock { $0.readings = readings }
        return end(ticket, ending, now)
    }

    func difference(
        _ ticket: RunTicket, readings: [WindowReading], examples: Int
    ) async throws(StoreFailure) -> ContentsDifference { ContentsDifference() }

    func hold(
        _ ticket: RunTicket, readings: [WindowReading], ending: RunEnding, agreements: Int, at now: Instant
    ) async throws(StoreFailure) -> Run {
        try step("hold")
        state.withLock { ($0.readings, $0.agreements) = (readings, agreements) }
        return end(ticket, ending, now)
    }

    func finish(_ ticket: RunTicket, ending: RunEnding, at now: Instant) async throws(StoreFailure) -> Run {
        try step("finish")
        return end(ticket, ending, now)
    }

    func drop(candidate: Int64) async throws(StoreFailure) { try step("drop") }

    func answer(to request: PageRequest, for ticket: RunTicket) async throws(StoreFailure) -> [UInt8]? {
        try step("answer")
        return kept[request]
    }

    func keep(
        _ answer: [UInt8], to request: PageRequest, for ticket: RunTicket, at now: Instant
    ) async throws(StoreFailure) {
        try step("keep")
        state.withLock { $0.kept[request] = answer }
    }

    func keepOdd(_ answer: [UInt8], reason: String, for ticket: RunTicket, at now: Instant) async throws(StoreFailure) {
        try step("keepOdd")
        state.withLock { $0.odd.append("\(reason): \(String(decoding: answer, as: UTF8.self))") }
    }

    func answers(of reading: WindowReading, for ticket: RunTicket) async throws(StoreFailure) -> [PageRequest] {
        kept.keys.filter { $0.window == reading.days }.sorted { $0.page < $1.page }
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
        _ source: ScriptedSource, _ writer: RecordingWriter, exactDays: Bool = false, accept: Bool = false,
        origin: RunOrigin = .source
    ) async throws -> Run {
        let now = now
        return try await SyncRun(
            query: query(exactDays: exactDays), source: source, writer: writer, clock: WallClock { now },
            logger: .silent, accept: accept, origin: origin, requests: { 7 }
        ).perform()
    }

    @Test func `004-49 asks, stages and replaces, in this order`() async throws {
        let writer = RecordingWriter()
        let run = try await perform(source(of: 5), writer)
        #expect(writer.steps == ["begin", "keep", "stage", "keep", "stage", "keep", "stage", "replace"])
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

    /// A poison page alone is no failure of the source: the plan looks for what else is on it.
    @Test(arguments: SourceFailure.Kind.allCases.filter { $0 != .poisonPage })
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

    @Test(arguments: ["keep", "stage", "replace"])
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
            current: .init(
                articles: 2, generation: 1, coverage: .complete, fingerprint: query.fingerprint,
                windows: [reading(query.days(at: now), 2)]))
        let run = try await perform(source, writer)
        #expect(run.outcome == .partial)
        #expect(run.counts.dropped == 1)
        #expect(run.reason?.contains("docs[1]._id: is missing") == true)
        #expect(writer.steps == ["begin", "keep", "stage", "hold"])
    }

    private func reading(_ days: DayRange, _ count: Int) -> WindowReading {
        var reading = WindowReading(days: days, status: .complete, announced: .exactly(count), readAt: now)
        (reading.unique, reading.stored, reading.pages) = (count, count, (count + 1) / 2)
        return reading
    }

    @Test func `asks for no page that an earlier run kept`() async throws {
        let window = try query().days(at: now)
        let writer = RecordingWriter(
            kept: [PageRequest(window: window): [1], PageRequest(window: window, page: 1): [2]])
        let source = source(of: 5)
        let run = try await perform(source, writer)
        #expect(run.outcome == .complete && run.counts.fetched == 5)
        #expect(source.asked.count.withLock { $0 } == 1)
        #expect(writer.kept.count == 3)
    }

    @Test func `finishes the days of the run it goes on with, and then those that have come since`() async throws {
        let before = DayRange(last: 2, endingOn: try query().days(at: now).to.adding(days: -3))
        let writer = RecordingWriter(gathered: before)
        let run = try await perform(source(of: 1), writer)
        #expect(writer.steps.filter { $0 == "begin" }.count == 2)
        #expect(writer.steps.filter { $0 == "replace" }.count == 2)
        #expect(run.window == (try query().days(at: now)))
    }

    @Test func `keeps an answer that is not understood, for explain`() async throws {
        let failing = ScriptedSource { (_, _) throws(SourceFailure) in
            var failure = SourceFailure(.drift, asked: "page 0", reason: "`response.docs` is gone")
            failure.answer = Array("{}".utf8)
            throw failure
        }
        let writer = RecordingWriter()
        let run = try await perform(failing, writer)
        #expect(run.outcome == .failed && run.failure == .drift)
        #expect(writer.odd == ["`response.docs` is gone: {}"])
    }

    @Test func `holds a small result, with how many runs before came to the same`() async throws {
        let query = try query()
        let held = Candidate(
            id: 3, query: "basketball", state: .held, window: query.days(at: now), startedAt: now, updatedAt: now,
            articles: 4, coverage: .complete, agreements: 0)
        let contents = RunTicket.Contents(
            articles: 50, generation: 1, coverage: .complete, fingerprint: query.fingerprint)
        let writer = RecordingWriter(current: contents, held: [held])
        let run = try await perform(source(of: 4), writer)
        #expect(run.outcome == .held && writer.agreements == 1)
        #expect(run.counts.stored == 50)
    }

    @Test func `reads nothing where no window is due`() async throws {
        var rolling = try query()
        rolling.readAgainAfter = [30]
        let days = rolling.days(at: now)
        var whole = reading(DayRange(last: 2, endingOn: days.to.adding(days: -2)), 4)
        whole.readAt = now
        rolling.window = .fixed(whole.days)
        let contents = RunTicket.Contents(
            articles: 4, generation: 1, coverage: .complete, fingerprint: rolling.fingerprint, windows: [whole])
        let writer = RecordingWriter(current: contents)
        let now = now
        let source = source(of: 4)
        let run = try await SyncRun(
            query: rolling, source: source, writer: writer, clock: WallClock { now }, logger: .silent, requests: { 0 }
        ).perform()
        #expect(run.outcome == .complete)
        #expect(writer.steps == ["begin", "finish"])
        #expect(source.asked.count.withLock { $0 } == 0)
    }

    @Test func `accepts a candidate from its kept answers, and asks nobody`() async throws {
        let window = try query().days(at: now)
        let requests = (0..<3).map { PageRequest(window: window, page: $0) }
        let writer = RecordingWriter(
            current: .init(articles: 50, generation: 1, coverage: .complete, fingerprint: try query().fingerprint),
            kept: Dictionary(uniqueKeysWithValues: requests.map { ($0, [1]) }), readings: [reading(window, 5)])
        let source = source(of: 5)
        let run = try await perform(source, writer, origin: .candidate(3))
        #expect(run.outcome == .complete && writer.stagedIDs == ["0", "1", "2", "3", "4"])
        #expect(writer.steps.last == "replace")
        #expect(source.asked.count.withLock { $0 } == 0)
    }

    @Test func `an accepted candidate of some days says how the days beside it are covered`() async throws {
        let days = try query().days(at: now)
        let (before, after) = (DayRange(last: 1, endingOn: days.from), DayRange(last: 1, endingOn: days.to))
        var gap = reading(before, 1)
        gap.status = .partial
        let writer = RecordingWriter(
            current: .init(
                articles: 1, generation: 1, coverage: .partial, fingerprint: try query().fingerprint,
                windows: [gap, reading(after, 1)]),
            kept: [PageRequest(window: after): [1]], readings: [reading(after, 1)])
        let run = try await perform(source(of: 1), writer, origin: .candidate(3))
        #expect(run.outcome == .complete && writer.ending?.coverage == .partial)
    }

    @Test func `contents read again are held where they lose articles, and replaced where a person accepts`()
        async throws
    {
        let window = try query().days(at: now)
        func writer() throws -> RecordingWriter {
            RecordingWriter(
                current: .init(
                    articles: 6, generation: 1, coverage: .complete, fingerprint: try query().fingerprint,
                    windows: [reading(window, 6)]),
                kept: [PageRequest(window: window): [1]], readings: [reading(window, 6)])
        }
        let (held, accepted) = (try writer(), try writer())
        _ = try await perform(source(of: 2), held, origin: .contents)
        #expect(held.steps.last == "hold")
        _ = try await perform(source(of: 2), accepted, accept: true, origin: .contents)
        #expect(accepted.steps.last == "replace")
        // Fewer distinct articles than were announced, none of them unreadable, are not all there is.
        #expect(accepted.ending?.outcome == .unverified)
    }

    @Test func `an incomplete window is taken back before the others replace theirs`() async throws {
        var rolling = try query()
        rolling.readAgainAfter = [1]
        rolling.window = .last(days: 40)
        let days = rolling.days(at: now)
        // A complete window of the first days that is due, and a gap behind it.
        var former = reading(DayRange(last: 20, endingOn: days.from.adding(days: 19)), 6)
        former.readAt = Instant(startOf: former.days.to)
        let contents = RunTicket.Contents(
            articles: 6, generation: 1, coverage: .complete, fingerprint: rolling.fingerprint, windows: [former])
        let writer = RecordingWriter(current: contents)
        let now = now
        let formerDays = former.days
        let source = ScriptedSource { number, search in
            let isFormer = search.days == formerDays
            let base = isFormer ? 0 : 100
            let articles = (0..<6).map { self.article(base + $0) }.dropFirst(number * 2).prefix(2)
            let dropped = isFormer && number == 2 ? [DroppedDocument(path: "docs[1]", reason: "odd")] : []
            return ArticlePage(
                number: number, total: .exactly(6), articles: Array(articles.dropLast(dropped.count)), dropped: dropped)
        }
        let run = try await SyncRun(
            query: rolling, source: source, writer: writer, clock: WallClock { now }, logger: .silent, requests: { 0 }
        ).perform()
        #expect(run.outcome == .partial)
        #expect(writer.readings.count == 1 && writer.readings.first?.days != former.days)
        #expect(writer.stagedIDs == (100..<106).map { "\($0)" })
        #expect(writer.ending?.coverage == .complete)
        #expect(run.reason?.hasSuffix("the complete former contents of \(former.days) stay") == true)
    }
}
