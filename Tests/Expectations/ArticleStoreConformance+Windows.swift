package import Articles
package import Chronology
internal import TestSupport
internal import Testing

extension ArticleStoreConformance {
    static let windows: [Law] = [
        Law("only the windows that were read are replaced") { writer, reader in
            try await sync(writer, [(1, 2, ["a", "b"]), (3, 4, ["c", "d"]), (5, 7, ["e"])])
            let run = try await sync(writer, [(3, 4, ["d", "x"])], at: 10)
            #expect(run.counts.added == 1 && run.counts.removed == 1 && run.counts.changed == 0)
            #expect(run.counts.stored == 5)
            #expect(try ids(reader, listing(["basketball"])) == ["a", "b", "d", "x", "e"])
            #expect(try reader.article("c")?.vanishedAt == at(11))
            let ticket = try await writer.begin(query(), window: week, at: at(20))
            #expect(ticket.current.windows.map(\.days) == [july(1, 2), july(3, 4), july(5, 7)])
            #expect(ticket.current.windows.map(\.stored) == [2, 2, 1])
            #expect(ticket.current.windows.map(\.readAt) == [at(1), at(11), at(1)])
            #expect(ticket.current.articles == 5 && ticket.current.confirmed == 5)
        },
        Law("the ledger tells a window as it was read") { writer, _ in
            var reading = WindowReading(days: july(1, 7), status: .capped, announced: .atLeast(10_000), readAt: at(3))
            (reading.rank, reading.fetched, reading.unique, reading.dropped) = (4, 30, 28, 1)
            (reading.pages, reading.cap, reading.pass) = (3, 1_000, 2)
            reading.holes = [
                CoverageHole(days: july(2, 2), missing: 70, reason: "the day has \"more\" than the cap"),
                CoverageHole(days: july(5, 6), missing: 10, reason: "nyt page 4: refused\n"),
            ]
            reading.reason = "the provider gives no more"
            let ticket = try await writer.begin(query(), window: week, at: at(0))
            _ = try await writer.stage(page(0, ["a", "b"]), for: ticket)
            _ = try await writer.replace(
                ticket, readings: [reading], ending: RunEnding(.capped, coverage: .capped, counts: RunCounts()),
                at: at(4))
            reading.stored = 2
            #expect(try await writer.begin(query(), window: week, at: at(5)).current.windows == [reading])
        },
        Law("an article that comes with another window moves there") { writer, reader in
            try await sync(writer, [(1, 2, ["a", "b"]), (3, 4, ["c"])])
            let run = try await sync(writer, [(3, 4, ["c", "b"])], at: 10)
            #expect(run.counts.added + run.counts.removed + run.counts.changed == 0 && run.counts.stored == 3)
            #expect(try ids(reader, listing(["basketball"])) == ["a", "c", "b"])
            let ticket = try await writer.begin(query(), window: week, at: at(20))
            #expect(ticket.current.windows.map(\.stored) == [1, 2])
        },
        Law("a window takes the place of all that it overlaps") { writer, reader in
            try await sync(writer, [(1, 2, ["a", "b"]), (3, 4, ["c", "d"]), (5, 7, ["e"])])
            let run = try await sync(writer, [(2, 4, ["d", "n"])], at: 10)
            #expect(run.counts.added == 1 && run.counts.removed == 3)
            #expect(try ids(reader, listing(["basketball"])) == ["d", "n", "e"])
            _ = try await sync(writer, [(2, 2, ["n"]), (3, 3, ["d"]), (4, 4, [])], at: 20)
            #expect(try ids(reader, listing(["basketball"])) == ["n", "d", "e"])
            let ticket = try await writer.begin(query(), window: week, at: at(30))
            #expect(ticket.current.windows.map(\.days) == [july(2, 2), july(3, 3), july(4, 4), july(5, 7)])
        },
        Law("a window that the query wants no more ends, unless everything is kept") { writer, reader in
            for keep in ArticleQuery.Keep.allCases {
                let query = query("\(keep)", keep: keep)
                try await sync(writer, [(1, 2, ["a"]), (3, 4, ["b"]), (5, 7, ["c"])], query: query)
                let run = try await sync(
                    writer, [(5, 9, ["c", "d"])], query: query, window: july(4, 9), at: 10)
                #expect(run.counts.removed == (keep == .window ? 1 : 0))
                let left = keep == .window ? ["b", "c", "d"] : ["a", "b", "c", "d"]
                #expect(try ids(reader, listing([query.name])) == left)
                let ticket = try await writer.begin(query, window: week, at: at(20))
                #expect(ticket.current.windows.count == (keep == .window ? 2 : 3))
                #expect(ticket.current.confirmed == left.count)
            }
        },
        Law("windows are listed by their rank") { writer, reader in
            let ticket = try await writer.begin(query(), window: week, at: at(0))
            try await stage(writer, [(1, 3, ["old"]), (4, 7, ["new"])], ticket)
            var readings = [july(1, 3), july(4, 7)].map { WindowReading(days: $0, status: .complete, readAt: at(1)) }
            (readings[0].rank, readings[1].rank) = (2, 1)
            _ = try await writer.replace(
                ticket, readings: readings, ending: RunEnding(.complete, counts: RunCounts()), at: at(1))
            #expect(try ids(reader, listing(["basketball"])) == ["new", "old"])
        },
        Law("in a window the passes come one after the other, the front before the end, parts last") { writer, reader in
            let ticket = try await writer.begin(query(), window: week, at: at(0))
            func stage(_ ids: [String], _ request: PageRequest) async throws {
                _ = try await writer.stage(page(request.page, ids), as: request, for: ticket)
            }
            try await stage(["n", "m"], PageRequest(window: week, order: .reversed, page: 0))
            try await stage(["p"], PageRequest(window: week, days: july(3, 3), page: 0))
            try await stage(["q"], PageRequest(window: week, days: july(5, 5), page: 0))
            try await stage(["l", "k"], PageRequest(window: week, order: .reversed, page: 1))
            try await stage(["z"], PageRequest(window: week, pass: 1, page: 0))
            try await stage(["c"], PageRequest(window: week, page: 1))
            try await stage(["a", "b"], PageRequest(window: week, page: 0))
            // The same page again, with others on it.
            try await stage(["x", "a", "y"], PageRequest(window: week, page: 0))
            _ = try await writer.replace(ticket, ending: RunEnding(.complete, counts: RunCounts()), at: at(1))
            #expect(try ids(reader) == ["a", "b", "x", "y", "c", "k", "l", "m", "n", "p", "q", "z"])
        },
        Law("an article in two windows counts once, in the earlier") { writer, reader in
            let ticket = try await writer.begin(query(), window: week, at: at(0))
            try await stage(writer, [(5, 7, ["c", "b"]), (1, 4, ["a", "b"])], ticket)
            let run = try await writer.replace(
                ticket,
                readings: [july(1, 4), july(5, 7)].map { WindowReading(days: $0, status: .complete, readAt: at(1)) },
                ending: RunEnding(.complete, counts: RunCounts()), at: at(1))
            #expect(run.counts.stored == 3)
            let next = try await writer.begin(query(), window: week, at: at(2))
            #expect(next.current.windows.map(\.stored) == [2, 1])
            #expect(Set(try ids(reader)) == ["a", "b", "c"])
        },
        Law("a window that is forgotten leaves what was staged before as it was") { writer, reader in
            try await sync(writer, [page(0, ["known", "k2"])])
            let ticket = try await writer.begin(query(), window: week, at: at(10))
            let first = [article("known", version: 2), article("b"), article("c"), article("k2")]
            let request = PageRequest(window: july(5, 7))
            #expect(try await writer.stage(page(0, first), as: request, for: ticket) == 4)
            for round in 0..<2 {
                // Takes some over, ties others, and brings its own.
                let second = [
                    article("c"), article("new", aliases: ["b", "known"]), article("d"), article("k2", version: 3),
                    article("e", aliases: ["d", "k2"]),
                ]
                let earlier = PageRequest(window: july(1, 4), pass: round)
                #expect(try await writer.stage(page(0, second), as: earlier, for: ticket) == 3)
                #expect(try await writer.unstage(july(1, 4), for: ticket) == 4)
            }
            #expect(try await writer.stage(page(1, ["d", "b"]), as: request, for: ticket) == 5)
            let readings = [WindowReading(days: july(5, 7), status: .complete, readAt: at(11))]
            let run = try await writer.replace(
                ticket, readings: readings, ending: RunEnding(.complete, counts: RunCounts()), at: at(11))
            #expect(run.counts.stored == 5 && run.counts.added == 3 && run.counts.changed == 1)
            #expect(try headlines(reader) == ["known 2", "b", "c", "k2", "d"])
            #expect(try list(reader).allSatisfy { $0.article.aliases.isEmpty })
        },
        Law("whatever windows are read, the contents are what a plain reckoning says") { writer, reader in
            for seed in 1...6 as ClosedRange<UInt64> { try await compare(with: seed, writer, reader) }
        },
    ]

