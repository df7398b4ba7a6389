internal import Articles
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

extension FrozenStore {
    /// Every released store, in order: the first is of version 1.
    static let all = [version1, version2, version3, version4, version5]
}

/// Stores of every released version, and the steps that lead from them.
@Suite struct `Released stores` {
    /// A digest of the text of each step that was ever released.
    ///
    /// A line is added with a release, and never changed: what is to be different comes as a step after it.
    private static let released = [
        "a82a9a1ea52b1177", "e489ff444e8753a9", "fb0424227928e44a", "bb25b21dc25c06d1",
        "f49d48feae7fa0f9",
    ]

    private static func digest(_ text: String) -> String {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }

    @Test func `no released step was changed`() {
        let steps = StoreSchema.current.migrations.map { Self.digest($0.sql) }
        #expect(Array(steps.prefix(Self.released.count)) == Self.released)
        #expect(FrozenStore.all.count == Self.released.count, "a released version has no store that is kept of it")
    }

    /// Every row of every table, by the columns that the table has now.
    private static func rows(
        of columns: [String: [String]], in connection: borrowing Connection
    ) throws -> [String: [[SQLiteValue]]] {
        var rows: [String: [[SQLiteValue]]] = [:]
        for (table, names) in columns {
            let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
            rows[table] = try connection.all("SELECT \(list) FROM \"\(table)\" ORDER BY \(list)") { $0.values }
        }
        return rows
    }

