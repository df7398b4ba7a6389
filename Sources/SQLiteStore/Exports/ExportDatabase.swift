package import Articles
internal import Chronology
internal import JSONText
internal import SQLite

/// A small database of its own with the articles of one export, the same bytes for the same articles.
///
/// Its one table is `articles`, a second is `notes` where they were asked for; both are `STRICT`, and the columns are those
/// of the store. Nothing in the file tells when it was made. Everything is written in one transaction, in order, so that
/// pages are laid out alike and a row at a time is held; the version of SQLite stands in the header, so another version
/// may give other bytes.
package struct ExportDatabase: ~Copyable {
    /// "ASyX", in the header of every export, so that it is not taken for a store.
    package static let applicationID: Int32 = 0x4153_7958
    /// Of the layout, as `PRAGMA user_version` tells it.
    package static let version = 1

    private let connection: Connection
    private let tried: String
    private let withNotes: Bool
    private var position = 0

    /// - Parameters:
    ///   - path: of an empty file, or of none.
    ///   - name: what it is called in failures.
    package init(path: String, name: String, withNotes: Bool) throws(StoreFailure) {
        let tried = "write \(name)"
        self.tried = tried
        self.withNotes = withNotes
        connection = try Self.attempt(tried) { () throws(SQLiteError) in
            let connection = try Connection(path: path, access: .create, cacheKiB: 2_048)
            // Whoever makes the file sees to it that it reaches the disk. What is left over in a page is overwritten, so
            // that none of it depends on what the memory held before.
            try connection.execute(
                """
                PRAGMA page_size = 4096; PRAGMA auto_vacuum = NONE; PRAGMA encoding = 'UTF-8';
                PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
                PRAGMA secure_delete = ON;
                BEGIN;
                PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(Self.version)
                """)
            try connection.execute(Self.articles)
            if withNotes { try connection.execute(Self.notes) }
            return connection
        }
    }

    /// Adds an article behind the others, with its notes.
    package mutating func add(_ row: StoredArticle, notes: [Note] = []) throws(StoreFailure) {
        position += 1
        let position = position
        try Self.attempt(tried) { () throws(SQLiteError) in
            try connection.withStatement(Self.insertArticle) { statement throws(SQLiteError) in
                statement.bind(row.id, at: 1)
                ArticleColumns.bind(row.article, to: &statement, from: 2)
                let after = 2 + ArticleColumns.names.count
                statement.bind(row.firstSeenAt.description, at: after)
                statement.bind(row.changedAt.description, at: after + 1)
                statement.bind(position, at: after + 2)
                try statement.run()
            }
            guard withNotes else { return }
            for note in notes {
                try connection.run(
                    """
                    INSERT INTO notes (id, article_id, date, title, body, keywords, changed_at)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                    """, .integer(note.id), .integer(row.id), SQLiteValue(note.date?.description),
                    .text(note.content.title), .text(note.content.body), .text(JSONStrings.text(note.content.keywords)),
                    SQLiteValue(note.changedAt?.description))
            }
        }
    }

    /// Writes all of it to the file, which is whole then but may not have reached the disk.
    package consuming func finish() throws(StoreFailure) {
        try Self.attempt(tried) { () throws(SQLiteError) in try connection.execute("COMMIT") }
    }

    /// What fails here is no affair of the store: its advice would lead to the wrong file.
    private static func attempt<Value: ~Copyable>(
        _ tried: String, _ work: () throws(SQLiteError) -> Value
    ) throws(StoreFailure) -> Value {
        do throws(SQLiteError) { return try work() } catch {
            let kind: StoreFailure.Kind = error.kind == .full ? .full : .other
            throw StoreFailure(
                kind, tried: tried, reason: error.message,
                hint: kind == .full ? "free some space on its disk; nothing of it is left behind" : nil)
        }
    }

    private static let insertArticle = """
        INSERT INTO articles (id, \(ArticleColumns.list()), first_seen_at, changed_at, position)
        VALUES (?1, \((2..<(5 + ArticleColumns.names.count)).map { "?\($0)" }.joined(separator: ", ")))
        """

    private static let articles = """
        CREATE TABLE articles (
            id INTEGER PRIMARY KEY, -- of the store
            provider TEXT NOT NULL,
            provider_id TEXT NOT NULL,
            url TEXT,
            headline TEXT,
            abstract TEXT,
            lead_paragraph TEXT,
            byline TEXT,
            authors TEXT NOT NULL, -- a JSON array
            source TEXT,
            section TEXT,
            kind TEXT,
            published_at TEXT, -- a day where the provider tells no time
            updated_at TEXT,
            word_count INTEGER,
            language TEXT,
            image_url TEXT,
            keywords TEXT NOT NULL, -- a JSON array
            first_seen_at TEXT NOT NULL,
            changed_at TEXT NOT NULL,
            position INTEGER NOT NULL UNIQUE -- in the order that was asked for, from 1
        ) STRICT
        """

    private static let notes = """
        CREATE TABLE notes (
            id INTEGER PRIMARY KEY, -- of the store
            article_id INTEGER NOT NULL REFERENCES articles (id),
            date TEXT,
            title TEXT NOT NULL,
            body TEXT NOT NULL,
            keywords TEXT NOT NULL, -- a JSON array
            changed_at TEXT
        ) STRICT;
        CREATE INDEX notes_by_article ON notes (article_id)
        """
}
