package import Articles
internal import Records
internal import SQLite

/// What people wrote down.
extension SQLiteArticleReader {
    /// Notes, the newest first.
    package func notes(_ listing: NoteListing = NoteListing()) throws(StoreFailure) -> [Note] {
        try records("list the notes of \(path)") { (connection) throws(RecordError) in
            try listing.query.all(in: connection).map(\.note)
        }
    }

    /// The note of an id; nil where there is none.
    package func note(_ id: Int64) throws(StoreFailure) -> Note? {
        try records("show note \(id) of \(path)") { (connection) throws(RecordError) in
            try StoredNote.note(id, in: connection)?.note
        }
    }
}