    static let candidates: [Law] = [
        Law("a held result leaves the contents and is told to the next run") { writer, reader in
            try await sync(writer, [page(0, ["a", "b"])])
            for (number, agreements) in [(1, 0), (2, 0), (3, 1), (4, 0), (5, 0), (6, 0)] {
                let ticket = try await writer.begin(query(), window: week, at: at(Int64(number) * 10))
                _ = try await writer.stage(page(0, ["a"]), for: ticket)
                var counts = RunCounts()
                counts.announced = .exactly(number)
                let ending = RunEnding(.held, coverage: .complete, counts: counts, reason: "half of it is gone")
                let run = try await writer.hold(
                    ticket, readings: [WindowReading(days: week, status: .complete, readAt: at(1))], ending: ending,
                    agreements: agreements, at: at(Int64(number) * 10 + 1))
                #expect(run.outcome == .held && run.counts.stored == 2 && run.reason == "half of it is gone")
                #expect(try ids(reader) == ["a", "b"])
                let next = try await writer.begin(query(), window: week, at: at(Int64(number) * 10 + 2))
                // What agrees takes the place of those before, and three are kept.
                #expect(
                    next.held.map { $0.announced?.count }
                        == [[1], [2, 1], [3], [4, 3], [5, 4, 3], [6, 5, 4]][number - 1])
                let held = try #require(next.held.first)
                #expect(held.id == ticket.candidate && held.state == .held && held.articles == 1 && held.window == week)
                #expect(held.agreements == agreements && held.reason == ending.reason && held.coverage == .complete)
                _ = try await writer.finish(next, ending: RunEnding(.failed, counts: RunCounts()), at: at(5))
            }
            let before = try await writer.begin(query(), window: week, at: at(100))
            let dropped = try #require(before.held.first)
            try await writer.drop(candidate: dropped.id)
            await #expect(throws: StoreFailure.self) { try await writer.drop(candidate: dropped.id) }
            // What a run is filling cannot be taken away from it.
            await #expect(throws: StoreFailure.self) { try await writer.drop(candidate: before.candidate) }
            _ = try await writer.stage(page(0, ["a"]), for: before)
            _ = try await writer.replace(before, ending: RunEnding(.complete, counts: RunCounts()), at: at(101))
            // What was held against contents that are gone is overtaken.
            #expect(try await writer.begin(query(), window: week, at: at(110)).held == [])
        },
        Law("a candidate that is not there begins no run") { writer, reader in
            await #expect(throws: StoreFailure.self) {
                _ = try await writer.begin(query(), window: week, from: .candidate(77), at: at(0))
            }
            let runs = try reader.runs(query: nil, limit: 9)
            #expect(runs == [])
        },
        Law("a difference tells what a replacement would do, and does nothing") { writer, reader in
            try await sync(writer, [(1, 3, ["a", "b", "c"]), (4, 7, ["d", "e"])])
            let ticket = try await writer.begin(query(), window: week, at: at(10))
            let staged = [article("n"), article("b", version: 2), article("a"), article("d")]
            _ = try await writer.stage(page(0, staged), as: PageRequest(window: july(1, 3)), for: ticket)
            let readings = [WindowReading(days: july(1, 3), status: .complete, readAt: at(11))]
            let difference = try await writer.difference(ticket, readings: readings, examples: 2)
            #expect((difference.added, difference.changed, difference.removed) == (1, 1, 1))
            typealias Example = ContentsDifference.Example
            #expect(
                difference.examples == [
                    Example(change: .added, key: article("n").key, headline: "n"),
                    Example(change: .changed, key: article("b").key, headline: "b 2", fields: ["headline"]),
                    Example(change: .removed, key: article("c").key, headline: "c"),
                ])
            #expect(try await writer.difference(ticket, readings: readings, examples: 0).examples == [])
            #expect(try ids(reader, listing(["basketball"])) == ["a", "b", "c", "d", "e"])
            let run = try await writer.replace(
                ticket, readings: readings, ending: RunEnding(.complete, counts: RunCounts()), at: at(11))
            #expect((run.counts.added, run.counts.changed, run.counts.removed) == (1, 1, 1))
            let next = try await writer.begin(query(), window: week, at: at(20))
            _ = try await writer.stage(page(0, staged), as: PageRequest(window: july(1, 3)), for: next)
            #expect(try await writer.difference(next, readings: readings, examples: 9).isEmpty)
        },
        Law("the journal keeps what was unusual") { writer, reader in
            let ticket = try await writer.begin(query(), window: week, at: at(0))
            var ending = RunEnding(.failed, counts: RunCounts())
            ending.notices = ["`response.meta.hits` is gone; \"x\" is new", "another"]
            let run = try await writer.finish(ticket, ending: ending, at: at(1))
            #expect(run.notices == ending.notices)
            #expect(try reader.runs(query: nil, limit: 1) == [run])
        },
    ]
}

