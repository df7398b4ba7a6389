package import Articles
internal import Records
internal import SQLite

/// What people wrote down.
extension SQLiteArticleReader {
    /// Notes, the newest first.
    package func notes(_ listing: NoteListing = NoteListing()) throws(StoreFailure) -> [Note] {
        let tried = "list the notes of \(path)"
        let selection: NoteSelection
        do throws(PredicateError) { selection = try NoteSelection(listing) } catch {
            throw StoreFailure(.usage, tried: tried, reason: error.message)
        }
        return try snapshot(tried) { connection throws(SQLiteError) in
            var rows = try connection.prepare(selection.sql)
            rows.bind(selection.values)
            var notes: [Note] = []
            while try rows.step() { notes.append(NoteRow.note(rows)) }
            return notes
        }
    }

    /// The note of an id; nil where there is none.
    package func note(_ id: Int64) throws(StoreFailure) -> Note? {
        try snapshot("show note \(id) of \(path)") { connection throws(SQLiteError) in
            try NoteRow.note(id, in: connection)
        }
    }
}
