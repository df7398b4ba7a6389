internal import Articles
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// A store that somebody damaged.
@Suite struct Examination {
    /// A store with so many articles, closed again.
    private func store(_ articles: Int = 400) throws -> StoreInspection {
        let store = try RawStore()
        for number in 0..<articles {
            try store.execute(
                """
                INSERT INTO articles (provider, provider_id, headline, abstract, first_seen_at, changed_at, last_seen_at)
                VALUES ('nyt', '\(number)', 'Number \(number), "quoted" and said', '\(String(repeating: "word ", count: 50))',
                    '', '', '')
                """)
        }
        try store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return store.inspection
    }

    @Test func `of a whole store finds nothing, and writes nothing`() throws {
        let store = try store()
        let before = try Files.read(store.path)
        let facts = try store.reader.facts()
        #expect(facts.articles == 400 && facts.version == StoreSchema.current.version && facts.newestRunAt == nil)
        #expect(facts.sqlite.hasPrefix("3."))
        #expect(try store.reader.damages(isThorough: true) == [])
        #expect(try store.reader.damages(isThorough: false) == [])
        #expect(try store.reader.danglingReferences() == [])
        #expect(try store.reader.indexFaults() == [])
        #expect(try Files.read(store.path) == before)
        #expect(try Files.read(store.path + "-wal").isEmpty)
    }

    @Test func `finds a page that was overwritten`() throws {
        let store = try store()
        var bytes = try Files.read(store.path)
        let root = try store.number("SELECT rootpage FROM sqlite_schema WHERE name = 'articles_vanished'")
        let table = try store.number("SELECT rootpage FROM sqlite_schema WHERE name = 'articles'")
        for page in [root, table] {
            for place in ((page - 1) * 8_192)..<((page - 1) * 8_192 + 64) { bytes[place] = 0xA5 }
        }
        try Files.write(bytes, to: store.path)
        #expect(try !store.reader.damages(isThorough: true).isEmpty)
        #expect(try !store.reader.damages(isThorough: false).isEmpty)
    }

    @Test func `finds references to what is not there`() throws {
        let store = try store(3)
        try store.execute(
            """
            PRAGMA foreign_keys = OFF;
            INSERT INTO revisions (article_id, seen_at, field) VALUES (99, '', 'headline'), (98, '', 'headline')
            """)
        #expect(try store.reader.danglingReferences() == ["2 from revisions to articles"])
    }

    @Test func `finds articles that the index has lost, and makes it anew`() async throws {
        let store = try store()
        // Another program took articles out of the index.
        try store.execute(
            """
            INSERT INTO articles_fts (articles_fts, rowid, headline, abstract, lead_paragraph, byline, keywords)
            SELECT 'delete', id, headline, abstract, lead_paragraph, byline, keywords FROM articles WHERE id > 390
            """)
        #expect(try store.reader.indexFaults() == ["10 of 175 articles that were looked up are not found by it"])
        let copy = store.path + ".copy"
        #expect(try await store.writer.repair(copyingTo: copy, at: RawStore.at(0)).index != nil)
        #expect(try store.reader.indexFaults() == [])
        #expect(
            try await store.writer.repair(copyingTo: copy, at: RawStore.at(0)) == StoreRepair(),
            "there is nothing left to repair")
    }

    @Test func `finds an index whose pages are damaged, and makes it anew`() async throws {
        let store = try store()
        // SQLite's own tables cannot be written on a connection that defends itself, so a page of theirs is.
        try store.execute(
            "INSERT INTO articles_fts (articles_fts) VALUES ('optimize'); PRAGMA wal_checkpoint(TRUNCATE)")
        var bytes = try Files.read(store.path)
        let marker = Array("0number".utf8)
        var found = 0
        for place in bytes.indices.dropLast(marker.count)
        where bytes[place..<(place + marker.count)].elementsEqual(marker) {
            bytes[place + 2] = 0xFF
            bytes[place - 1] = 0xFF
            found += 1
        }
        try #require(found > 0)
        try Files.write(bytes, to: store.path)
        #expect(try !store.reader.indexFaults().isEmpty)
        #expect(try await store.writer.repair(copyingTo: store.path + ".copy", at: RawStore.at(0)).index != nil)
        #expect(try store.reader.indexFaults() == [])
        #expect(try store.reader.damages(isThorough: true) == [])
    }

    @Test func `tells which provider refused its key last`() throws {
        let raw = try RawStore()
        let rows = [("a", "nyt", "bad_key"), ("b", "sea", "bad_key"), ("b", "sea", ""), ("a", "nyt", "bad_key")]
        for (query, provider, failure) in rows {
            try raw.execute(
                """
                INSERT OR IGNORE INTO queries (name, provider, fingerprint) VALUES ('\(query)', '\(provider)', '');
                INSERT INTO runs (query_id, started_at, outcome, window_from, window_to, reason, failure)
                SELECT id, '2015-07-01T00:00:00Z', iif('\(failure)' = '', 'complete', 'failed'), '', '', 'unauthorised',
                    nullif('\(failure)', '') FROM queries WHERE name = '\(query)'
                """)
        }
        #expect(try raw.reader.facts().refusedKeys == ["nyt": "unauthorised"])
    }
}