// What the laws of windows are told with.
extension ArticleStoreConformance {
    /// From one day of July 2015 to another.
    package static func july(_ from: Int, _ to: Int) -> DayRange {
        DayRange(last: to - from + 1, endingOn: week.from.adding(days: to - 1))
    }

    /// A window by its days of July 2015, and the ids on its only page.
    package typealias WindowPage = (from: Int, to: Int, ids: [String])

    static func stage(
        _ writer: any ArticleWriter, _ windows: [WindowPage], version: Int = 0, _ ticket: RunTicket
    ) async throws {
        for window in windows {
            let request = PageRequest(window: july(window.from, window.to))
            _ = try await writer.stage(page(0, window.ids, version: version), as: request, for: ticket)
        }
    }

    /// One whole run over some windows, listed from the oldest.
    @discardableResult
    package static func sync(
        _ writer: any ArticleWriter, _ windows: [WindowPage], version: Int = 0, query: ArticleQuery = query(),
        window: DayRange = week, at seconds: Int64 = 0
    ) async throws -> Run {
        let ticket = try await writer.begin(query, window: window, at: at(seconds))
        try await stage(writer, windows, version: version, ticket)
        let readings = windows.map { window in
            var reading = WindowReading(days: july(window.from, window.to), status: .complete, readAt: at(seconds + 1))
            reading.rank = window.from
            return reading
        }
        return try await writer.replace(
            ticket, readings: readings, ending: RunEnding(.complete, counts: RunCounts()), at: at(seconds + 1))
    }