    private static func columns(in connection: borrowing Connection) throws -> [String: [String]] {
        let tables = try connection.all(
            """
            SELECT name FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            """
        ) { $0.text(0) ?? "" }
        var columns: [String: [String]] = [:]
        for table in tables {
            columns[table] = try connection.all("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) ?? "" }
        }
        return columns
    }

    @Test(arguments: FrozenStore.all.indices)
    func `a store of any version is brought up to date, and keeps every row`(_ index: Int) async throws {
        let store = try FrozenStoreTests.store(FrozenStore.all[index])
        var before: [String: [[SQLiteValue]]] = [:]
        var columns: [String: [String]] = [:]
        do {
            let connection = try Connection(path: store.path, access: .readOnly)
            #expect(try StoreSchema.current.standing(of: connection) != .current || index == FrozenStore.all.count - 1)
            #expect(try connection.first("PRAGMA user_version") { $0.int(0) ?? 0 } == index + 1)
            columns = try Self.columns(in: connection)
            before = try Self.rows(of: columns, in: connection)
        }
        // A table without a row shows nothing.
        #expect(before.filter { $0.value.isEmpty }.keys.sorted() == (index == 1 ? ["_budgets"] : []))
        try await store.writer.open()
        let connection = try Connection(path: store.path, access: .readOnly)
        #expect(try StoreSchema.current.standing(of: connection) == .current)
        let after = try Self.rows(of: columns, in: connection)
        // Step 5 makes the index of articles anew, which comes after.
        let remade = index == 3 ? ["_index", "_unindexed", "_folded", "_listed"] : []
        for (table, rows) in before where !remade.contains(table) { #expect(after[table] == rows, "\(table)") }
        try store.check()
        #expect(try store.reader.damages(isThorough: true) == [])
        #expect(try store.reader.indexFaults() == [])
        #expect(try store.reader.brokenInvariants() == [])
    }

    @Test(arguments: FrozenStore.all.indices)
    func `a step that fails leaves the store as the step before left it`(_ index: Int) throws {
        let store = try FrozenStoreTests.store(FrozenStore.all[index])
        let connection = try Connection(path: store.path, access: .readWrite)
        let columns = try Self.columns(in: connection)
        let before = try Self.rows(of: columns, in: connection)
        let good = Array(StoreSchema.current.migrations.prefix(index + 1))
        let bad = Migration(
            "break", "DELETE FROM articles_fts; CREATE TABLE half (a); INSERT INTO nowhere VALUES (1)")
        let schema = Schema(applicationID: StoreSchema.applicationID, migrations: good + [bad])
        #expect(throws: SQLiteError.self) { try schema.migrate(connection) }
        let isOpen = connection.isInTransaction
        #expect(!isOpen)
        #expect(try connection.first("PRAGMA user_version") { $0.int(0) ?? 0 } == index + 1)
        #expect(try Self.columns(in: connection) == columns)
        #expect(try Self.rows(of: columns, in: connection) == before)
        // And a program whose step is right goes on from there.
        #expect(try StoreSchema.current.migrate(connection) == .current)
        try store.check()
    }

    @Test func `a store of version 3 is read and written`() async throws {
        let store = try FrozenStoreTests.store(FrozenStore.version3)
        try await store.writer.open()
        #expect(try store.reader.notes().map(\.content.title) == ["Año nuevo", "Call the desk"])
        #expect(try store.reader.article("former-id-of-7")?.article.wordCount == 1_966)
        let history = try #require(try store.reader.history(of: "7"))
        #expect(!history.events.isEmpty)
        #expect(try await store.writer.heads().map(\.target) == ["desk"])
        let trace = try #require(try store.reader.service())
        #expect(trace.configuration == "/etc/articlesync/articlesync.toml" && trace.stoppedAt != nil)
        #expect(try store.reader.runs(query: "july", limit: 99).map(\.outcome.rawValue).contains("interrupted"))
        var note = try #require(try store.reader.notes().first)
        note.content.body = "changed"
        let changed = try await store.writer.changeNote(note.id, to: note.content, about: nil, at: RawStore.at(0))
        #expect(changed.content.body == "changed")
        #expect(try await store.writer.addNote(note.content, at: RawStore.at(0)).id == 4, "3 was given before")
        try store.check()
    }

    @Test(arguments: [4, 5])
    func `the store of a version has the tables that its step makes`(_ version: Int) throws {
        func declarations(_ store: StoreInspection) throws -> [String] {
            try Connection(path: store.path, access: .readOnly).all(
                "SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2"
            ) {
                let words = $0.text(2)?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                return "\($0.text(0) ?? "") \($0.text(1) ?? ""): \(words ?? "")"
            }
        }
        let stepped = try FrozenStoreTests.store(FrozenStore.all[version - 2])
        let steps = Array(StoreSchema.current.migrations.prefix(version))
        let schema = Schema(applicationID: StoreSchema.applicationID, migrations: steps)
        #expect(try schema.migrate(Connection(path: stepped.path, access: .readWrite)) == .current)
        #expect(try declarations(FrozenStoreTests.store(FrozenStore.all[version - 1])) == declarations(stepped))
    }

    @Test(arguments: [(4, 12), (5, 2)])
    func `a store is read and written, and its index goes on where it was, or is made anew`(
        _ version: Int, _ waiting: Int
    ) async throws {
        let store = try FrozenStoreTests.store(FrozenStore.all[version - 1])
        try await store.writer.open()
        let notes = try store.reader.notes()
        #expect(notes.map(\.id) == [4, 2, 1] && notes.map(\.version) == [1, 2, 1])
        var edited = notes[0].content
        edited.title = "Called"
        let changed = try await store.writer.changeNote(4, to: edited, about: 9, expecting: 1, at: RawStore.at(0))
        #expect(changed.version == 2)
        await #expect(throws: StoreFailure.self) {
            try await store.writer.changeNote(4, to: notes[0].content, about: 9, expecting: 1, at: RawStore.at(0))
        }
        // Article 12 is not indexed yet and article 9 no more; both are found, before and after.
        func headlines(_ predicate: String) throws -> [String?] {
            var listing = ArticleListing()
            listing.predicate = predicate
            listing.sort = "-published_at"
            var found: [String?] = []
            _ = try store.reader.articles(listing) { found.append($0.article.headline) }
            return found
        }
        for waiting in [waiting, 0] {
            #expect(try headlines("headline CONTAINS[cd] 'nuvara'").count == 1)
            #expect(try headlines("headline CONTAINS[cd] 'bakeries return to'").count == 1)
            #expect(try headlines("headline CONTAINS[cd] 'returns to quillmere'") == [])
            #expect(try headlines("headline CONTAINS[cd] 'nobody minds'").count == 1, "of 8, and of 9 no more")
            #expect(try await store.writer.indexArticles() == waiting)
        }
        #expect(try store.reader.indexFaults() == [])
        try store.check()
    }
}
