internal import Articles
internal import Chronology
internal import Expectations
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

@Suite struct CandidateTests {
    private typealias Laws = ArticleStoreConformance
    private static let failed = RunEnding(.failed, counts: RunCounts())
    private static let complete = RunEnding(.complete, counts: RunCounts())

    @Test func `a run goes on with what is kept, over the days that it began with`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let first = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(0))
        #expect(first.candidate > 0 && first.keptPages == 0)
        try store.keepAnswer(of: first.candidate, Laws.week, at: Laws.at(1))
        try store.keepAnswer(of: first.candidate, Laws.week, page: 1, at: Laws.at(2))
        _ = try await writer.finish(first, ending: Self.failed, at: Laws.at(3))
        let next = try await writer.begin(Laws.query(), window: Laws.july(2, 8), at: Laws.at(10))
        #expect(next.candidate == first.candidate && next.keptPages == 2 && next.window == Laws.week)
        #expect(try store.column("SELECT DISTINCT window_from FROM runs") == ["2015-07-01"])
        #expect(
            try store.column("SELECT candidate_id FROM runs") == [.integer(first.candidate), .integer(first.candidate)])
        // Nothing was to be read: nothing is to be gone on with.
        _ = try await writer.finish(next, ending: Self.complete, at: Laws.at(11))
        #expect(try store.number("SELECT count(*) FROM candidates") == 0)
        #expect(try store.number("SELECT count(*) FROM _answers") == 0)
    }

    @Test func `what is kept is let go of where it was asked otherwise, is old, or empty`() async throws {
        for why in ["otherwise", "old", "empty", "damaged"] {
            let store = try StoreInspection()
            let writer = store.writer
            let first = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(0))
            if why != "empty" { try store.keepAnswer(of: first.candidate, Laws.week, at: Laws.at(1)) }
            if why == "damaged" { try store.execute("UPDATE candidates SET updated_at = 'yesterday'") }
            try store.execute("UPDATE runs SET outcome = 'interrupted'")
            var query = Laws.query()
            if why == "otherwise" { query.filter = "section:Sports" }
            let later = Laws.at(1).adding(why == "old" ? RunTicket.longestPause : .seconds(60))
            let next = try await writer.begin(query, window: Laws.july(2, 8), at: later)
            #expect(
                next.candidate != first.candidate && next.keptPages == 0 && next.window == Laws.july(2, 8), "\(why)")
            #expect(try store.column("SELECT id FROM candidates") == [.integer(next.candidate)])
            #expect(try store.number("SELECT count(*) FROM _answers") == 0)
            try store.check()
        }
    }

    @Test func `a run that gets nothing leaves no candidate, and one that gets something does`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let first = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(0))
        _ = try await writer.finish(first, ending: Self.failed, at: Laws.at(1))
        #expect(try store.number("SELECT count(*) FROM candidates") == 0)
        let next = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(2))
        try store.keepAnswer(of: next.candidate, Laws.week, at: Laws.at(3))
        _ = try await writer.stage(Laws.page(0, ["a", "b"]), for: next)
        var ending = RunEnding(.parked, counts: RunCounts())
        ending.counts.announced = .atLeast(900)
        _ = try await writer.finish(next, ending: ending, at: Laws.at(4))
        let row = try Connection(path: store.path, access: .readOnly).first(
            "SELECT state, announced, announced_at_least, articles, updated_at FROM candidates"
        ) { $0.values }
        #expect(row == ["gathering", 900, 1, 2, .text(Laws.at(3).description)])
    }

    @Test func `a candidate tells what became of it, and keeps what it was begun with`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let ticket = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(1))
        let of = "FROM candidates WHERE id = \(ticket.candidate)"
        let beginning = "query_id, fingerprint, window_from, window_to, started_at \(of)"
        let fate = """
            state, announced, announced_at_least, articles, coverage, reason, agreements, generation, run_id, updated_at \(of)
            """
        let begun: [SQLiteValue] = [
            1, .text(Laws.query().fingerprint), "2015-07-01", "2015-07-07", .text("\(Laws.at(1))"),
        ]
        #expect(try store.row(beginning) == begun)
        #expect(
            try store.row(fate) == ["gathering", nil, 0, 0, nil, nil, 0, nil, nil, .text("\(Laws.at(1))")])
        let reading = WindowReading(days: Laws.week, status: .complete, readAt: Laws.at(2))
        try store.keepAnswer(of: ticket.candidate, Laws.week, at: Laws.at(2))
        _ = try await writer.stage(Laws.page(0, ["a", "b"]), for: ticket)
        var ending = RunEnding(.held, coverage: .partial, counts: RunCounts(), reason: "too few")
        ending.counts.announced = .atLeast(900)
        _ = try await writer.hold(ticket, readings: [reading], ending: ending, agreements: 1, at: Laws.at(3))
        let came = SQLiteValue.text("\(Laws.at(2))")
        #expect(
            try store.row(fate) == [
                "held", 900, 1, 2, "partial", "too few", 1, nil, .integer(ticket.run), came,
            ])
        let again = try await writer.begin(
            Laws.query(), window: Laws.week, from: .candidate(ticket.candidate), at: Laws.at(4))
        _ = try await writer.stage(Laws.page(0, ["a"]), as: PageRequest(window: Laws.week), for: again)
        _ = try await writer.replace(again, readings: again.readings, ending: Self.complete, at: Laws.at(5))
        // Nobody told how many there are this time: what was told before stays.
        #expect(
            try store.row(fate) == [
                "stored", 900, 1, 1, "complete", "too few", 1, 1, .integer(again.run), came,
            ])
        #expect(try store.row(beginning) == begun)
    }

    @Test func `what is dropped or overtaken meanwhile is neither left nor held again`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        for state in ["dropped", "stored"] {
            let ticket = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(1))
            try store.keepAnswer(of: ticket.candidate, Laws.week, at: Laws.at(2))
            try store.execute("UPDATE candidates SET state = '\(state)' WHERE id = \(ticket.candidate)")
            var ending = RunEnding(.held, counts: RunCounts(), reason: "too few")
            ending.counts.announced = .exactly(7)
            _ = try await writer.hold(ticket, readings: [], ending: ending, agreements: 0, at: Laws.at(3))
            let next = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(4))
            try store.keepAnswer(of: next.candidate, Laws.week, at: Laws.at(5))
            try store.execute("UPDATE candidates SET state = '\(state)' WHERE id = \(next.candidate)")
            _ = try await writer.finish(next, ending: Self.complete, at: Laws.at(6))
            for candidate in [ticket.candidate, next.candidate] {
                #expect(
                    try store.row("state, announced, reason FROM candidates WHERE id = \(candidate)") == [
                        .text(state), nil, nil,
                    ])
            }
            let refusal = await #expect(throws: StoreFailure.self) { try await writer.drop(candidate: next.candidate) }
            #expect(refusal?.reason == "candidate \(next.candidate) is \(state)")
        }
    }

    @Test func `an answer that is only compressed against is enough to go on with a candidate`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let ticket = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(1))
        try store.keepAnswer(of: ticket.candidate, Laws.week, at: Laws.at(2))
        try store.execute("UPDATE _answers SET pass = -1, page = id")
        _ = try await writer.finish(ticket, ending: Self.failed, at: Laws.at(3))
        #expect(try store.column("SELECT state FROM candidates") == ["gathering"])
    }

    @Test func `an unchanged result costs one row of candidates`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        for round in 0..<8 { try await Laws.sync(writer, [Laws.page(0, ["a"])], at: Int64(round) * 10) }
        #expect(
            try store.column("SELECT generation FROM candidates ORDER BY id") == [6, 7, 8], "the last three are kept")
        #expect(try store.column("SELECT since_generation FROM _readings ORDER BY 1") == [6, 7])
        #expect(try store.column("SELECT until_generation FROM _readings ORDER BY 1") == [7, 8])
        #expect(try store.number("SELECT count(*) FROM generations") == 8)
        #expect(try store.number("SELECT count(*) FROM windows") == 1)
    }

    @Test func `a held result is accepted by a run on its answers`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, [Laws.page(0, ["a", "b"])])
        let ticket = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(10))
        var readings = [(1, 4), (5, 7)].map {
            WindowReading(days: Laws.july($0.0, $0.1), status: .complete, readAt: Laws.at(11))
        }
        readings[0].holes = [CoverageHole(days: Laws.july(2, 2), missing: 3, reason: "refused")]
        readings[1].pass = 1
        for reading in readings { try store.keepAnswer(of: ticket.candidate, reading.days, at: Laws.at(11)) }
        _ = try await writer.hold(
            ticket, readings: readings.reversed(), ending: RunEnding(.held, counts: RunCounts()), agreements: 0,
            at: Laws.at(12))
        // A run in between does not go on with what is held.
        let other = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(13))
        #expect(other.candidate != ticket.candidate && other.held.map(\.id) == [ticket.candidate])
        _ = try await writer.finish(other, ending: Self.failed, at: Laws.at(14))

        var edited = Laws.query()
        edited.text = "football"
        let refusal = await #expect(throws: StoreFailure.self) {
            _ = try await writer.begin(edited, window: Laws.week, from: .candidate(ticket.candidate), at: Laws.at(20))
        }
        #expect(refusal?.kind == .refused && refusal?.reason.contains("was asked otherwise") == true)
        let accepting = try await writer.begin(
            Laws.query(), window: Laws.july(3, 9), from: .candidate(ticket.candidate), at: Laws.at(20))
        #expect(accepting.candidate == ticket.candidate && accepting.window == Laws.week && accepting.keptPages == 2)
        #expect(accepting.readings == readings)
        // It is stopped, and nothing is lost by that.
        _ = try await writer.stage(Laws.page(0, ["a"]), as: PageRequest(window: Laws.july(1, 4)), for: accepting)
        _ = try await writer.finish(accepting, ending: RunEnding(.cancelled, counts: RunCounts()), at: Laws.at(21))
        #expect(try store.column("SELECT state FROM candidates WHERE id = \(ticket.candidate)") == ["held"])

        let again = try await writer.begin(
            Laws.query(), window: Laws.week, from: .candidate(ticket.candidate), at: Laws.at(30))
        _ = try await writer.stage(Laws.page(0, ["a"]), as: PageRequest(window: Laws.july(1, 4)), for: again)
        let run = try await writer.replace(again, readings: again.readings, ending: Self.complete, at: Laws.at(31))
        #expect(run.counts.removed == 1 && run.counts.stored == 1)
        #expect(try store.column("SELECT generation FROM candidates WHERE id = \(ticket.candidate)") == [2])
        #expect(try store.column("SELECT DISTINCT _candidate_id FROM windows") == [.integer(ticket.candidate)])
        try store.check()
    }

    @Test func `a generation that was is gone back to, with the windows that stood in it`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let file = StoreFile(
            try StoreOpening.forWriting(store.path, busyTimeout: .seconds(5), tried: "test"), identity: .current)
        /// One run that keeps an answer a window.
        func sync(_ windows: [Laws.WindowPage], at: Int64) async throws -> Int64 {
            let ticket = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(at))
            for window in windows {
                let days = Laws.july(window.from, window.to)
                try store.keepAnswer(of: ticket.candidate, days, at: Laws.at(at))
                _ = try await writer.stage(Laws.page(0, window.ids), as: PageRequest(window: days), for: ticket)
            }
            let readings = windows.map {
                WindowReading(days: Laws.july($0.from, $0.to), status: .complete, readAt: Laws.at(at))
            }
            _ = try await writer.replace(ticket, readings: readings, ending: Self.complete, at: Laws.at(at + 1))
            return ticket.candidate
        }
        let one = try await sync([(1, 2, ["a"]), (3, 4, ["b"]), (5, 7, ["c"])], at: 0)
        let two = try await sync([(3, 4, ["d"])], at: 10)
        let three = try await sync([(5, 6, ["e"]), (7, 7, [])], at: 20)
        func stood(in candidate: Int64) throws -> (days: [DayRange], candidates: [Int64]) {
            let ticket = try file.begun(
                Laws.query(), window: Laws.july(1, 1), from: .candidate(candidate), at: Laws.at(30))
            defer { _ = try? file.finish(ticket, ending: Self.failed, at: Laws.at(30)) }
            let days = ticket.readings.map(\.days)
            return (days, days.compactMap { file.candidate(holding: $0, for: ticket.run) })
        }
        #expect(try stood(in: one).days == [Laws.july(1, 2), Laws.july(3, 4), Laws.july(5, 7)])
        #expect(try stood(in: one).candidates == [one, one, one])
        #expect(try stood(in: two).candidates == [one, two, one])
        #expect(try stood(in: three).days == [Laws.july(1, 2), Laws.july(3, 4), Laws.july(5, 6), Laws.july(7, 7)])
        #expect(try stood(in: three).candidates == [one, two, three, three])

        // The contents are read again from the same answers, and keep them.
        let contents = try file.begun(Laws.query(), window: Laws.july(1, 1), from: .contents, at: Laws.at(40))
        #expect(contents.candidate == 0 && contents.window == Laws.week && contents.readings.count == 4)
        #expect(file.candidate(holding: Laws.july(3, 4), for: contents.run) == two)
        for (reading, ids) in zip(contents.readings, [["a"], ["d"], ["e"], []]) {
            _ = try file.stage(Laws.page(0, ids), as: PageRequest(window: reading.days), for: contents.run)
        }
        _ = try file.replace(contents, readings: contents.readings, ending: Self.complete, at: Laws.at(41))
        let holders = "SELECT _candidate_id FROM windows ORDER BY window_from"
        #expect(try store.column(holders) == [one, two, three, three].map { .integer($0) })
        #expect(file.candidate(holding: Laws.july(3, 4), for: contents.run) == nil)

        // Back to the second generation.
        let back = try file.begun(Laws.query(), window: Laws.week, from: .candidate(two), at: Laws.at(50))
        for (reading, ids) in zip(back.readings, [["a"], ["d"], ["c"]]) {
            _ = try file.stage(Laws.page(0, ids), as: PageRequest(window: reading.days), for: back.run)
        }
        let run = try #require(
            try file.replace(back, readings: back.readings, ending: Self.complete, at: Laws.at(51)))
        #expect(run.counts.stored == 3 && run.counts.added == 1 && run.counts.removed == 1)
        #expect(try store.column(holders) == [one, two, one].map { .integer($0) })
        #expect(try store.column("SELECT generation FROM candidates WHERE id = \(two)") == [5])
        try store.check()
    }

    @Test func `answers stay as long as a window or a generation needs them`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let first = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(0))
        for days in [Laws.july(1, 3), Laws.july(4, 7)] {
            try store.keepAnswer(of: first.candidate, days, at: Laws.at(0))
        }
        let readings = [Laws.july(1, 3), Laws.july(4, 7)].map {
            WindowReading(days: $0, status: .complete, readAt: Laws.at(1))
        }
        _ = try await writer.replace(first, readings: readings, ending: Self.complete, at: Laws.at(1))
        for round in 1...5 { try await Laws.sync(writer, [(4, 7, ["b"])], at: Int64(round) * 10) }
        let isThere = "SELECT count(*) FROM candidates WHERE id = \(first.candidate)"
        #expect(try store.number(isThere) == 1, "a window is of it")
        for round in 6...8 {
            #expect(try store.number(isThere) == 1, "a generation that can be gone back to has a window of it")
            try await Laws.sync(writer, [(1, 3, ["a"])], at: Int64(round) * 10)
        }
        #expect(try store.number(isThere) == 0)
        #expect(try store.number("SELECT count(*) FROM _answers") == 0)
        #expect(try store.number("SELECT count(*) FROM generations") == 9)
        try store.check()
    }

    @Test func `windows without answers are not read again, and no generation is gone back to without all`()
        async throws
    {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, [(1, 3, ["a"]), (4, 7, ["b"])])
        let candidate = try store.number("SELECT id FROM candidates")
        try store.keepAnswer(of: Int64(candidate), Laws.july(4, 7), at: Laws.at(1))
        let ticket = try await writer.begin(Laws.query(), window: Laws.week, from: .contents, at: Laws.at(10))
        #expect(ticket.readings.map(\.days) == [Laws.july(4, 7)])
        _ = try await writer.finish(ticket, ending: Self.failed, at: Laws.at(11))
        let refusal = await #expect(throws: StoreFailure.self) {
            _ = try await writer.begin(
                Laws.query(), window: Laws.week, from: .candidate(Int64(candidate)), at: Laws.at(12))
        }
        #expect(refusal?.kind == .refused && refusal?.reason.hasPrefix("not all answers") == true)
    }
}
