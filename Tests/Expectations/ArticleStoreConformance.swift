package import Articles
package import Chronology
internal import Testing

/// What every store must do, whatever it is made of: one law a contract of the ports, each on a store of its own.
package enum ArticleStoreConformance {
    /// A contract with the steps that show it.
    package struct Law: Sendable, CustomTestStringConvertible {
        package let name: String
        package let check: @Sendable (any ArticleWriter, any ArticleReader) async throws -> Void

        init(_ name: String, _ check: @escaping @Sendable (any ArticleWriter, any ArticleReader) async throws -> Void) {
            self.name = name
            self.check = check
        }

        package var testDescription: String { name }
    }

    package static let laws: [Law] = writing + identity + membership + windows + candidates + reading + freshness
}

extension ArticleStoreConformance {
    static let writing: [Law] = [
        Law("a run that is begun is a line of the journal") { writer, reader in
            let ticket = try await writer.begin(query(), window: week, at: at(0))
            #expect(ticket.current == RunTicket.Contents())
            let runs = try reader.runs(query: "basketball", limit: 10)
            #expect(runs == [Run(id: ticket.run, query: "basketball", startedAt: at(0), window: week)])
        },
        Law("readers see nothing of a run before it has replaced") { writer, reader in
            let ticket = try await writer.begin(query(), window: week, at: at(0))
            #expect(try await writer.stage(page(0, ["a", "b"]), for: ticket) == 2)
            #expect(try ids(reader) == [])
            _ = try await writer.replace(ticket, ending: RunEnding(.complete, counts: RunCounts()), at: at(1))
            #expect(try ids(reader) == ["a", "b"])
        },
        Law("pages in any order are ranked by their number") { writer, reader in
            try await sync(writer, [page(2, ["e"]), page(0, ["a", "b"]), page(1, ["c", "d"])])
            #expect(try ids(reader) == ["a", "b", "c", "d", "e"])
        },
        Law("an article on two pages counts once, at the lower place") { writer, reader in
            let ticket = try await writer.begin(query(), window: week, at: at(0))
            #expect(try await writer.stage(page(1, ["c", "a", "d"], version: 1), for: ticket) == 3)
            #expect(try await writer.stage(page(0, ["a", "b", "a"], version: 2), for: ticket) == 4)
            #expect(try await writer.stage(page(2, ["b", "e"], version: 3), for: ticket) == 5)
            let run = try await writer.replace(ticket, ending: RunEnding(.complete, counts: RunCounts()), at: at(1))
            #expect(run.counts.stored == 5)
            #expect(try ids(reader) == ["a", "b", "c", "d", "e"])
            #expect(try headlines(reader).prefix(2) == ["a 2", "b 2"])
        },
        Law("a run that is finished leaves the contents, and one line of the journal") { writer, reader in
            try await sync(writer, [page(0, ["a", "b"])])
            let ticket = try await writer.begin(query(), window: week, at: at(10))
            _ = try await writer.stage(page(0, ["c"]), for: ticket)
            let ending = RunEnding(.failed, counts: RunCounts(), reason: "nyt page 1: refused", failure: .transient)
            let run = try await writer.finish(ticket, ending: ending, at: at(11))
            #expect(run.outcome == .failed && run.finishedAt == at(11) && run.counts.stored == 2)
            #expect(try ids(reader) == ["a", "b"])
            let runs = try reader.runs(query: "basketball", limit: 10)
            #expect(runs.map { $0.outcome } == [.failed, .complete])
            #expect(runs.first == run)
        },
        Law("a run ends once") { writer, _ in
            let ticket = try await writer.begin(query(), window: week, at: at(0))
            let ending = RunEnding(.cancelled, counts: RunCounts())
            _ = try await writer.finish(ticket, ending: ending, at: at(1))
            await #expect(throws: StoreFailure.self) { try await writer.finish(ticket, ending: ending, at: at(2)) }
            await #expect(throws: StoreFailure.self) { try await writer.replace(ticket, ending: ending, at: at(2)) }
            await #expect(throws: StoreFailure.self) { _ = try await writer.stage(page(0, ["a"]), for: ticket) }
        },
        Law("a ticket tells what the query holds") { writer, _ in
            try await sync(writer, [page(0, ["a", "b"])])
            let ticket = try await writer.begin(query(), window: week, at: at(5))
            let expected = RunTicket.Contents(
                articles: 2, generation: 1, coverage: .complete, fingerprint: query().fingerprint,
                windows: ticket.current.windows)
            #expect(ticket.current == expected)
            #expect(ticket.current.windows.map { $0.days } == [week] && ticket.current.windows[0].stored == 2)
        },
        Law("counts say what came, changed and went") { writer, _ in
            try await sync(writer, [page(0, ["a", "b", "c"])])
            var second = page(0, ["b", "c", "d"])
            second.articles[1].headline = "another"
            let run = try await sync(writer, [second], at: 10)
            #expect(run.counts.added == 1 && run.counts.changed == 1 && run.counts.removed == 1)
            #expect(run.counts.stored == 3)
            let third = try await sync(writer, [second], at: 20)
            #expect(third.counts.added == 0 && third.counts.changed == 0 && third.counts.removed == 0)
        },
        Law("a run of a query that is going is the only one until it has ended") { writer, reader in
            let one = try await writer.begin(query(), window: week, at: at(0))
            let refusal = await #expect(throws: StoreFailure.self) {
                _ = try await writer.begin(query(), window: week, at: at(1))
            }
            #expect(refusal?.kind == .going)
            // Another query is another matter.
            _ = try await sync(writer, [page(0, ["x"])], query: query("other"))
            _ = try await writer.stage(page(0, ["a", "b"]), for: one)
            _ = try await writer.replace(one, ending: RunEnding(.complete, counts: RunCounts()), at: at(2))
            _ = try await sync(writer, [page(0, ["b", "c"])], at: 3)
            #expect(try ids(reader, listing(["basketball"])) == ["b", "c"])
            #expect(try reader.runs(query: "basketball", limit: 9).count == 2)
        },
    ]
}