    /// The same for the same seed.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 31
        }
    }

    /// Replaces windows at random beside lists of ids that are kept by hand.
    private static func compare(
        with seed: UInt64, _ writer: any ArticleWriter, _ reader: any ArticleReader
    ) async throws {
        var dice = Dice(state: seed)
        let query = query("random \(seed)")
        var held: [WindowPage] = []
        for round in 0..<12 {
            let wanted = Int.random(in: 1...8, using: &dice)
            var (windows, from): ([WindowPage], Int) = ([], wanted)
            while from <= wanted + 12 {
                let to = from + Int.random(in: 0...4, using: &dice)
                if Int.random(in: 0..<3, using: &dice) > 0 {
                    windows.append(
                        (
                            from, to,
                            (0..<Int.random(in: 0...6, using: &dice)).map { _ in
                                "a\(Int.random(in: 0..<40, using: &dice))"
                            }
                        ))
                }
                from = to + 1
            }
            let before = Set(held.flatMap(\.ids))
            let run = try await sync(
                writer, windows.shuffled(using: &dice), query: query, window: july(wanted, wanted + 16),
                at: Int64(round) * 10)
            var seen: Set<String> = []
            let read = windows.map { ($0.from, $0.to, $0.ids.filter { seen.insert($0).inserted }) }
            held = held.filter { old in
                !windows.contains { $0.from <= old.to && old.from <= $0.to } && old.to >= wanted
                    && old.from <= wanted + 16
            }.map { ($0.from, $0.to, $0.ids.filter { !seen.contains($0) }) }
            held = (held + read).sorted { $0.from < $1.from }
            let after = Set(held.flatMap(\.ids))
            let comment: Comment = "seed \(seed), round \(round)"
            #expect(try ids(reader, listing([query.name])) == held.flatMap(\.ids), comment)
            #expect(run.counts.stored == after.count && run.counts.changed == 0, comment)
            #expect(run.counts.added == after.subtracting(before).count, comment)
            #expect(run.counts.removed == before.subtracting(after).count, comment)
            let ticket = try await writer.begin(query, window: week, at: at(Int64(round) * 10 + 2))
            #expect(ticket.current.windows.map(\.days) == held.map { july($0.from, $0.to) }, comment)
            #expect(ticket.current.windows.map(\.stored) == held.map(\.ids.count), comment)
            _ = try await writer.finish(ticket, ending: RunEnding(.failed, counts: RunCounts()), at: at(0))
        }
    }
}
