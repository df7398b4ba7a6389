internal import Articles
internal import Records
internal import SQLite

/// The notes about an article, read while articles are exported, as `notes` reads them.
enum ExportedNotes {
    /// In the order of their ids.
    static func about(
        _ article: Int64, in connection: borrowing Connection, tried: String
    ) throws(StoreFailure) -> [Note] {
        do throws(RecordError) {
            return try StoredNote.all.filtered(by: .equal("article_id", .integer(article)))
                .sorted(by: SortTerms([.init("id")])).all(in: connection).map(\.note)
        } catch {
            throw StoreFailure(error, tried: tried)
        }
    }
}
