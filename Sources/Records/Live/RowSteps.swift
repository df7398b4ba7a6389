/// What turns one list of rows into another, without the rows.
package struct RowSteps<Key: Hashable & Sendable>: Sendable {
    /// A row that is no longer there.
    package struct Deletion: Sendable {
        package let place: Int
        package let key: Key
    }

    /// A row that is there, and of which there is something to tell.
    package struct Step: Sendable {
        /// Where it stood; nil where it is new.
        package let from: Int?
        package let to: Int
        /// Whether it has to be taken out and put in elsewhere; what only makes room for others has not moved.
        package let isMoved: Bool
        /// Whether it says something else than before.
        package let isModified: Bool
    }

    /// From the last to the first.
    package internal(set) var deletions: [Deletion] = []
    /// By their new places.
    package internal(set) var steps: [Step] = []

    package var isEmpty: Bool { deletions.isEmpty && steps.isEmpty }
}
