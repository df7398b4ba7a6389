internal import Articles
internal import Records

extension LiveRows.Piece {
    /// The same in the words of listings, handed over one after the other.
    ///
    /// - Parameters:
    ///   - key: of a row.
    ///   - item: what a row is of.
    ///   - removed: what the store still has of one that is not listed any more.
    func tell<ListedKey, Item>(
        key: (Key) -> ListedKey, item: (Row) -> (key: ListedKey, item: Item?), removed: (ListedKey) throws -> Item?,
        _ body: (ListingPiece<ListedKey, Item>) throws -> Void
    ) throws {
        switch self {
        case .waiting(let pause): try body(.waiting(pause.description))
        case .set(let steps, let isInitial, let isCut):
            try body(.set(ListingSet(isInitial: isInitial, isCut: isCut, counts: steps.counts)))
            for deletion in steps.deletions {
                let key = key(deletion.key)
                try body(.change(ListingChange(.removed, from: deletion.place, key: key, item: removed(key))))
            }
        case .row(let row, let step):
            let (key, item) = item(row)
            try body(
                .change(
                    ListingChange(
                        step.kind, from: step.from, to: step.to, isMoved: step.isMoved, key: key, item: item)))
        }
    }
}

extension RowSteps {
    fileprivate var counts: [ListingChangeKind: Int] {
        var counts: [ListingChangeKind: Int] = [.removed: deletions.count]
        for step in steps { counts[step.kind, default: 0] += 1 }
        return counts
    }
}

extension RowSteps.Step {
    fileprivate var kind: ListingChangeKind { from == nil ? .added : isModified ? .changed : .moved }
}
