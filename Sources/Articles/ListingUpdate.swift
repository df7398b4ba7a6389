/// What somebody is told who follows a listing.
package enum ListingUpdate: Hashable, Sendable {
    /// The store cannot be read now, for this reason; it goes on by itself as soon as it can.
    case waiting(String)
    /// The articles as they are at first, in order.
    ///
    /// Where it is cut, the listing has more than can be followed, and the rest is left out.
    case initial([StoredArticle], isCut: Bool)
    /// What turns the articles told before into those that are listed now; never empty, in the order of `ListingChange`.
    case changes([ListingChange], isCut: Bool)
}

/// What became of one article of a listing.
///
/// Changes of one update are applied together: articles that were removed or have moved are taken out at their former
/// places, which are places of the old listing; then those that were added or have moved are put in at their places,
/// the first place first. They come in this order: removed ones from the last to the first, then the others by place.
package struct ListingChange: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case removed, added, moved
        /// It says something else; it may have moved, too.
        case changed
    }

    package var kind: Kind
    /// Where it stood, counted from 0; nil for one that was added.
    package var formerPlace: Int?
    /// Where it stands, counted from 0; nil for one that was removed.
    package var place: Int?
    /// Whether it has to be taken out and put in elsewhere; what only makes room for others has not moved.
    package var isMoved: Bool
    package var key: ArticleKey
    /// As it is now; of one that was removed, what the store still has of it.
    package var article: StoredArticle?

    package init(
        _ kind: Kind, from formerPlace: Int? = nil, to place: Int? = nil, isMoved: Bool = false, key: ArticleKey,
        article: StoredArticle?
    ) {
        self.kind = kind
        self.formerPlace = formerPlace
        self.place = place
        self.isMoved = isMoved
        self.key = key
        self.article = article
    }
}
