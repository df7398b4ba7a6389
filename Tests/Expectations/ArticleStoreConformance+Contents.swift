package import Articles
internal import Chronology
internal import Testing

extension ArticleStoreConformance {
    static let identity: [Law] = [
        Law("an article comes back with every field as it went in") { writer, reader in
            let plain = Article(key: ArticleKey(provider: "nyt", id: "plain"))
            try await sync(writer, [page(0, [full, plain])])
            #expect(try list(reader).map { $0.article } == [full, plain])
        },
        Law("an article is found by provider id, older id, key, store id and URL") { writer, reader in
            try await sync(writer, [page(0, [full, article("b")])])
            let stored = try #require(try reader.article("full"))
            #expect(stored.article == full && stored.queries == ["basketball"])
            for reference in ["older", "nyt:full", "nyt:older", "\(stored.id)", "https://www.example.com/full"] {
                #expect(try reader.article(reference) == stored, "by \(reference)")
            }
            #expect(try reader.article("nobody") == nil)
            #expect(try reader.article("") == nil)
            #expect(try reader.article("0") == nil)
        },
        Law("an article with a new id is known by its older one") { writer, reader in
            try await sync(writer, [page(0, ["x", "y"])])
            let before = try #require(try reader.article("x"))
            let run = try await sync(writer, [page(0, [article("new", aliases: ["x"]), article("y")])], at: 10)
            #expect(run.counts.added == 0 && run.counts.removed == 0 && run.counts.changed == 1)
            #expect(try ids(reader) == ["new", "y"])
            let after = try #require(try reader.article("x"))
            #expect(after.id == before.id && after.article.key.id == "new" && after.article.aliases == ["x"])
            #expect(after.firstSeenAt == before.firstSeenAt)
        },
        Law("an article that comes by its older id again is the same") { writer, reader in
            try await sync(writer, [page(0, [article("new", aliases: ["x"])])])
            let before = try #require(try reader.article("new"))
            let run = try await sync(writer, [page(0, ["x"])], at: 10)
            #expect(run.counts.stored == 1 && run.counts.added == 0 && run.counts.removed == 0)
            let after = try #require(try reader.article("x"))
            #expect(after.id == before.id && after.article.aliases == ["new"])
            #expect(try reader.article("new")?.id == before.id)
        },
        Law("ids that are tied on different pages are one article") { writer, reader in
            let ticket = try await writer.begin(query(), window: week, at: at(0))
            #expect(try await writer.stage(page(2, ["x"], version: 1), for: ticket) == 1)
            #expect(try await writer.stage(page(1, ["y"], version: 2), for: ticket) == 2)
            let tie = article("z", aliases: ["x", "y"], version: 3)
            #expect(try await writer.stage(page(3, [tie]), for: ticket) == 1)
            #expect(try await writer.stage(page(0, ["z"], version: 4), for: ticket) == 1)
            _ = try await writer.replace(ticket, ending: RunEnding(.complete, counts: RunCounts()), at: at(1))
            #expect(try headlines(reader) == ["z 4"])
            #expect(try #require(try reader.article("z")).article.aliases.sorted() == ["x", "y"])
        },
        Law("two articles that turn out to be one are one in every query") { writer, reader in
            try await sync(writer, [page(0, [article("x"), article("y", aliases: ["older y"])])])
            try await sync(writer, [page(0, ["y", "w"])], query: query("other"), at: 10)
            let before = try #require(try reader.article("x"))
            let run = try await sync(writer, [page(0, [article("x", aliases: ["y"])])], at: 20)
            #expect(run.counts.stored == 1)
            #expect(try reader.article("y")?.id == before.id)
            #expect(try reader.article("older y")?.id == before.id)
            #expect(try ids(reader, listing(["other"])) == ["x", "w"])
            #expect(try reader.article("x")?.queries == ["basketball", "other"])
        },
        Law("the same id at two providers is two articles") { writer, reader in
            let other = Article(key: ArticleKey(provider: "guardian", id: "a"))
            try await sync(writer, [page(0, [article("a"), other])])
            #expect(try list(reader).map { $0.article.key.provider } == ["nyt", "guardian"])
        },
    ]