// What the laws are told with.
extension ArticleStoreConformance {
    package static let week: DayRange = days("2015-07-01", "2015-07-07")

    package static func days(_ from: String, _ to: String) -> DayRange {
        guard let from = DayFormat.iso.day(from: from), let to = DayFormat.iso.day(from: to),
            let range = DayRange(from: from, to: to)
        else { preconditionFailure("no such days") }
        return range
    }

    package static func at(_ seconds: Int64) -> Instant { Instant(secondsSince1970: 1_436_000_000 + seconds) }

    package static func query(_ name: String = "basketball", keep: ArticleQuery.Keep = .window) -> ArticleQuery {
        guard let utc = TimeZone.utc else { preconditionFailure("the system has no time zones") }
        var query = ArticleQuery(name: name, provider: "nyt", window: .fixed(week), timeZone: utc)
        query.text = name
        query.keep = keep
        return query
    }

    package static func article(_ id: String, aliases: [String] = [], version: Int = 0) -> Article {
        var article = Article(key: ArticleKey(provider: "nyt", id: id))
        article.aliases = aliases
        article.headline = version == 0 ? id : "\(id) \(version)"
        article.url = "https://www.example.com/\(id)"
        return article
    }

    package static func page(_ number: Int, _ ids: [String], version: Int = 0) -> ArticlePage {
        page(number, ids.map { article($0, version: version) })
    }

    package static func page(_ number: Int, _ articles: [Article]) -> ArticlePage {
        ArticlePage(number: number, total: .exactly(articles.count), articles: articles)
    }

    /// One whole run.
    @discardableResult
    package static func sync(
        _ writer: any ArticleWriter, _ pages: [ArticlePage], query: ArticleQuery = query(), window: DayRange = week,
        at seconds: Int64 = 0
    ) async throws -> Run {
        let ticket = try await writer.begin(query, window: window, at: at(seconds))
        for page in pages { _ = try await writer.stage(page, for: ticket) }
        return try await writer.replace(ticket, ending: RunEnding(.complete, counts: RunCounts()), at: at(seconds + 1))
    }

    package static func listing(_ queries: [String] = []) -> ArticleListing {
        var listing = ArticleListing()
        listing.queries = queries
        return listing
    }

    static func list(_ reader: any ArticleReader, _ listing: ArticleListing = ArticleListing()) throws
        -> [StoredArticle]
    {
        var articles: [StoredArticle] = []
        let count = try reader.articles(listing) { articles.append($0) }
        #expect(count == articles.count)
        return articles
    }

    static func ids(_ reader: any ArticleReader, _ listing: ArticleListing = ArticleListing()) throws -> [String] {
        try list(reader, listing).map { $0.article.key.id }
    }

    static func headlines(_ reader: any ArticleReader) throws -> [String?] {
        try list(reader).map { $0.article.headline }
    }
}
