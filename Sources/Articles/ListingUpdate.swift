/// What somebody is told who follows a listing, piece by piece.
package enum ListingPiece<Key: Hashable & Sendable, Item: Hashable & Sendable>: Hashable, Sendable {
    /// The store cannot be read now, for this reason; it goes on by itself as soon as it can.
    case waiting(String)
    /// A set begins: what is listed at first, or what turned it into what is listed now. So many changes follow.
    case set(ListingSet)
    case change(ListingChange<Key, Item>)
}

/// What was seen at once of a listing: its changes belong together, in the order of `ListingChange`.
package struct ListingSet: Hashable, Sendable {
    /// Whether it is the beginning: each item is `added` then.
    package var isInitial: Bool
    /// Whether the listing has more than can be followed; the rest is left out.
    package var isCut: Bool
    /// How many changes of each kind it has; a kind with none is left out.
    package var counts: [ListingChangeKind: Int]

    package init(isInitial: Bool, isCut: Bool = false, counts: [ListingChangeKind: Int]) {
        self.isInitial = isInitial
        self.isCut = isCut
        self.counts = counts.filter { $0.value > 0 }
    }

    /// How many changes it has.
    package var count: Int { counts.values.reduce(0, +) }
}

package enum ListingChangeKind: String, Hashable, Sendable, CaseIterable {
    case removed, added, moved
    /// It says something else; it may have moved, too.
    case changed
}

/// What became of one item of a listing.
///
/// Changes of one set are applied together: items that were removed or have moved are taken out at their former places,
/// which are places of the old listing; then those that were added or have moved are put in at their places, the first
/// place first. They come in this order: removed ones from the last to the first, then the others by place.
package struct ListingChange<Key: Hashable & Sendable, Item: Hashable & Sendable>: Hashable, Sendable {
    package var kind: ListingChangeKind
    /// Where it stood, counted from 0; nil for one that was added.
    package var formerPlace: Int?
    /// Where it stands, counted from 0; nil for one that was removed.
    package var place: Int?
    /// Whether it has to be taken out and put in elsewhere; what only makes room for others has not moved.
    package var isMoved: Bool
    package var key: Key
    /// As it is now; of one that was removed, what the store still has of it.
    package var item: Item?

    package init(
        _ kind: ListingChangeKind, from formerPlace: Int? = nil, to place: Int? = nil, isMoved: Bool = false, key: Key,
        item: Item?
    ) {
        self.kind = kind
        self.formerPlace = formerPlace
        self.place = place
        self.isMoved = isMoved
        self.key = key
        self.item = item
    }
}
