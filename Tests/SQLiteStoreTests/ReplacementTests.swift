internal import Articles
internal import Chronology
internal import Expectations
internal import SQLite
internal import SQLiteStore
internal import TestSupport
internal import Testing

@Suite struct ReplacementTests {
    private typealias Laws = ArticleStoreConformance

    @Test func `an unchanged result writes no article and no membership`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let corpus = ArticleCorpus(words: 500)
        let pages = Array(corpus.pages(of: 60, size: 10))
        try await Laws.sync(writer, pages)
        // Whoever writes one of these rows now fails.
        for table in ["articles", "query_articles", "revisions", "_aliases"] {
            for event in ["INSERT", "UPDATE", "DELETE"] {
                try store.execute(
                    """
                    CREATE TRIGGER no_\(event)_\(table) AFTER \(event) ON \(table)
                    BEGIN SELECT RAISE(ABORT, 'an unchanged row of \(table) is written'); END
                    """)
            }
        }
        let pagesBefore = try pagesOfContents(store)
        let run = try await Laws.sync(writer, pages, at: 10)
        #expect(run.counts.stored == 60 && run.counts.added + run.counts.changed + run.counts.removed == 0)
        #expect(try pagesOfContents(store) == pagesBefore)
        #expect(try store.number("SELECT generation FROM queries") == 2)
        try store.check()
    }

    @Test(arguments: [("caf\u{E9}", "cafe\u{301}"), ("cafe\u{301}", "caf\u{E9}")])
    func `a change of the normal form alone is a change of the article`(before: String, after: String) async throws {
        let store = try StoreInspection()
        var article = Laws.article("a")
        (article.headline, article.keywords) = (before, [before])
        try await Laws.sync(store.writer, [Laws.page(0, [article])])
        (article.headline, article.keywords) = (after, [after])
        let run = try await Laws.sync(store.writer, [Laws.page(0, [article])], at: 10)
        #expect(run.counts.changed == 1)
        #expect(
            try store.column("SELECT headline || keywords FROM articles") == [.text("\(after)[\"\(after)\"]")])
        #expect(try store.column("SELECT old FROM revisions WHERE field = 'headline'") == [.text(before)])
        let again = try await Laws.sync(store.writer, [Laws.page(0, [article])], at: 20)
        #expect(again.counts.changed == 0)
        try store.check()
    }

    @Test func `a difference writes the rows that differ and no other`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, [Laws.page(0, ["a", "b", "c", "d"])])
        try store.execute("CREATE TABLE log (line TEXT)")
        for table in ["articles", "query_articles"] {
            let id = table == "articles" ? "id" : "article_id"
            for (event, row) in [("INSERT", "new"), ("UPDATE", "new"), ("DELETE", "old")] {
                try store.execute(
                    """
                    CREATE TRIGGER log_\(event)_\(table) AFTER \(event) ON \(table)
                    BEGIN INSERT INTO log VALUES ('\(event) \(table) ' || \(row).\(id)); END
                    """)
            }
        }
        func written(_ articles: [Article], at seconds: Int64) async throws -> [SQLiteValue] {
            try await Laws.sync(writer, [Laws.page(0, articles)], at: seconds)
            defer { try? store.execute("DELETE FROM log") }
            return try store.column("SELECT line FROM log ORDER BY line")
        }
        let old = ["a", "b", "c", "d"].map { Laws.article($0) }
        #expect(
            try await written(old + [Laws.article("e")], at: 10) == ["INSERT articles 5", "INSERT query_articles 5"])
        // The one that goes is told when it was seen last, and then that it has vanished.
        #expect(
            try await written(old, at: 20) == ["DELETE query_articles 5", "UPDATE articles 5", "UPDATE articles 5"])
        #expect(
            try await written([old[0], old[2], old[1], old[3]], at: 30)
                == ["UPDATE query_articles 2", "UPDATE query_articles 3"])
        let changed = [old[0], old[2], Laws.article("b", version: 2), old[3]]
        #expect(try await written(changed, at: 40) == ["UPDATE articles 2"])
        try store.check()
    }

    /// Which pages of the file hold articles and memberships, and their bytes.
    private func pagesOfContents(_ store: StoreInspection) throws -> [String] {
        let connection = try Connection(path: store.path, access: .readWrite)
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let numbers = try connection.all(
            """
            SELECT pageno FROM dbstat
            WHERE name IN ('articles', 'query_articles', 'query_articles_by_window', 'query_articles_by_article',
                'sqlite_autoindex_articles_1', 'articles_vanished', 'articles_fts_data', '_digests')
            ORDER BY pageno
            """
        ) { $0.int(0) ?? 0 }
        let bytes = try Files.read(store.path)
        let size = try #require(try connection.first("PRAGMA page_size") { $0.int(0) ?? 0 })
        return numbers.map { number in
            var hasher = Hasher()
            hasher.combine(bytes[(number - 1) * size..<number * size])
            return "\(number):\(hasher.finalize())"
        }
    }

    @Test func `a change is one revision a field, with old, new, run and time`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let full = Laws.full
        try await Laws.sync(writer, [Laws.page(0, [full, Laws.article("b")])])
        var changed = full
        changed.headline = "Another"
        changed.wordCount = nil
        changed.keywords = []
        changed.publishedAt = .instant(Laws.at(7))
        let run = try await Laws.sync(writer, [Laws.page(0, [changed, Laws.article("b")])], at: 10)
        #expect(run.counts.changed == 1)
        let rows = try Connection(path: store.path, access: .readOnly).all(
            "SELECT field, old, new, run_id, seen_at FROM revisions ORDER BY field"
        ) { $0.values }
        let tail: [SQLiteValue] = [.integer(run.id), .text(Laws.at(11).description)]
        let keywords = try #require(rows.first { $0[0] == "keywords" })
        #expect(rows.map { $0[0] } == ["headline", "keywords", "published_at", "word_count"])
        #expect(rows.allSatisfy { Array($0[3...]) == tail })
        #expect(Array(rows[0][...2]) == ["headline", .text(full.headline ?? ""), "Another"])
        #expect(keywords[2] == "[]")
        #expect(Array(rows[2][1...2]) == ["2015-07-01", .text(Laws.at(7).description)])
        #expect(Array(rows[3][1...2]) == ["0", nil])
        let stored = try #require(try store.reader.article("full"))
        #expect(stored.article == changed && stored.changedAt == Laws.at(11) && stored.firstSeenAt == Laws.at(1))
        try store.check()
    }

    @Test func `a digest that is reckoned otherwise is no change of an article`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, [Laws.page(0, ["a", "b"])])
        try store.execute(
            "UPDATE _digests SET digest = 1 WHERE article_id = 1; DELETE FROM _digests WHERE article_id = 2")
        let run = try await Laws.sync(writer, [Laws.page(0, ["a", "b"])], at: 10)
        #expect(run.counts.changed == 0)
        #expect(try store.number("SELECT count(*) FROM revisions") == 0)
        #expect(try store.reader.article("a")?.changedAt == Laws.at(1))
        #expect(try store.number("SELECT count(*) FROM _digests WHERE digest <> 1") == 2)
    }

    @Test func `every field makes another digest, and so does the place of a text`() throws {
        let changes: [(inout Article) -> Void] = [
            { $0.url = "x" }, { $0.headline = "x" }, { $0.abstract = "x" }, { $0.leadParagraph = "x" },
            { $0.byline = "x" }, { $0.authors = ["x"] }, { $0.source = "x" }, { $0.section = "x" }, { $0.kind = "x" },
            { $0.publishedAt = .day(Laws.week.from) }, { $0.publishedAt = .instant(Instant(startOf: Laws.week.from)) },
            { $0.updatedAt = .day(Laws.week.from) }, { $0.wordCount = 0 }, { $0.wordCount = 1 }, { $0.wordCount = -1 },
            { $0.language = "x" }, { $0.imageURL = "x" }, { $0.keywords = ["x"] }, { $0.keywords = ["", "x"] },
            { $0.keywords = [""] }, { $0.headline = "" }, { $0.abstract = "" }, { $0.aliases = ["x"] }, { _ in },
            { $0.headline = "12345678" }, { $0.headline = "123456789" }, { $0.headline = "12345678\u{0}" },
            { $0.headline = "1234567" }, { $0.headline = "\u{0}" }, { $0.headline = "\u{0}\u{0}" },
        ]
        var seen: Set<Int64> = []
        for change in changes {
            var article = Article(key: ArticleKey(provider: "nyt", id: "a"))
            change(&article)
            #expect(seen.insert(ArticleDigests.digest(of: article)).inserted, "\(article)")
        }
        seen.insert(ArticleDigests.digest(of: Article(key: ArticleKey(provider: "ny", id: "ta"))))
        #expect(seen.count == changes.count + 1)
    }

    @Test func `an article is not lost between staging and replacing, whoever writes meanwhile`() async throws {
        let store = try StoreInspection()
        let (one, other) = (store.writer, store.writer)
        let ticket = try await one.begin(Laws.query(), window: Laws.week, at: Laws.at(0))
        _ = try await one.stage(Laws.page(0, ["a", "b"]), for: ticket)
        // Another writer brings the same articles, one of them under a newer id.
        try await Laws.sync(
            other, [Laws.page(0, [Laws.article("a"), Laws.article("new", aliases: ["b"])])], query: Laws.query("other"))
        let run = try await one.replace(ticket, ending: RunEnding(.complete, counts: RunCounts()), at: Laws.at(5))
        #expect(run.counts.added == 2)
        #expect(try store.number("SELECT count(*) FROM articles") == 2)
        #expect(try store.ids() == ["a", "b"])
        try store.check()
    }

    @Test func `random results leave exactly what was staged last, in order`() async throws {
        var random = SystemRandomNumberGenerator()
        let store = try StoreInspection()
        let writer = store.writer
        try await writer.open()
        for round in 0..<40 {
            let names = (0..<30).map { "a\($0)" }.shuffled(using: &random).prefix(
                Int.random(in: 0...30, using: &random))
            let articles = names.map { Laws.article($0, version: Int.random(in: 0...2, using: &random)) }
            let pages = stride(from: 0, to: articles.count, by: 7).map { start in
                Laws.page(start / 7, Array(articles[start..<min(start + 7, articles.count)]))
            }
            let before = Set(try store.ids())
            let run = try await Laws.sync(writer, pages.shuffled(using: &random), at: Int64(round) * 10)
            #expect(try store.ids() == Array(names))
            #expect(run.counts.stored == names.count && run.counts.added == Set(names).subtracting(before).count)
            #expect(run.counts.removed == before.subtracting(names).count)
        }
        try store.check()
    }
}