    static let membership: [Law] = [
        Law("an article of two queries leaves one and stays in the other") { writer, reader in
            try await sync(writer, [page(0, ["a", "b"])])
            try await sync(writer, [page(0, ["b", "c"])], query: query("other"), at: 10)
            #expect(try reader.article("b")?.queries == ["basketball", "other"])
            try await sync(writer, [page(0, ["a"])], at: 20)
            #expect(try ids(reader, listing(["basketball"])) == ["a"])
            #expect(try ids(reader, listing(["other"])) == ["b", "c"])
            let stayed = try #require(try reader.article("b"))
            #expect(stayed.queries == ["other"] && stayed.vanishedAt == nil && stayed.lastSeenAt == at(11))
            try await sync(writer, [page(0, ["a", "b"])], at: 30)
            try await sync(writer, [page(0, ["a"])], at: 40)
            #expect(try reader.article("b")?.lastSeenAt == at(31))
            try await sync(writer, [page(0, ["c"])], query: query("other"), at: 50)
            let gone = try #require(try reader.article("b"))
            #expect(gone.lastSeenAt == at(31) && gone.vanishedAt == at(51))
        },
        Law("an article that no query holds has vanished, and returns as the same") { writer, reader in
            try await sync(writer, [page(0, ["a", "b"])])
            try await sync(writer, [page(0, ["a", "b"])], at: 10)
            try await sync(writer, [page(0, ["a"])], at: 20)
            let gone = try #require(try reader.article("b"))
            #expect(gone.vanishedAt == at(21) && gone.lastSeenAt == at(11) && gone.queries == [])
            #expect(try ids(reader) == ["a"])
            let run = try await sync(writer, [page(0, ["a", "b"])], at: 30)
            #expect(run.counts.added == 1 && run.counts.changed == 0)
            let back = try #require(try reader.article("b"))
            #expect(back.vanishedAt == nil && back.id == gone.id && back.lastSeenAt == at(31))
            #expect(back.firstSeenAt == at(1) && back.changedAt == at(1))
        },
        Law("a present article was last seen when its query was last confirmed") { writer, reader in
            try await sync(writer, [page(0, ["a"])])
            try await sync(writer, [page(0, ["a"])], at: 50)
            let article = try #require(try reader.article("a"))
            #expect(article.lastSeenAt == at(51) && article.changedAt == at(1))
        },
        Law("keep everything keeps what left the window, ranked after the rest") { writer, reader in
            let query = query(keep: .everything)
            try await sync(writer, [page(0, ["a", "b", "c"])], query: query)
            let run = try await sync(
                writer, [page(0, ["d", "b"])], query: query, window: days("2015-07-02", "2015-07-08"), at: 10)
            #expect(run.counts.removed == 0 && run.counts.added == 1 && run.counts.stored == 4)
            #expect(try ids(reader) == ["d", "b", "a", "c"])
            #expect(try reader.article("a")?.lastSeenAt == at(1))
            #expect(try reader.article("b")?.lastSeenAt == at(11))
            try await sync(writer, [page(0, ["c", "d"])], query: query, at: 20)
            #expect(try ids(reader) == ["c", "d", "b", "a"])
            #expect(try reader.article("c")?.lastSeenAt == at(21))
        },
        Law("a reshuffled result is in the new order") { writer, reader in
            try await sync(writer, [page(0, ["a", "b", "c", "d"])])
            let run = try await sync(writer, [page(0, ["d", "a", "c", "b"])], at: 10)
            #expect(run.counts.changed == 0)
            #expect(try ids(reader) == ["d", "a", "c", "b"])
        },
        Law("an empty result empties the query") { writer, reader in
            try await sync(writer, [page(0, ["a"])])
            let run = try await sync(writer, [page(0, [String]())], at: 10)
            #expect(run.counts.removed == 1 && run.counts.stored == 0)
            #expect(try ids(reader) == [])
            #expect(try reader.statuses(staleAfter: [:], at: at(20)).map { $0.coverage } == [.empty])
        },
    ]

    package static let full: Article = {
        var article = Self.article("full", aliases: ["older"])
        article.headline = "Ein \"Titel\" — 日本語 🏀\n\u{1}"
        article.abstract = ""
        article.leadParagraph = "It began\twith a tab\\and a backslash."
        article.byline = "By Ada Lovelace"
        article.authors = ["Ada Lovelace", "O'Brien", ""]
        article.source = "The Example Times"
        article.section = "Sports"
        article.kind = "News"
        article.publishedAt = .day(week.from)
        article.updatedAt = .instant(Instant(millisecondsSince1970: 1_436_000_000_123))
        article.wordCount = 0
        article.language = "en-US"
        article.imageURL = "https://www.example.com/full.jpg"
        article.keywords = ["Basketball", "N.B.A.", "\u{1F3C0} \"ball\""]
        return article
    }()
}
