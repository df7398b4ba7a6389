internal import Articles
internal import Chronology
internal import JSONText
internal import SQLite

/// The notes about an article, read while articles are exported.
enum ExportedNotes {
    /// In the order of their ids; without a subject, which the reader has in hand.
    static func about(_ article: Int64, in connection: borrowing Connection) throws(SQLiteError) -> [Note] {
        try connection.all(
            """
            SELECT id, date, title, body, keywords, changed_at FROM main.notes WHERE article_id = ?1 ORDER BY id
            """, .integer(article)
        ) { row in
            Note(
                id: row.int64(0) ?? 0,
                content: Note.Content(
                    title: row.text(2) ?? "", body: row.text(3) ?? "", keywords: JSONStrings.values(row.text(4))),
                date: RunColumns.instant(row.text(1)), changedAt: RunColumns.instant(row.text(5)))
        }
    }
}
