internal import Articles
internal import Chronology
internal import TestSupport
internal import Testing

extension ArticleStoreConformance {
    static let reading: [Law] = [
        Law("a listing of several queries has each article once, best rank first") { writer, reader in
            try await sync(writer, [page(0, ["a", "b", "c"])])
            try await sync(writer, [page(0, ["c", "d"])], query: query("other"), at: 10)
            #expect(Set(try ids(reader, listing(["basketball", "other"])).prefix(2)) == ["a", "c"])
            #expect(try ids(reader, listing(["basketball", "other"])).count == 4)
            #expect(try ids(reader).count == 4)
            #expect(try ids(reader, listing(["nobody"])) == [])
        },
        Law("a listing is cut by limit and offset") { writer, reader in
            try await sync(writer, [page(0, ["a", "b", "c", "d"])])
            for (limit, offset, expected) in [
                (2, 0, ["a", "b"]), (2, 1, ["b", "c"]), (0, 0, []), (9, 3, ["d"]), (nil, 2, ["c", "d"]), (1, 9, []),
            ] as [(Int?, Int, [String])] {
                var listing = listing(["basketball"])
                listing.limit = limit
                listing.offset = offset
                #expect(try ids(reader, listing) == expected)
            }
        },
        Law("what the receiver of a listing throws comes through as it is") { writer, reader in
            try await sync(writer, [page(0, ["a", "b"])])
            #expect(throws: TestFailure.self) {
                try reader.articles(ArticleListing()) { _ in throw TestFailure("enough") }
            }
            #expect(try ids(reader) == ["a", "b"])
        },
        Law("the journal is newest first, of one query or of all") { writer, reader in
            try await sync(writer, [page(0, ["a"])])
            try await sync(writer, [page(0, ["a"])], query: query("other"), at: 10)
            try await sync(writer, [page(0, ["a"])], at: 20)
            #expect(try reader.runs(query: nil, limit: 9).map { $0.startedAt } == [at(20), at(10), at(0)])
            #expect(try reader.runs(query: "basketball", limit: 9).map { $0.startedAt } == [at(20), at(0)])
            #expect(try reader.runs(query: nil, limit: 1).map { $0.startedAt } == [at(20)])
            #expect(try reader.runs(query: "nobody", limit: 9) == [])
        },
        Law("the journal keeps everything that a run counted") { writer, reader in
            var counts = RunCounts()
            counts.announced = .atLeast(10_000)
            (counts.fetched, counts.unique, counts.dropped) = (30, 29, 1)
            (counts.pages, counts.requests, counts.bytes) = (3, 4, 50_000)
            let ticket = try await writer.begin(query(), window: week, at: at(0))
            let ending = RunEnding(.capped, coverage: .capped, counts: counts, reason: "the day has more")
            let run = try await writer.replace(
                ticket, ending: ending, at: Instant(millisecondsSince1970: 1_436_000_001_250))
            #expect(run.counts == counts && run.outcome == .capped && run.reason == "the day has more")
            #expect(try reader.runs(query: nil, limit: 1) == [run])
        },
        Law("a status is told for every query, in name order") { writer, reader in
            try await sync(writer, [page(0, ["a", "b"])])
            _ = try await writer.begin(query("arts"), window: week, at: at(10))
            let statuses = try reader.statuses(staleAfter: [:], at: at(100))
            #expect(statuses.map { $0.name } == ["arts", "basketball"])
            let filled = try #require(statuses.last)
            #expect(filled.articles == 2 && filled.generation == 1 && filled.coverage == .complete)
            #expect(filled.window == week && filled.contentsAt == at(1) && filled.freshness == .fresh(since: at(1)))
            #expect(filled.fingerprint == query().fingerprint && filled.lastRun?.outcome == .complete)
            let empty = try #require(statuses.first)
            #expect(empty.freshness == .never && empty.generation == 0 && empty.lastRun?.outcome == .running)
        },
        Law("a generation is a replacement") { writer, reader in
            for generation in 1...3 {
                try await sync(writer, [page(0, ["a"])], at: Int64(generation) * 10)
                #expect(try reader.statuses(staleAfter: [:], at: at(99)).map { $0.generation } == [generation])
            }
        },
    ]

    static let freshness: [Law] = [
        Law("004-48 after a failure the articles stay, with since when and why they are stale") { writer, reader in
            try await sync(writer, [page(0, ["a", "b"])])
            let ticket = try await writer.begin(query(), window: week, at: at(10))
            let ending = RunEnding(.failed, counts: RunCounts(), reason: "nyt: refused", failure: .transient)
            _ = try await writer.finish(ticket, ending: ending, at: at(11))
            // A run that has just begun, or was skipped, is no better news.
            let skipped = try await writer.begin(query(), window: week, at: at(12))
            _ = try await writer.finish(skipped, ending: RunEnding(.skipped, counts: RunCounts()), at: at(12))
            _ = try await writer.begin(query(), window: week, at: at(13))
            #expect(try ids(reader) == ["a", "b"])
            let status = try #require(try reader.statuses(staleAfter: [:], at: at(20)).first)
            #expect(status.freshness == .stale(since: at(1), reason: "nyt: refused"))
            #expect(status.lastRun?.outcome == .running)
        },
        Law("contents grow stale with age") { writer, reader in
            try await sync(writer, [page(0, ["a"])])
            let limits: [String: Duration] = ["basketball": .seconds(60)]
            #expect(try reader.statuses(staleAfter: limits, at: at(61)).map { $0.freshness } == [.fresh(since: at(1))])
            let stale = Freshness.stale(since: at(1), reason: "older than stale_after")
            #expect(try reader.statuses(staleAfter: limits, at: at(62)).map { $0.freshness } == [stale])
        },
        Law("a good run makes contents fresh again") { writer, reader in
            try await sync(writer, [page(0, ["a"])])
            let ticket = try await writer.begin(query(), window: week, at: at(10))
            _ = try await writer.finish(ticket, ending: RunEnding(.failed, counts: RunCounts()), at: at(11))
            try await sync(writer, [page(0, ["a"])], at: 20)
            #expect(try reader.statuses(staleAfter: [:], at: at(30)).map { $0.freshness } == [.fresh(since: at(21))])
        },
    ]
}
