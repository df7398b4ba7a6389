internal import Articles
internal import SQLiteStore

extension Assembly {
    /// The articles of a listing and what becomes of them.
    ///
    /// - Parameter descriptor: where they are written to, if that is a pipe that somebody may stop reading.
    static func liveArticles(
        of settings: Settings, _ listing: ArticleListing, endingWith descriptor: Int32?
    ) throws(StoreFailure) -> LiveArticles {
        try SQLiteArticleReader(path: settings.store.path).observe(listing, endingWith: descriptor)
    }

    /// The notes of a listing and what becomes of them.
    ///
    /// - Parameter descriptor: where they are written to, if that is a pipe that somebody may stop reading.
    static func liveNotes(
        of settings: Settings, _ listing: NoteListing, endingWith descriptor: Int32?
    ) throws(StoreFailure) -> LiveNotes {
        try SQLiteArticleReader(path: settings.store.path).observe(listing, endingWith: descriptor)
    }
}
