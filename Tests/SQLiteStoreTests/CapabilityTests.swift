internal import Articles
internal import Chronology
internal import Expectations
internal import SQLite
internal import SQLiteStore
internal import TestSupport
internal import Testing

/// What the store takes over from the form it had before, line by line.
@Suite struct CapabilityTests {
    private typealias Laws = ArticleStoreConformance

    @Test func `004-35 a stored article is a plain value with a column a property`() async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, [Laws.full])])
        #expect(
            try store.column("SELECT name FROM pragma_table_info('articles') WHERE name NOT LIKE '\\_%' ESCAPE '\\'")
                == [
                    "id", "provider", "provider_id", "url", "headline", "abstract", "lead_paragraph", "byline",
                    "authors",
                    "source", "section", "kind", "published_at", "updated_at", "word_count", "language", "image_url",
                    "keywords", "first_seen_at", "changed_at", "last_seen_at", "vanished_at",
                ])
        let row = try Connection(path: store.path, access: .readOnly).first(
            "SELECT provider_id, url, lead_paragraph, authors, published_at, updated_at, word_count FROM articles"
        ) { $0.values }
        #expect(
            row == [
                "full", "https://www.example.com/full", "It began\twith a tab\\and a backslash.",
                #"["Ada Lovelace","O'Brien",""]"#, "2015-07-01", "2015-07-04T08:53:20.123Z", 0,
            ])
    }

    @Test func `004-36 what a page holds is stored without another model between`() async throws {
        let store = try StoreInspection()
        let page = Laws.page(0, [Laws.full, Laws.article("b")])
        try await Laws.sync(store.writer, [page])
        var articles: [Article] = []
        _ = try store.reader.articles(ArticleListing()) { articles.append($0.article) }
        #expect(articles == page.articles)
    }

    @Test func `004-37 one call opens the store of an environment`() async throws {
        let folder = try TemporaryFolder()
        let settings = StoreSettings(
            nil, beside: "/etc/articlesync.toml", environment: ["STATE_DIRECTORY": folder.path])
        try await SQLiteArticleWriter(path: settings.path).open()
        #expect(Files.exists(folder.file("articles.db")))
    }

    @Test func `004-39 a reader has no way to write`() async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, ["a"])])
        let reader: Any = store.reader
        #expect(!(reader is any ArticleWriter))
        let connection = try Connection(path: store.path, access: .readOnly)
        #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM query_articles") }
    }

    @Test func `004-40 one replacement is one commit, of one article or of thousands`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        try await writer.open()
        let observer = try Connection(path: store.path, access: .readOnly)
        func commits() throws -> Int { try observer.first("PRAGMA data_version") { $0.int(0) ?? 0 } ?? 0 }
        for count in [1, 2_000] {
            let ticket = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(0))
            let before = try commits()
            for page in ArticleCorpus(words: 200).pages(of: count, size: 100) {
                _ = try await writer.stage(page, for: ticket)
            }
            #expect(try commits() == before, "staging touches nothing of the file")
            let run = try await writer.replace(
                ticket, ending: RunEnding(.complete, counts: RunCounts()), at: Laws.at(1))
            #expect(run.counts.stored == count)
            #expect(try commits() == before + 1)
        }
    }

    @Test func `004-41 a commit is there for a process that comes later`() async throws {
        let store = try StoreInspection()
        await #expect(processExitsWith: .success) { [path = store.path as String] in
            try await Laws.sync(SQLiteArticleWriter(path: path), [Laws.page(0, ["a", "b"])])
        }
        #expect(try store.ids() == ["a", "b"])
        try store.check()
    }

    @Test func `004-42 other work goes on while the writer waits`() async throws {
        let store = try StoreInspection()
        try await store.writer.open()
        let holder = try Connection(path: store.path, access: .readWrite)
        try holder.execute("BEGIN IMMEDIATE")
        let path = store.path
        // More writers that wait than the pool has threads.
        let waiting = (0..<32).map { number in
            Task {
                let writer = SQLiteArticleWriter(path: path, busyTimeout: .seconds(600))
                return try await Laws.sync(writer, [Laws.page(0, ["a"])], query: Laws.query("q\(number)"))
            }
        }
        for _ in 0..<100 { await Task.yield() }
        let free = await Task { 42 }.value
        #expect(free == 42)
        holder.rollBack()
        for task in waiting { #expect(try await task.value.outcome == .complete) }
    }

    @Test func `004-43 everything of a query goes in one call`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        try await Laws.sync(writer, [Laws.page(0, ["a", "b", "c"])])
        let run = try await Laws.sync(writer, [], at: 10)
        #expect(run.counts.removed == 3)
        #expect(try store.ids() == [])
        try store.check()
    }

    @Test func `004-47 results are read a few at a time and show what came since`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let corpus = ArticleCorpus(words: 200)
        try await Laws.sync(writer, Array(corpus.pages(of: 205, size: 50)))
        let results = ArticleResults(store.reader, ArticleListing(), windowSize: 10)
        #expect(try !results.isCurrent())
        #expect(try results.count() == 205)
        for index in [0, 9, 10, 204, 57, 3] {
            #expect(try results.article(at: index)?.article == corpus.article(index))
        }
        #expect(try results.article(at: 205) == nil)
        #expect(try results.article(at: -1) == nil)
        #expect(try results.isCurrent())
        try await Laws.sync(writer, Array(corpus.pages(of: 20, size: 50, from: 100)), at: 10)
        #expect(try !results.isCurrent())
        #expect(try results.article(at: 3)?.article == corpus.article(103))
        #expect(try results.count() == 20)
        #expect(try results.isCurrent())
    }

    @Test func `004-47 limit and offset hold for results`() async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, (0..<30).map { "a\($0)" })])
        var listing = ArticleListing()
        (listing.limit, listing.offset) = (12, 5)
        let results = ArticleResults(store.reader, listing, windowSize: 10)
        #expect(try results.count() == 12)
        #expect(try results.article(at: 11)?.article.key.id == "a16")
        #expect(try results.article(at: 12) == nil)
        #expect(try results.article(at: 25) == nil)
    }

    @Test func `004-49 from a request to the list in one flow`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let ticket = try await writer.begin(Laws.query(), window: Laws.week, at: Laws.at(0))
        _ = try await writer.stage(Laws.page(0, ["a", "b"]), for: ticket)
        let run = try await writer.replace(ticket, ending: RunEnding(.complete, counts: RunCounts()), at: Laws.at(1))
        #expect(try store.reader.runs(query: "basketball", limit: 1) == [run])
        #expect(try store.ids() == ["a", "b"])
    }

    @Test func `004-50 a list has the lead paragraph, and a link opens the article`() async throws {
        let store = try StoreInspection()
        try await Laws.sync(store.writer, [Laws.page(0, [Laws.full])])
        var listed: [StoredArticle] = []
        _ = try store.reader.articles(ArticleListing()) { listed.append($0) }
        let first = try #require(listed.first)
        #expect(first.article.leadParagraph == Laws.full.leadParagraph)
        #expect(try store.reader.article(try #require(first.article.url)) == first)
    }

    @Test func `004-53 the provider's order is kept, and changes with it`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let names = (0..<50).map { "a\($0)" }
        for round in 0..<3 {
            let order = names.shuffled()
            try await Laws.sync(writer, [Laws.page(0, order)], at: Int64(round))
            #expect(try store.ids() == order)
            #expect(
                try store.column("SELECT rank FROM current_articles ORDER BY rank") == (1...50).map { .integer($0) })
        }
        #expect(try store.number("SELECT count(*) FROM revisions") == 0)
    }

    @Test func `004-54 no column of the store has a place for a key or for the URL of a request`() async throws {
        let store = try StoreInspection()
        try await store.writer.open()
        let columns = try store.column(
            """
            SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND (c.name LIKE '%key%' OR c.name LIKE '%url%' OR c.name LIKE '%request%')
                AND t.name NOT LIKE 'articles_fts%'
            ORDER BY 1
            """)
        // Keywords, links to articles, and a count.
        #expect(
            columns == [
                "articles.image_url", "articles.keywords", "articles.url", "notes.keywords", "runs.requests",
            ])
    }
}
