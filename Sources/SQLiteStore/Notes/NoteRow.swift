internal import Articles
internal import Chronology
internal import Records
internal import SQLite

/// A note as one row, with what is known of its article.
enum NoteRow {
    static let select = """
        SELECT notes.id, notes.date, notes.title, notes.body, notes.keywords, notes.changed_at, notes.article_id,
            articles.headline, articles.url
        FROM notes LEFT JOIN articles ON articles.id = notes.article_id
        """

    /// The note of an id; nil where there is none.
    static func note(_ id: Int64, in connection: borrowing Connection) throws(SQLiteError) -> Note? {
        try connection.first(select + " WHERE notes.id = ?1", .integer(id)) { note($0) }
    }

    /// Reads a row of `select`.
    static func note(_ row: borrowing Statement) -> Note {
        let subject = row.int64(6).map { Note.Subject(article: $0, headline: row.text(7), url: row.text(8)) }
        return Note(
            id: row.int64(0) ?? 0,
            content: Note.Content(
                title: row.text(2) ?? "", body: row.text(3) ?? "", keywords: JSONList.values(row.text(4))),
            date: instant(row.text(1)), changedAt: instant(row.text(5)), subject: subject)
    }

    /// Other tools may write a day where an instant is meant.
    private static func instant(_ text: String?) -> Instant? {
        guard let text else { return nil }
        return Instant(iso8601: text) ?? DayFormat.iso.day(from: text).map { Instant(startOf: $0) }
    }
}

/// A listing of notes as SQL, with its values in the order of the text.
struct NoteSelection {
    let sql: String
    let values: [SQLiteValue]

    init(_ listing: NoteListing) throws(PredicateError) {
        var filters: [Filter] = []
        if let text = listing.search {
            filters.append(
                .any([
                    .contains("title", text, .caseDiacritic),
                    .elements(.any, of: "keywords", .text(.contains, text, .caseDiacritic)),
                ]))
        }
        if let article = listing.article { filters.append(.equal("article_id", .integer(article))) }
        let condition = try Columns.notes.compile(.all(filters)).sql
        let newestFirst = SortTerms([.init("date", isAscending: false), .init("id", isAscending: false)])
        let order = try newestFirst.sql(over: .notes).map { " ORDER BY \($0)" } ?? ""
        sql = NoteRow.select + " WHERE \(condition.text)\(order) LIMIT ?"
        values = condition.values + [SQLiteValue(listing.limit.map { max($0, 0) } ?? -1)]
    }
}

extension Columns {
    /// What filters and orders of notes may name.
    static let notes = Columns([
        Column("id", .integer, sql: "notes.id", isNullable: false),
        Column("date", .instant, sql: "notes.date", isNullable: false),
        Column("title", .text, sql: "notes.title", isNullable: false),
        Column("body", .text, sql: "notes.body", isNullable: false),
        // Another tool may have written keywords that are no JSON, which would fail the whole list.
        Column(
            "keywords", .list, sql: "iif(json_valid(notes.keywords), notes.keywords, '[]')", isNullable: false),
        Column("article_id", .integer, sql: "notes.article_id"),
        Column("changed_at", .instant, sql: "notes.changed_at", isNullable: false),
    ])
}
