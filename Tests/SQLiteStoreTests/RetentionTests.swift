internal import Articles
internal import Chronology
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// A store with a query, an article that it holds, and whatever a test adds.
private func makeScene() throws -> RawStore {
    let store = try RawStore()
    try store.execute(
        """
        INSERT INTO queries (name, provider, fingerprint, generation) VALUES ('climate', 'nyt', 'f', 1);
        INSERT INTO windows (query_id, window_from, window_to, fetched, status, covered_at)
        VALUES (1, '2015-07-01', '2015-07-07', 1, 'complete', '2015-07-08T00:00:00Z');
        """)
    try article("held", in: store)
    try store.execute("INSERT INTO query_articles (query_id, article_id, window_id, rank) VALUES (1, 1, 1, 1)")
    return store
}

/// An article that has left at a time of the year 2015, or never.
private func article(_ id: String, vanished: String? = nil, in store: RawStore) throws {
    let vanished = vanished.map { "'2015-\($0)T00:00:00Z'" } ?? "NULL"
    try store.execute(
        """
        INSERT INTO articles (provider, provider_id, headline, first_seen_at, changed_at, last_seen_at, vanished_at)
        VALUES ('nyt', '\(id)', 'Headline of \(id)', '2015-01-01T00:00:00Z', '2015-01-01T00:00:00Z',
            '2015-01-01T00:00:00Z', \(vanished))
        """)
}

private func run(_ outcome: String, on day: String, in store: RawStore) throws {
    try store.execute(
        """
        INSERT INTO runs (query_id, started_at, finished_at, outcome, window_from, window_to)
        VALUES (1, '2015-\(day)T00:00:00Z', iif('\(outcome)' = 'running', NULL, '2015-\(day)T00:01:00Z'), '\(outcome)',
            '2015-07-01', '2015-07-07')
        """)
}

