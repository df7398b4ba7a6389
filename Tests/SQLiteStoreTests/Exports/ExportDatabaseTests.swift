internal import Articles
internal import Chronology
internal import Expectations
internal import SQLite
internal import SQLiteStore
internal import TestSupport
internal import Testing

private typealias Laws = ArticleStoreConformance

@Suite struct `The database of an export` {
    private static let corpus = ArticleCorpus()

    private static func row(_ number: Int) -> StoredArticle {
        StoredArticle(
            id: Int64(number * 7_919 % 5_000_011), article: corpus.article(number), firstSeenAt: Laws.at(0),
            changedAt: Laws.at(Int64(number)), lastSeenAt: Laws.at(9))
    }

    private static func write(_ count: Int, to path: String, withNotes: Bool = false) throws {
        var database = try ExportDatabase(path: path, name: "it", withNotes: withNotes)
        for number in 0..<count { try database.add(row(number), notes: withNotes ? notes(number) : []) }
        try database.finish()
    }

    private static func notes(_ number: Int) -> [Note] {
        (0..<number % 3).map { index in
            Note(
                id: Int64(number * 3 + index),
                content: Note.Content(title: "Note \(index)", body: "On \(number)", keywords: ["ñ", "\"q\""]),
                date: Laws.at(Int64(index)), changedAt: index == 0 ? nil : Laws.at(2))
        }
    }

    @Test func `is the same bytes for the same articles, whatever the memory held before`() throws {
        let folder = try TemporaryFolder()
        try Self.write(3_000, to: folder.file("one"), withNotes: true)
        // Connections that come and go leave other things in the memory that the next one gets.
        try Self.write(1_700, to: folder.file("other"), withNotes: false)
        _ = try Connection(path: folder.file("one"), access: .readOnly).all("SELECT * FROM articles") { $0.text(4) }
        try Self.write(3_000, to: folder.file("two"), withNotes: true)
        let (one, two) = (try Files.read(folder.file("one")), try Files.read(folder.file("two")))
        #expect(one == two && one.count > 3_000_000)
    }

    @Test func `has strict tables that are not private, and nothing else`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("export.sqlite")
        try Self.write(10, to: path, withNotes: true)
        let connection = try Connection(path: path, access: .readOnly)
        let tables = try connection.all("SELECT name || strict FROM pragma_table_list WHERE schema = 'main'") {
            $0.text(0) ?? ""
        }
        #expect(Set(tables) == ["articles1", "notes1", "sqlite_schema0"])
        #expect(try connection.all("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
        #expect(try connection.all("PRAGMA foreign_key_check") { $0.text(0) } == [])
        #expect(try connection.first("PRAGMA application_id") { $0.int(0) } == Int(ExportDatabase.applicationID))
        #expect(try connection.first("PRAGMA user_version") { $0.int(0) } == ExportDatabase.version)
        #expect(try connection.first("PRAGMA journal_mode") { $0.text(0) } == "delete")
        #expect(try Files.names(in: folder.path) == ["export.sqlite"])
    }

    @Test func `without notes has no table for them`() throws {
        let folder = try TemporaryFolder()
        try Self.write(0, to: folder.file("e"))
        let connection = try Connection(path: folder.file("e"), access: .readOnly)
        #expect(
            try connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) } == ["articles"])
        #expect(try connection.first("SELECT count(*) FROM articles") { $0.int(0) } == 0)
    }

    @Test func `keeps the order, every field and the notes`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("export.sqlite")
        try Self.write(50, to: path, withNotes: true)
        let connection = try Connection(path: path, access: .readOnly)
        let rows = try connection.all("SELECT * FROM articles ORDER BY position") { $0.values }
        try #require(rows.count == 50)
        for number in 0..<50 {
            let (row, article) = (Self.row(number), Self.row(number).article)
            #expect(rows[number][20] == .integer(Int64(number + 1)) && rows[number][0] == .integer(row.id))
            #expect(rows[number][2] == .text(article.key.id) && rows[number][4] == SQLiteValue(article.headline))
            #expect(rows[number][8] == .text("[\"\(article.authors[0])\",\"\(article.authors[1])\"]"))
            #expect(rows[number][14] == SQLiteValue(article.wordCount) && rows[number][15] == .null)
            #expect(rows[number][19] == .text(row.changedAt.description))
        }
        let notes = try connection.all("SELECT article_id, title, keywords, changed_at FROM notes ORDER BY id") {
            $0.values
        }
        #expect(notes.count == (0..<50).reduce(0) { $0 + $1 % 3 })
        #expect(notes[0] == [.integer(Self.row(1).id), "Note 0", #"["ñ","\"q\""]"#, .null])
    }

    @Test func `that is not finished holds nothing`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("export.sqlite")
        do {
            var database = try ExportDatabase(path: path, name: "it", withNotes: false)
            for number in 0..<20 { try database.add(Self.row(number)) }
        }
        #expect(try Files.read(path).isEmpty)
    }

    @Test func `is not taken for a store`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("export.sqlite")
        try Self.write(3, to: path)
        let failure = #expect(throws: StoreFailure.self) {
            try SQLiteArticleReader(path: path).articles(ArticleListing()) { _ in }
        }
        #expect(failure?.kind == .unusable)
        await #expect(throws: StoreFailure.self) { try await SQLiteArticleWriter(path: path).open() }
        #expect(try Connection(path: path, access: .readOnly).first("SELECT count(*) FROM articles") { $0.int(0) } == 3)
    }
}
