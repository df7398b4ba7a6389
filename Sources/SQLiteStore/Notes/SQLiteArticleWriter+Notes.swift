package import Articles
package import Chronology
internal import Records
internal import SQLite

/// What people write down.
extension SQLiteArticleWriter {
    /// Keeps a new note, in the form in which notes are kept, dated now.
    ///
    /// - Parameter article: the store id of the article that it is about; nil is none.
    /// - Throws: `refused` where there is no such article, or no more, or where a NUL character is in it.
    package func addNote(
        _ content: Note.Content, about article: Int64? = nil, at now: Instant
    ) throws(StoreFailure) -> Note {
        let tried = "add a note"
        let outcome = try writeRecords(tried) { (file) throws(RecordError) -> NoteOutcome in
            if content.hasNUL { return .holdsNUL }
            if let article, try !file.hasArticle(article) { return .noArticle(article) }
            var note = StoredNote(content.settled, about: article, at: now)
            try StoredNote.table.insert(&note, in: file.connection)
            return try file.outcome(for: note.id)
        }
        return try outcome.note(tried)
    }

    /// Puts what a note says, and what it is about, in place of what it was; its date stays.
    ///
    /// A note that is so already stays untouched.
    ///
    /// - Parameter version: of the note that the change was made on; nil changes whatever is there.
    /// - Throws: `refused` where there is no such note, or no such article, where a NUL character is in what is new, or
    ///   where the note is of another version.
    package func changeNote(
        _ id: Int64, to content: Note.Content, about article: Int64?, expecting version: Int64? = nil, at now: Instant
    ) throws(StoreFailure) -> Note {
        let tried = "change note \(id)"
        let outcome = try writeRecords(tried) { (file) throws(RecordError) -> NoteOutcome in
            guard var note = try StoredNote.note(id, in: file.connection) else {
                return .noNote([id], known: try file.noteIDs())
            }
            let before = note.note
            let isOther = note.say(content)
            if !isOther, note.article == article { return .note(before) }
            if isOther, content.hasNUL { return .holdsNUL }
            if let article, try !file.hasArticle(article) { return .noArticle(article) }
            if let version { note.version = version }
            note.article = article
            note.changedAt = .success(now)
            _ = try StoredNote.table.update(&note, in: file.connection)
            return try file.outcome(for: id)
        }
        return try outcome.note(tried)
    }

    /// Removes notes for good: all of them, or none.
    ///
    /// - Throws: `refused` where one is not there, naming those that are.
    package func removeNotes(_ ids: [Int64]) throws(StoreFailure) {
        let tried = ids.count == 1 ? "remove note \(ids[0])" : "remove notes"
        let outcome = try writeRecords(tried) { (file) throws(RecordError) -> NoteOutcome in
            let known = try file.noteIDs()
            let missing = ids.filter { !known.contains($0) }
            guard missing.isEmpty else { return .noNote(missing, known: known) }
            for id in ids { try StoredNote.table.delete(RecordID(id), in: file.connection) }
            return .removed
        }
        if let failure = outcome.failure(tried) { throw failure }
    }
}

/// What came of the wish to write a note.
private enum NoteOutcome {
    case note(Note)
    case removed
    case noNote([Int64], known: [Int64])
    case noArticle(Int64)
    case holdsNUL

    func failure(_ tried: String) -> StoreFailure? {
        switch self {
        case .note, .removed: nil
        case .noNote(let ids, let known): StoreFailure.noNote(ids, known: known, tried: tried)
        case .holdsNUL:
            StoreFailure(
                .refused, tried: tried, reason: "there is a NUL character in it, which no text has",
                hint: "take it out")
        case .noArticle(let id):
            StoreFailure(
                .refused, tried: tried, reason: "there is no article \(id), or no more",
                hint: "`articlesync articles` lists those that there are")
        }
    }

    func note(_ tried: String) throws(StoreFailure) -> Note {
        if case .note(let note) = self { return note }
        throw failure(tried) ?? StoreFailure(.other, tried: tried, reason: "another program removed it meanwhile")
    }
}

extension StoreFailure {
    /// There are no notes of some ids; says which there are.
    package static func noNote(_ ids: [Int64], known: [Int64], tried: String) -> StoreFailure {
        let numbers = ids.map { "\($0)" }.joined(separator: ", ")
        let newest = known.sorted(by: >).prefix(12).map { "\($0)" }.joined(separator: ", ")
        let those =
            known.isEmpty ? "there is none yet" : known.count > 12 ? "the newest are \(newest)" : "there are \(newest)"
        return StoreFailure(
            .refused, tried: tried, reason: "no note has the number \(numbers) (\(those))",
            hint: "`articlesync notes list` shows them")
    }
}

extension StoredNote {
    /// All there are, in order.
    static func ids(in connection: borrowing Connection) throws(RecordError) -> [Int64] {
        try all.sorted(by: SortTerms([.init("id")])).ids(in: connection).compactMap { id in
            if case .integer(let number) = id.key { number } else { nil }
        }
    }
}

extension StoreFile {
    fileprivate func noteIDs() throws(RecordError) -> [Int64] { try StoredNote.ids(in: connection) }

    fileprivate func hasArticle(_ id: Int64) throws(RecordError) -> Bool {
        do throws(SQLiteError) {
            return try connection.first("SELECT 1 FROM articles WHERE id = ?1", .integer(id)) { _ in true } ?? false
        } catch {
            throw RecordError(error, tried: "look for article \(id)")
        }
    }

    fileprivate func outcome(for id: Int64) throws(RecordError) -> NoteOutcome {
        try StoredNote.note(id, in: connection).map { .note($0.note) } ?? .noNote([id], known: try noteIDs())
    }
}
