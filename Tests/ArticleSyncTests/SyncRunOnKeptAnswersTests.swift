internal import ArticleSync
internal import Articles
internal import Chronology
internal import Synchronization
internal import Telemetry
internal import Testing

@Suite struct `A sync run with what was kept`: RunScene {
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

    @Test func `finds what is kept although other days were asked first`() async throws {
        // Recent days go first; what is kept is of the days after them in the agenda.
        var rolling = try query()
        rolling.window = .last(days: 60)
        rolling.readAgainAfter = [30]
        let days = rolling.days(at: now)
        let middle = DayRange(last: 20, endingOn: days.to.adding(days: -20))
        var former = reading(middle, 40)
        former.readAt = Instant(startOf: days.to)
        let contents = RunTicket.Contents(
            articles: 40, generation: 1, coverage: .complete, fingerprint: rolling.fingerprint, windows: [former])
        let old = try #require(DayRange(from: days.from, to: middle.from.adding(days: -1)))
        let kept = Dictionary(uniqueKeysWithValues: (0..<3).map { (PageRequest(window: old, page: $0), [UInt8(1)]) })
        let writer = RecordingWriter(current: contents, kept: kept)
        let now = now
        let asked = Mutex<[DayRange]>([])
        let articles = (0..<12).map { article($0) }
        let source = ScriptedSource { number, search in
            ArticlePage(number: number, total: .exactly(6), articles: Array(articles.dropFirst(number * 2).prefix(2)))
        } onAsk: { search in
            asked.withLock { $0.append(search.days) }
        }
        _ = try await SyncRun(
            query: rolling, source: source, writer: writer, clock: WallClock { now }, logger: .silent, requests: { 0 }
        ).perform()
        // Three pages of the recent days, and none of the old ones.
        #expect(asked.withLock { $0 }.allSatisfy { $0.from > middle.to })
        #expect(asked.withLock { $0.count } == 3)
    }

    @Test func `reads the windows that were due when it was begun, although others have become due since`() async throws
    {
        var rolling = try query()
        rolling.window = .last(days: 60)
        rolling.readAgainAfter = [30]
        let days = rolling.days(at: now)
        // Aged 29 days when the run was begun, and 30 now.
        var aged = reading(DayRange(last: 30, endingOn: days.to.adding(days: -30)), 40)
        aged.readAt = Instant(startOf: aged.days.to.adding(days: 5))
        let contents = RunTicket.Contents(
            articles: 40, generation: 1, coverage: .complete, fingerprint: rolling.fingerprint, windows: [aged])
        let begun = now.adding(.seconds(-86_400))
        let window = rolling.days(at: begun)
        for since in [nil, begun] {
            let writer = RecordingWriter(current: contents, gathered: window, gatheredSince: since)
            let now = now
            let asked = Mutex<[DayRange]>([])
            let articles = (0..<4).map { article($0) }
            let source = ScriptedSource { number, search in
                ArticlePage(
                    number: number, total: .exactly(4), articles: Array(articles.dropFirst(number * 2).prefix(2)))
            } onAsk: { search in
                asked.withLock { $0.append(search.days) }
            }
            let run = SyncRun(
                query: rolling, source: source, writer: writer, clock: WallClock { now }, logger: .silent,
                requests: { 0 })
            _ = try await run.perform()
            let first = writer.windowsOfFirstRun
            #expect(first.contains { $0.overlaps(aged.days) } == (since == nil), "\(first)")
        }
    }

    @Test(arguments: [true, false])
    func `a capped run of former days is followed by one of the present ones`(isCapped: Bool) async throws {
        let before = DayRange(last: 1, endingOn: try query().days(at: now).to.adding(days: -3))
        let writer = RecordingWriter(gathered: before)
        // 40 on a day, of which both ends reach 20.
        let all = (0..<(isCapped ? 40 : 4)).map { article($0) }
        let source = ScriptedSource(isReversible: true) { number, search in
            let ordered = search.order == .reversed ? all.reversed() : all
            return ArticlePage(
                number: number, total: .exactly(all.count), articles: Array(ordered.dropFirst(number * 2).prefix(2)))
        }
        let run = try await perform(source, writer)
        #expect(writer.steps.filter { $0 == "begin" }.count == 2)
        #expect(run.window == (try query().days(at: now)))
    }
}
