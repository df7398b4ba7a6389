internal import Articles
internal import Chronology
internal import SQLite
internal import Telemetry
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// Answers are kept, found again, and never given out damaged.
@Suite struct ArchiveTests {
    private typealias Raw = RawStore

    private static func requests() -> [PageRequest] {
        let (week, days) = (Raw.week, Raw.days("2015-07-08", "2015-07-09"))
        let part = Raw.days("2015-07-03", "2015-07-03")
        var requests = (0..<3).map { PageRequest(window: week, page: $0) }
        requests += (0..<2).map { PageRequest(window: week, order: .reversed, page: $0) }
        requests += [PageRequest(window: week, days: part, page: 0), PageRequest(window: week, days: part, page: 1)]
        requests += [PageRequest(window: days, page: 0), PageRequest(window: days, pass: 1, page: 0)]
        return requests
    }

    @Test func `an answer that was kept is found by its request, by this writer and the next`() async throws {
        let store = try Raw()
        let ticket = try store.begin()
        let writer = store.inspection.writer
        for (number, request) in Self.requests().enumerated() {
            #expect(try await writer.answer(to: request, for: ticket) == nil)
            try await writer.keep(InventedPages.page(number), to: request, for: ticket, at: Raw.at(Int64(number)))
        }
        for writer in [writer, store.inspection.writer] {
            for (number, request) in Self.requests().enumerated().reversed() {
                #expect(try await writer.answer(to: request, for: ticket) == InventedPages.page(number), "\(request)")
            }
        }
        let other = try store.begin("other")
        #expect(try await writer.answer(to: Self.requests()[0], for: other) == nil)
        #expect(
            try store.inspection.column("SELECT updated_at FROM candidates WHERE id = \(ticket.candidate)") == [
                .text(Raw.at(8).description)
            ])
        try store.inspection.check()
    }

    @Test func `any bytes are kept, and nothing is something`() async throws {
        let store = try Raw()
        let ticket = try store.begin()
        let writer = store.inspection.writer
        let answers: [[UInt8]] = [
            [], [0], InventedPages.page(1), (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }, [],
        ]
        for (page, answer) in answers.enumerated() {
            try await writer.keep(answer, to: PageRequest(window: Raw.week, page: page), for: ticket, at: Raw.at(1))
        }
        for (page, answer) in answers.enumerated() {
            #expect(try await writer.answer(to: PageRequest(window: Raw.week, page: page), for: ticket) == answer)
        }
    }

    @Test func `an answer that is kept again takes the place of the one before, and others stay readable`() async throws
    {
        let store = try Raw()
        let ticket = try store.begin()
        let writer = store.inspection.writer
        let requests = Self.requests()
        for round in 0..<3 {
            for (number, request) in requests.enumerated() {
                try await writer.keep(InventedPages.page(number + round * 20), to: request, for: ticket, at: Raw.at(1))
            }
        }
        for writer in [writer, store.inspection.writer] {
            for (number, request) in requests.enumerated() {
                #expect(try await writer.answer(to: request, for: ticket) == InventedPages.page(number + 40))
            }
        }
        // Only a base that others need stays beside them.
        #expect(try store.number("SELECT count(*) FROM _answers WHERE pass >= 0") == requests.count)
        #expect(try store.number("SELECT count(*) FROM _answers") == requests.count + 1)
        #expect(try store.reader.candidates(of: "basketball").map(\.pages) == [requests.count])
    }

    @Test func `kept answers of a window are listed in the order of staging`() async throws {
        let store = try Raw()
        let ticket = try store.begin()
        let writer = store.inspection.writer
        let requests = Self.requests()
        for request in requests.reversed() { try await writer.keep([1], to: request, for: ticket, at: Raw.at(1)) }
        var reading = WindowReading(days: Raw.week, status: .complete, readAt: Raw.at(1))
        #expect(try await writer.answers(of: reading, for: ticket) == Array(requests[..<7]))
        reading.days = requests[8].window
        #expect(try await writer.answers(of: reading, for: ticket) == Array(requests[7...]))
        reading.pass = 1
        #expect(try await writer.answers(of: reading, for: ticket) == [requests[8]])
        reading.pass = 2
        #expect(try await writer.answers(of: reading, for: ticket) == [])
        let gathered = try store.reader.gathered(for: Raw.query())
        #expect(gathered?.window == Raw.week && gathered?.requests == requests)
    }

    @Test func `the first page that says much is what the others are compressed against`() async throws {
        let store = try Raw()
        let ticket = try store.begin()
        let writer = store.inspection.writer
        let answers =
            [Array("{\"docs\":[]}".utf8), InventedPages.page(1, documents: 2)] + (2..<22).map { InventedPages.page($0) }
        for (page, answer) in answers.enumerated() {
            try await writer.keep(answer, to: PageRequest(window: Raw.week, page: page), for: ticket, at: Raw.at(1))
        }
        let bases = try store.inspection.column("SELECT base_id FROM _answers ORDER BY id")
        #expect(bases == [nil, nil, nil] + [SQLiteValue](repeating: 3, count: 19))
        for (page, answer) in answers.enumerated() {
            #expect(try await writer.answer(to: PageRequest(window: Raw.week, page: page), for: ticket) == answer)
        }
    }

    @Test func `a run that has ended, or whose candidate was dropped, keeps nothing`() async throws {
        let store = try Raw()
        let writer = store.inspection.writer
        let (one, two) = (try store.begin(), try store.begin("other"))
        try store.execute("UPDATE runs SET outcome = 'interrupted' WHERE id = \(one.run)")
        try store.execute("DELETE FROM candidates WHERE id = \(two.candidate)")
        for ticket in [one, two] {
            let failure = await #expect(throws: StoreFailure.self) {
                try await writer.keep([1], to: Self.requests()[0], for: ticket, at: Raw.at(1))
            }
            #expect(failure?.hint == "begin a new one")
        }
        #expect(try store.number("SELECT count(*) FROM _answers") == 0)
    }

    @Test func `a run without a candidate keeps nothing and finds nothing`() async throws {
        let store = try Raw()
        var ticket = try store.begin()
        ticket.candidate = 0
        let writer = store.inspection.writer
        try await writer.keep([1], to: Self.requests()[0], for: ticket, at: Raw.at(1))
        #expect(try await writer.answer(to: Self.requests()[0], for: ticket) == nil)
    }

    @Test(arguments: [
        "body = substr(body, 1, length(body) - 1)", "body = x''", "body = x'00'", "body = randomblob(length(body))",
        "size = size + 1", "size = 0", "size = -1", "size = 9223372036854775807",
        "body = (SELECT body FROM _answers WHERE page = 4)", "base_id = 99", "base_id = NULL", "base_id = id",
        "base_id = (SELECT id FROM _answers WHERE page = 4)",
    ])
    func `a kept answer that is damaged is removed, told once, and asked for again`(_ damage: String) async throws {
        let store = try Raw()
        let ticket = try store.begin()
        let memory = LogMemory()
        let requests = (0..<5).map { PageRequest(window: Raw.week, page: $0) }
        let first = store.inspection.writer
        for (page, request) in requests.enumerated() {
            try await first.keep(InventedPages.page(page), to: request, for: ticket, at: Raw.at(1))
        }
        try store.execute("UPDATE _answers SET \(damage) WHERE page = 2")
        let writer = SQLiteArticleWriter(path: store.path, logger: memory.logger())
        for _ in 0..<2 { #expect(try await writer.answer(to: requests[2], for: ticket) == nil) }
        #expect(memory.events.map(\.message) == ["a kept answer is damaged and is asked for again"])
        for page in [0, 1, 3, 4] {
            #expect(try await writer.answer(to: requests[page], for: ticket) == InventedPages.page(page))
        }
        try await writer.keep(InventedPages.page(2), to: requests[2], for: ticket, at: Raw.at(2))
        #expect(try await writer.answer(to: requests[2], for: ticket) == InventedPages.page(2))
        #expect(memory.events.count == 1)
    }

    @Test(arguments: [
        "UPDATE _answers SET body = zeroblob(9) WHERE base_id IS NULL", "DELETE FROM _answers WHERE base_id IS NULL",
        "UPDATE _answers SET size = size * 2 WHERE base_id IS NULL",
    ])
    func `where a base is damaged the answers against it are asked for again too`(_ damage: String) async throws {
        let store = try Raw()
        let ticket = try store.begin()
        let requests = (0..<5).map { PageRequest(window: Raw.week, page: $0) }
        let first = store.inspection.writer
        for (page, request) in requests.enumerated() {
            try await first.keep(InventedPages.page(page), to: request, for: ticket, at: Raw.at(1))
        }
        try store.execute(damage)
        // Whether it is noticed by reading or by going on.
        let memory = LogMemory()
        let writer = SQLiteArticleWriter(path: store.path, logger: memory.logger())
        try await writer.keep(
            InventedPages.page(5), to: PageRequest(window: Raw.week, page: 5), for: ticket, at: Raw.at(2))
        for request in requests { #expect(try await writer.answer(to: request, for: ticket) == nil) }
        for (page, request) in requests.enumerated() {
            try await writer.keep(InventedPages.page(page), to: request, for: ticket, at: Raw.at(3))
        }
        for (page, request) in (requests + [PageRequest(window: Raw.week, page: 5)]).enumerated() {
            #expect(try await writer.answer(to: request, for: ticket) == InventedPages.page(page))
        }
        #expect(!memory.events.isEmpty)
        try store.inspection.check()
    }

    @Test func `the newest five odd answers of a query are kept, each cut at a mebibyte`() async throws {
        let store = try Raw()
        let (ticket, other) = (try store.begin(), try store.begin("other"))
        let writer = store.inspection.writer
        for number in 0..<7 {
            let body = Array("<html>\n\t<b>\u{1B}[31mNo. \(number)\u{202E}</b>   \u{0}Sorry</html>".utf8)
            try await writer.keepOdd(body, reason: "no. \(number)", for: ticket, at: Raw.at(Int64(number)))
        }
        try await writer.keepOdd([0xFF, 0xFE], reason: "no text", for: other, at: Raw.at(9))
        let odd = try store.reader.oddAnswers(of: "basketball")
        #expect(odd.map(\.reason) == ["no. 6", "no. 5", "no. 4", "no. 3", "no. 2"])
        #expect(odd.first?.beginning == "<html> <b>[31mNo. 6</b> Sorry</html>")
        #expect(odd.first?.at == Raw.at(6) && odd.first?.run == ticket.run)
        #expect(try store.reader.oddAnswers(of: "other").map(\.beginning) == [""])
        let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: 32 + $0 % 90) }
        try await writer.keepOdd(large, reason: "too much", for: ticket, at: Raw.at(10))
        let newest = try #require(try store.reader.oddAnswers(of: "basketball").first)
        #expect(newest.bytes == 3_000_000 && newest.reason == "too much (its first 1048576 bytes are kept)")
        #expect(newest.beginning.count == 120)
        #expect(try store.reader.body(of: newest, query: "basketball") == Array(large.prefix(1 << 20)))
        try store.execute("UPDATE _odd_answers SET body = x'1234' WHERE size = 3000000")
        #expect(try store.reader.oddAnswers(of: "basketball").first?.beginning == "")
        #expect(throws: StoreFailure.self) { try store.reader.body(of: newest, query: "basketball") }
    }

    @Test func `the shape of a provider's answers is kept, and written only when it is another`() async throws {
        let store = try Raw()
        let writer = store.inspection.writer
        #expect(try await writer.shape(of: "nyt") == nil)
        try await writer.keep(shape: "a", of: "nyt", at: Raw.at(1))
        try await writer.keep(shape: "a", of: "nyt", at: Raw.at(2))
        #expect(try await writer.shape(of: "nyt") == "a")
        #expect(try store.inspection.column("SELECT changed_at FROM _shapes") == [.text(Raw.at(1).description)])
        #expect(try store.reader.shapeChange(of: "nyt") == Raw.at(1))
        try await writer.keep(shape: "b", of: "nyt", at: Raw.at(3))
        #expect(try store.reader.shapeChange(of: "nyt") == Raw.at(3))
        #expect(try store.reader.shapeChange(of: "other") == nil)
        #expect(try store.reader.shape(of: "nyt") == "b" && store.reader.shape(of: "other") == nil)
    }
}
