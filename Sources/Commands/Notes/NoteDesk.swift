internal import Articles
internal import Chronology
internal import Rendering
internal import SQLiteStore

/// Where notes are read and written: the store on one side, the person's words, editor and standard input on the other.
struct NoteDesk {
    private let session: Session
    private let path: String
    private let reader: SQLiteArticleReader

    init(_ settings: Settings, _ session: Session) {
        self.session = session
        path = settings.store.path
        reader = Assembly.store(of: settings, clock: session.context.clock)
    }

    /// Hands notes to `body`, the newest first, one at a time; none where there is no store yet.
    func notes(_ listing: NoteListing, _ body: (Note) throws -> Void) throws {
        do { try reader.notes(listing, body) } catch let failure as StoreFailure where failure.kind == .missing {}
    }

    /// Which notes are meant by what was typed.
    func listing(search: String?, about reference: String?, limit: Int?) throws -> NoteListing {
        var listing = NoteListing()
        listing.search = search
        listing.limit = limit
        if let reference { listing.article = try article(reference) }
        return listing
    }

    /// One note.
    ///
    /// - Throws: where there is none of the number, saying which there are.
    func note(_ id: Int64, tried: String) throws -> Note {
        var known: [Int64] = []
        do throws(StoreFailure) {
            if let note = try reader.note(id) { return note }
            known = try reader.noteIDs()
        } catch {
            guard error.kind == .missing else { throw error }
        }
        throw StoreFailure.noNote([id], known: known, tried: tried)
    }

    func add(_ draft: NoteDraft) async throws -> NoteOutcomeReport.Outcome {
        // Looked for before anything is written by hand.
        let article = try article(draft.subject, present: nil)
        let start = try content(of: draft, over: Note.Content())
        guard draft.body == nil else {
            if start.isEmpty {
                throw CommandFailure(.failed, "a note needs a title, a body or keywords; none was written")
            }
            return .added(try await save(start, about: article))
        }
        let template = NoteText.text(of: start)
        return try await Editor(session.context.environment).edit(template) { written in
            if written.utf8.elementsEqual(template.utf8) { throw EditingCancelled() }
            return .added(try await save(NoteText.content(of: written), about: article))
        }
    }

    func edit(_ id: Int64, _ draft: NoteDraft) async throws -> NoteOutcomeReport.Outcome {
        let tried = "edit note \(id)"
        let before = try note(id, tried: tried)
        guard draft.isEmpty else {
            let article = try article(draft.subject, present: before.subject?.article)
            let content = try content(of: draft, over: before.content)
            if content.isEmpty {
                throw CommandFailure(
                    .failed,
                    "a note needs a title, a body or keywords; note \(id) stays as it was (`articlesync notes remove \(id)` removes it)"
                )
            }
            return try await change(before, to: content, about: article)
        }
        let template = NoteText.text(of: before.content)
        return try await Editor(session.context.environment).edit(template) { written in
            // What the editor's form cannot tell apart is no change.
            let isSame = written.utf8.elementsEqual(template.utf8)
            let content = isSame ? before.content : NoteText.content(of: written)
            return try await change(before, to: content, about: before.subject?.article)
        }
    }

    func remove(_ ids: [Int64]) async throws -> NoteOutcomeReport.Outcome {
        // Looked for first, so that no store is made in order to say that there is none.
        for id in ids { _ = try note(id, tried: "remove note \(id)") }
        try await writer().removeNotes(ids)
        return .removed(ids)
    }

    private func save(_ content: Note.Content, about article: Int64?) async throws -> Note {
        if content.isEmpty { throw EditingCancelled() }
        return try await writer().addNote(content, about: article, at: session.context.clock.now)
    }

    private func change(
        _ before: Note, to content: Note.Content, about article: Int64?
    ) async throws -> NoteOutcomeReport.Outcome {
        if content.isEmpty { throw EditingCancelled() }
        let after = try await writer().changeNote(
            before.id, to: content, about: article, expecting: before.version, at: session.context.clock.now)
        return after == before ? .unchanged(after) : .changed(after)
    }

    private func writer() -> SQLiteArticleWriter { SQLiteArticleWriter(path: path) }

    /// What a note says after what was given has taken the place of what there was.
    private func content(of draft: NoteDraft, over former: Note.Content) throws -> Note.Content {
        var content = former
        if let title = draft.title { content.title = NoteText.oneLine(title) }
        if let keywords = draft.keywords { content.keywords = keywords }
        if let body = draft.body { content.body = NoteText.body(body == "-" ? try standardInput() : body) }
        return content
    }

    private func standardInput() throws -> String {
        do throws(InputFailure) { return try session.context.input.text() } catch {
            throw CommandFailure(.failed, "cannot read the note from standard input: \(error)")
        }
    }

    private func article(_ subject: NoteDraft.Subject, present: Int64?) throws -> Int64? {
        switch subject {
        case .untold: present
        case .none: nil
        case .article(let reference): try article(reference)
        }
    }

    /// The store id of an article as a person names it.
    private func article(_ reference: String) throws -> Int64 {
        guard let row = try reader.article(reference) else { throw CommandFailure.noArticle(reference) }
        return row.id
    }
}
