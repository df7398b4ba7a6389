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

    /// Hands notes to `body`, the newest first; one is held at a time, and all are of one snapshot.
    ///
    /// - Throws: what `body` threw, as it is.
    package func notes(_ listing: NoteListing = NoteListing(), _ body: (Note) throws -> Void) throws {
        let tried = "list the notes of \(path)"
        try pool.withConnection {
            $0 as any Error
        } _: { connection in
            try StoreOpening.attempt(tried) { () throws(SQLiteError) in try connection.execute("BEGIN") }
            do {
                // Sorted by their ids alone: a sorter would hold what they say.
                for id in try listing.query.ids(in: connection) {
                    guard case .integer(let id) = id.key, let note = try StoredNote.note(id, in: connection) else {
                        continue
                    }
                    try body(note.note)
                }
            } catch let error as RecordError {
                throw StoreFailure(error, tried: tried)
            }
        }
    }

    /// The ids of all notes, in order.
    package func noteIDs() throws(StoreFailure) -> [Int64] {
        try records("list the notes of \(path)") { (connection) throws(RecordError) in
            try StoredNote.ids(in: connection)
        }
    }

    /// The note of an id; nil where there is none.
    package func note(_ id: Int64) throws(StoreFailure) -> Note? {
        try records("show note \(id) of \(path)") { (connection) throws(RecordError) in
            try StoredNote.note(id, in: connection)?.note
        }
    }
}
