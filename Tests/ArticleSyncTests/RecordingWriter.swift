internal import ArticleSync
internal import Articles
internal import Chronology
internal import Synchronization

/// A source that answers from a list of pages or failures.
struct ScriptedSource: ArticleSource {
    let limits: SourceLimits
    let answer: @Sendable (Int, ArticleSearch) throws(SourceFailure) -> ArticlePage
    private let onAsk: @Sendable (ArticleSearch) -> Void
    /// How often it was asked, not counting kept answers.
    let asked = Counter()

    init(
        isReversible: Bool = false,
        _ answer: @escaping @Sendable (Int, ArticleSearch) throws(SourceFailure) -> ArticlePage,
        onAsk: @escaping @Sendable (ArticleSearch) -> Void = { _ in }
    ) {
        limits = SourceLimits(pageSize: 2, cap: 10, concurrency: 1, isReversible: isReversible)
        self.answer = answer
        self.onAsk = onAsk
    }

    func page(_ number: Int, of search: ArticleSearch) async throws(SourceFailure) -> ArticlePage {
        asked.count.withLock { $0 += 1 }
        onAsk(search)
        var page = try answer(number, search)
        page.answer = Array("page \(number) of \(search.days)".utf8)
        return page
    }

    func page(_ number: Int, of search: ArticleSearch, in answer: [UInt8]) throws(SourceFailure) -> ArticlePage {
        try self.answer(number, search)
    }
}

final class Counter: Sendable { let count = Mutex(0) }

/// A writer that remembers what was asked of it and may fail at one step.
final class RecordingWriter: ArticleWriter {
    struct State {
        var steps: [String] = []
        var ending: RunEnding?
        var readings: [WindowReading] = []
        var staged: [DayRange: [PageRequest: [Article]]] = [:]
        var kept: [PageRequest: [UInt8]] = [:]
        var odd: [String] = []
        var agreements: Int?
        var windowsOfFirstRun: [DayRange] = []
    }

    let state = Mutex(State())
    let current: RunTicket.Contents
    let held: [Candidate]
    let failing: String?
    /// The window of a candidate that is being gathered.
    let gathered: DayRange?
    /// When that was begun.
    let gatheredSince: Instant?
    private let ready: [WindowReading]

    init(
        current: RunTicket.Contents = .init(), held: [Candidate] = [], failing: String? = nil,
        gathered: DayRange? = nil, gatheredSince: Instant? = nil, kept: [PageRequest: [UInt8]] = [:],
        readings: [WindowReading] = []
    ) {
        self.current = current
        self.held = held
        self.failing = failing
        self.gathered = gathered
        self.gatheredSince = gatheredSince
        ready = readings
        state.withLock { $0.kept = kept }
    }

    var steps: [String] { state.withLock { $0.steps } }
    var ending: RunEnding? { state.withLock { $0.ending } }
    var readings: [WindowReading] { state.withLock { $0.readings } }
    /// Windows of which the first run staged something.
    var windowsOfFirstRun: [DayRange] { state.withLock { $0.windowsOfFirstRun } }
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
        if isFirst { ticket.gatheredSince = gatheredSince }
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
            let isFirst = state.steps.count { $0 == "begin" } == 1
            if isFirst, !state.windowsOfFirstRun.contains(request.window) {
                state.windowsOfFirstRun.append(request.window)
            }
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
