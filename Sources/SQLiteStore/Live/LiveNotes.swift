package import Articles
internal import Records
internal import SQLite

/// The notes of a listing and then what becomes of them, the newest first.
///
/// It is told of as `LiveArticles` tells of articles. A note changes with what it says, and with the headline and the URL
/// of its article.
package final class LiveNotes {
    /// The most notes of a listing that are followed; older ones are left out.
    package static let mostNotes = 5_000

    package typealias Piece = ListingPiece<Int64, Note>

    private let source: LiveSelection<ObservedRecord<StoredNote>>
    private let records: LiveRecords<StoredNote>

    /// Watches the store from now on.
    ///
    /// - Parameters:
    ///   - path: of the store, which need not be there yet.
    ///   - descriptor: a pipe that is written to; the updates end when nobody reads it any more.
    /// - Throws: that the store cannot be watched.
    package init(path: String, _ listing: NoteListing, endingWith descriptor: Int32? = nil) throws(StoreFailure) {
        let tried = "follow notes of \(path)"
        do throws(RecordError) { source = try LiveSelection(listing.query, in: AwaitedStore(path)) } catch {
            throw StoreFailure(error, tried: tried)
        }
        let watch = try DatabaseWatch.store(path, endingWith: descriptor, tried: tried)
        records = LiveRows(source, watch: watch, limit: Self.mostNotes)
    }

    /// Tells what is listed, or the next time what became of it, one note after the other while they are read.
    ///
    /// All is of one snapshot, which lasts as long as `tell` takes.
    ///
    /// - Returns: false when the reader of the output is gone or the task is cancelled; nothing is told then.
    /// - Throws: what `tell` throws; `StoreFailure` where the store is none that can ever be read.
    package func next(
        isolation actor: isolated (any Actor)? = #isolation, _ tell: (Piece) throws -> Void
    ) async throws -> Bool {
        try await records.next(isolation: actor) { piece in
            try piece.tell(key: \.number, item: { ($0.id.number, $0.note) }, removed: { note($0) }, tell)
        }
    }

    /// What the store has of a note that is not listed any more; nil where it has nothing, or cannot say.
    private func note(_ id: Int64) -> Note? {
        try? source.reading { connection throws(RecordError) in try StoredNote.note(id, in: connection)?.note } ?? nil
    }
}

extension RecordID<StoredNote> {
    fileprivate var number: Int64 { if case .integer(let number) = key { number } else { 0 } }
}

extension ObservedRecord<StoredNote> {
    /// Nil where it cannot be read, which the store's declarations leave no room for.
    fileprivate var note: Note? { try? reading.get().note }
}

extension SQLiteArticleReader {
    /// The notes of a listing and then what becomes of them, from now on.
    ///
    /// - Parameter descriptor: a pipe that is written to; the updates end when nobody reads it any more.
    /// - Throws: that the store cannot be watched.
    package func observe(
        _ listing: NoteListing, endingWith descriptor: Int32? = nil
    ) throws(StoreFailure) -> LiveNotes {
        try LiveNotes(path: path, listing, endingWith: descriptor)
    }
}