private func instant(_ day: String) throws -> Instant { try #require(Instant(iso8601: "2015-\(day)T00:00:00Z")) }

@Suite struct Retaining {
    @Test func `articles go that no query has held for so long, with their revisions, and the index forgets them`()
        async throws
    {
        let store = try makeScene()
        try article("old", vanished: "06-01", in: store)
        try article("young", vanished: "07-01", in: store)
        try article("noted", vanished: "06-01", in: store)
        try store.execute(
            """
            INSERT INTO notes (date, article_id, created_at, changed_at) SELECT '2015-06-01', id, '', '' FROM articles
            WHERE provider_id = 'noted';
            INSERT INTO revisions (article_id, seen_at, field) SELECT id, '', 'headline' FROM articles
            WHERE provider_id IN ('old', 'young')
            """)
        let retention = Retention(vanishedBefore: try instant("06-15"))
        var expected = Retention.Counts()
        expected.articles = 1
        expected.revisions = 1
        #expect(try store.reader.prunable(retention) == expected)
        #expect(try store.number("SELECT count(*) FROM articles") == 4, "a look removes nothing")
        #expect(try await store.inspection.writer.prune(retention) == expected)
        #expect(
            try store.inspection.column("SELECT provider_id FROM articles ORDER BY id")
                == ["held", "young", "noted"].map { .text($0) })
        #expect(try store.number("SELECT count(*) FROM articles_fts WHERE articles_fts MATCH 'old'") == 0)
        #expect(try store.number("SELECT count(*) FROM revisions") == 1)
        #expect(try store.number("SELECT count(*) FROM notes WHERE article_id IS NOT NULL") == 1)
        #expect(try store.inspection.column("PRAGMA foreign_key_check") == [])
        try store.inspection.execute("INSERT INTO articles_fts (articles_fts, rank) VALUES ('integrity-check', 1)")
        #expect(try await store.inspection.writer.prune(retention) == Retention.Counts(), "nothing is left to remove")
    }

    @Test func `runs go that are old, but not the newest of a query nor those that anything comes from`() async throws {
        let store = try makeScene()
        // 1 to 7 are old, in the order of the list.
        for outcome in ["failed", "complete", "complete", "failed", "skipped", "failed", "complete"] {
            try run(outcome, on: "01-01", in: store)
        }
        try store.execute(
            """
            UPDATE windows SET run_id = 2;
            INSERT INTO generations (query_id, generation, run_id, stored_at, fingerprint, articles)
            VALUES (1, 1, 3, '', 'f', 1);
            INSERT INTO _odd_answers (query_id, run_id, kept_at, reason, size, body)
            VALUES (1, 4, '2015-01-01T00:00:00Z', 'odd', 0, x''), (1, 7, '2015-07-01T00:00:00Z', 'odd', 0, x'')
            """)
        try run("skipped", on: "01-02", in: store)
        try run("running", on: "01-03", in: store)
        let retention = Retention(runsBefore: try instant("06-01"))
        var expected = Retention.Counts()
        expected.runs = 5
        expected.oddAnswers = 1
        #expect(try store.reader.prunable(retention) == expected)
        #expect(try await store.inspection.writer.prune(retention) == expected)
        // 2 and 3 are referred to, 7 came to its own end last, 9 goes on and is the newest.
        #expect(try store.inspection.column("SELECT id FROM runs ORDER BY id") == [2, 3, 7, 9])
        #expect(try store.number("SELECT count(*) FROM _odd_answers") == 1)
        #expect(try store.inspection.column("PRAGMA foreign_key_check") == [])
    }

    @Test func `dropped candidates go with their answers, whatever the rules`() async throws {
        let store = try makeScene()
        for state in ["dropped", "held", "gathering", "stored"] {
            try store.execute(
                """
                INSERT INTO candidates (query_id, state, fingerprint, window_from, window_to, started_at, updated_at)
                VALUES (1, '\(state)', 'f', '2015-07-01', '2015-07-07', '', '')
                """)
        }
        try store.inspection.keepAnswer(of: 1, RawStore.week, at: RawStore.at(0))
        try store.inspection.keepAnswer(of: 2, RawStore.week, at: RawStore.at(0))
        #expect(try store.reader.prunable(Retention()).candidates == 1)
        #expect(try await store.inspection.writer.prune(Retention()).candidates == 1)
        #expect(try store.inspection.column("SELECT candidate_id FROM _answers") == [2])
        #expect(try store.number("SELECT count(*) FROM candidates") == 3)
    }

    @Test func `without rules all is kept for ever`() async throws {
        let store = try makeScene()
        try article("old", vanished: "01-01", in: store)
        try run("failed", on: "01-01", in: store)
        try run("failed", on: "01-02", in: store)
        #expect(try await store.inspection.writer.prune(Retention()) == Retention.Counts())
        #expect(try store.number("SELECT count(*) FROM articles") == 2)
        #expect(try store.number("SELECT count(*) FROM runs") == 2)
    }

    @Test func `a writer beside gets its turn between two transactions of a few rows`() async throws {
        let store = try makeScene()
        for number in 0..<60 { try article("old-\(number)", vanished: "06-01", in: store) }
        let retention = Retention(vanishedBefore: try instant("06-15"))
        let writer = store.inspection.writer
        let other = SQLiteArticleWriter(path: store.path)
        try await other.open()
        async let removed = writer.prune(retention, rows: 1)
        var turns = 0
        // The other writes while rows are still left to remove.
        while try store.number("SELECT count(*) FROM articles WHERE vanished_at IS NOT NULL") > 1 {
            try await other.note(
                ServiceTrace(
                    version: "\(turns)", configuration: "", startedAt: RawStore.at(0), reload: .init(at: RawStore.at(0))
                ))
            turns += 1
        }
        #expect(try await removed.articles == 60)
        #expect(turns > 2, "\(turns)")
    }

    @Test func `the file gives back what is free`() async throws {
        let store = try makeScene()
        for number in 0..<400 { try article("old-\(number)", vanished: "06-01", in: store) }
        _ = try await store.inspection.writer.prune(Retention(vanishedBefore: try instant("06-15")))
        let before = try store.reader.size()
        #expect(before.freeBytes > 0)
        let after = try await store.inspection.writer.vacuum()
        #expect(after.freeBytes == 0 && after.bytes < before.bytes)
        #expect(try Files.read(store.path).count == after.bytes)
        #expect(try store.number("SELECT count(*) FROM articles") == 1)
    }
}
