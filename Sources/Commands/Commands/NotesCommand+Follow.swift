internal import Articles
internal import Rendering
internal import SQLiteStore

/// `articlesync notes list --follow`: the notes, and then what becomes of them.
extension NotesCommand {
    func follow(
        _ listing: NoteListing, as format: ListingFormat, in session: Session, _ settings: Settings
    ) async throws -> ExitCode {
        let updates = try Assembly.liveNotes(of: settings, listing, endingWith: session.context.output.descriptor)
        var follower = ListingFollower(
            format, of: Note.self, isSelection: listing.isSelection,
            more: "only the newest \(LiveNotes.mostNotes) notes are followed; there are more (narrow it with --search)",
            session)
        try await follower.follow { tell in try await updates.next(tell) }
        return .done
    }
}

extension NoteListing {
    /// Whether notes are left out that are not of what was asked.
    var isSelection: Bool { search != nil || article != nil }
}
