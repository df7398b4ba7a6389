internal import Articles
internal import Chronology
internal import Records
internal import SQLite

/// A note as a record, with what is known of its article.
struct StoredNote: Record {
    var id: Int64 = 0
    /// Other tools may write something else where an instant is meant; it stays so.
    var date: Result<Instant, UnreadableValue>
    var title: String
    var body: String
    var keywords: [String]
    var article: Int64?
    var createdAt: Result<Instant, UnreadableValue>
    var changedAt: Result<Instant, UnreadableValue>
    var version: Int64 = 1
    var headline: String?
    var url: String?

    static let table = Table<StoredNote>(
        "notes", from: "notes LEFT JOIN articles ON articles.id = notes.article_id", key: .generated(\.id),
        version: .counted(\.version), Attribute("id", \.id), Attribute("date", \.date), Attribute("title", \.title),
        Attribute("body", \.body),
        Attribute("keywords", \.keywords, sql: "json(\(Column.listSQL("notes.keywords")))"),
        Attribute("article_id", \.article), Attribute("created_at", \.createdAt),
        Attribute("changed_at", \.changedAt), Attribute("_version", \.version),
        Attribute("headline", \.headline, sql: "articles.headline", isWritten: false),
        Attribute("url", \.url, sql: "articles.url", isWritten: false), make: StoredNote.init)

    /// As the program speaks of it.
    var note: Note {
        Note(
            id: id, content: content, date: Self.instant(date), changedAt: Self.instant(changedAt),
            subject: article.map { Note.Subject(article: $0, headline: headline, url: url) }, version: version)
    }

    var content: Note.Content { Note.Content(title: title, body: body, keywords: keywords) }

    /// Has it say something else, in the form in which notes are kept.
    ///
    /// A part that is as it was stays in the form that another program may have given it. Parts are the same where their
    /// bytes are, so that a change of the normal form is one.
    ///
    /// - Returns: whether a part has become another.
    mutating func say(_ content: Note.Content) -> Bool {
        let before = stored
        let settled = content.settled
        if title.stored != content.title.stored { title = settled.title }
        if body.stored != content.body.stored { body = settled.body }
        if keywords.stored != content.keywords.stored { keywords = settled.keywords }
        return stored != before
    }

    private var stored: [SQLiteValue] { [title.stored, body.stored, keywords.stored] }

    /// A day counts from its start.
    private static func instant(_ held: Result<Instant, UnreadableValue>) -> Instant? {
        switch held {
        case .success(let instant): return instant
        case .failure(let failure):
            guard case .text(let text) = failure.stored else { return nil }
            return DayFormat.iso.day(from: text).map { Instant(startOf: $0) }
        }
    }
}

extension StoredNote {
    /// A new one, dated now.
    init(_ content: Note.Content, about article: Int64?, at now: Instant) {
        self.init(
            date: .success(now), title: content.title, body: content.body, keywords: content.keywords,
            article: article, createdAt: .success(now), changedAt: .success(now))
    }

    /// The one of a number; nil where there is none.
    static func note(_ id: Int64, in connection: borrowing Connection) throws(RecordError) -> StoredNote? {
        try all.filtered(by: .equal("id", .integer(id))).first(in: connection)
    }
}

extension NoteListing {
    /// The notes that are meant, the newest first.
    var query: RecordQuery<StoredNote> {
        var filters: [Filter] = []
        if let search {
            filters.append(
                .any([
                    .contains("title", search, .caseDiacritic),
                    .elements(.any, of: "keywords", .text(.contains, search, .caseDiacritic)),
                ]))
        }
        if let article { filters.append(.equal("article_id", .integer(article))) }
        return StoredNote.all.filtered(by: .all(filters))
            .sorted(by: SortTerms([.init("date", isAscending: false), .init("id", isAscending: false)]))
            .limited(to: limit)
    }
}
