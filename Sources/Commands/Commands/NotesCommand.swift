internal import Articles
internal import Rendering
internal import SQLiteStore

/// `articlesync notes`: what a person wrote down.
struct NotesCommand: Command {
    static let declaration = CommandDeclaration(
        name: "notes",
        summary: "Add, edit, list, show or remove notes of your own, about an article or free",
        discussion: """
            add takes the words of a title, edit and show take the number of a note, remove takes several. Without --body,
            add opens $VISUAL or $EDITOR; so does edit where nothing is given to change. To leave the editor with an empty
            text, or to add with it as it was, is to cancel: the store stays as it is.

            Notes stay whatever syncs, remap and prune do; one whose article disappears stays, about none. The date of a
            note is when it was added, and editing does not move it.

            list --search finds text in titles and keywords, whatever its case and accents: ano finds Año.

            list --follow goes on after the listing and tells what becomes of it as soon as anybody writes the store: +
            added, - removed, ~ changed or moved, with the places before and after, counted from 1. A note changes with what
            it says, and with the headline of its article. A store that is not there yet is waited for. It ends on Ctrl-C,
            SIGTERM, or when nobody reads its output any more. At most \(LiveNotes.mostNotes) notes are followed. As jsonl it
            writes an object for each note or change, as `articlesync articles --follow` does, with id and note (as the store
            has it now, or null) for the article.

            Exit codes: 0 done, 1 cancelled, or there is none such.
            """,
        arguments: [
            ArgumentDeclaration("ACTION", "add, edit, list, show or remove"),
            ArgumentDeclaration("WORD", "A title, or the numbers of notes", arity: .any),
        ],
        options: [
            OptionDeclaration("title", value: "TEXT", "The title (edit)"),
            OptionDeclaration("body", short: "b", value: "TEXT", "The text, or - for standard input"),
            OptionDeclaration("keywords", short: "k", value: "WORDS", "Keywords, with commas between them"),
            OptionDeclaration("about", short: "a", value: "ARTICLE", "A provider's id, an id of the store, or a URL"),
            OptionDeclaration("free", "About no article any more (edit)"),
            OptionDeclaration("search", short: "s", value: "TEXT", "Only those with it in title or keywords (list)"),
            OptionDeclaration("limit", short: "n", value: "N", "At most so many (list)", default: "all"),
            OptionDeclaration("follow", "Go on with what becomes of them (list)"),
            OptionDeclaration(
                "format", short: "f", value: "table|jsonl", "How --follow writes them", default: "table"),
            OptionDeclaration("json", "One JSON document"),
        ],
        lists: [
            .init(
                "Actions",
                [
                    .init("add", "write a new one"), .init("edit", "change one; its date stays"),
                    .init("list", "all, or those that --search or --about choose, the newest first"),
                    .init("show", "one in full"), .init("remove", "remove some for good"),
                ])
        ],
        examples: [
            .init("articlesync notes add Call the coach --about 17", "Write about article 17 in your editor"),
            .init("articlesync notes add Idea --body - -k 'heat, cities' < idea.txt", "Keep a file as a note"),
            .init("articlesync notes list --search busqueda", "Finds Búsqueda too"),
            .init("articlesync notes list -n 20 --follow", "The newest twenty, and what comes"),
        ])

    private let action: NoteAction
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        action = try NoteAction(words)
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try action.writes ? session.settings() : session.settingsForReading()
        let desk = NoteDesk(settings, session)
        do {
            let outcome: NoteOutcomeReport.Outcome
            switch action {
            case .list(let search, let about, let limit, let following):
                let listing = try desk.listing(search: search, about: about, limit: limit)
                if let following { return try await follow(listing, as: following, in: session, settings) }
                try list(listing, of: desk, in: session)
                return .done
            case .show(let id):
                try session.write(NoteDetails(try desk.note(id, tried: "show note \(id)")), json: json)
                return .done
            case .add(let draft): outcome = try await desk.add(draft)
            case .edit(let id, let draft): outcome = try await desk.edit(id, draft)
            case .remove(let ids): outcome = try await desk.remove(ids)
            }
            try session.write(NoteOutcomeReport(outcome), json: json)
            return .done
        } catch is EditingCancelled {
            throw CommandFailure(.failed, "cancelled: no note was written, and the store is as it was")
        }
    }

    /// What notes say is held one note at a time, whatever their number.
    private func list(_ listing: NoteListing, of desk: NoteDesk, in session: Session) throws {
        let output = session.context.output
        guard json else {
            var table = NotesTable(isSelection: listing.isSelection || listing.limit != nil)
            try desk.notes(listing) { table.append($0) }
            return try output.write(table.text(on: session.terminal))
        }
        var document = NotesDocument { try output.write(data: $0) }
        try desk.notes(listing) { try document.append($0) }
        try document.end()
    }
}
