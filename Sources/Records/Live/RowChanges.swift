/// What turns one list of rows into another: which went, came, changed places and changed otherwise.
///
/// It is applied in this order. The rows at the places of `deletions` and at `from` of `moves` are taken out of the old
/// list, which needs no attention to the order, as these are places of the old list. Then `insertions` and, at `to`,
/// `moves` are put in, the lowest place first: these are places of the new list. Last, the rows at `to` of
/// `modifications` take on what they say now. A row that moved and changed stands in both. Rows that only make room for
/// others have not moved, so that where rows only join or leave there is no move.
///
/// Places count from 0.
package struct RowChanges<Key: Hashable & Sendable, Row: Sendable>: Sendable {
    package typealias Deletion = RowSteps<Key>.Deletion

    /// A row that was not there.
    package struct Insertion: Sendable {
        package let place: Int
        package let row: Row
    }

    /// A row that was there, with its old place and its new one, and as it is now.
    package struct Survival: Sendable {
        package let from: Int
        package let to: Int
        package let row: Row
    }

    /// From the last to the first.
    package internal(set) var deletions: [Deletion] = []
    /// From the first to the last.
    package internal(set) var insertions: [Insertion] = []
    /// By their new places.
    package internal(set) var moves: [Survival] = []
    /// By their new places.
    package internal(set) var modifications: [Survival] = []

    package var isEmpty: Bool {
        deletions.isEmpty && insertions.isEmpty && moves.isEmpty && modifications.isEmpty
    }

    init(deletions: [Deletion] = []) { self.deletions = deletions }

    /// Takes up the next row of which there is something to tell, in the order of the new list.
    mutating func append(_ row: Row, _ step: RowSteps<Key>.Step) {
        guard let from = step.from else { return insertions.append(.init(place: step.to, row: row)) }
        let survival = Survival(from: from, to: step.to, row: row)
        if step.isMoved { moves.append(survival) }
        if step.isModified { modifications.append(survival) }
    }

    /// The new list, made of the old one.
    ///
    /// - Parameter rows: the old list; another one is a mistake of the caller's code.
    package func applied(to rows: [Row]) -> [Row] {
        let taken = Set(deletions.map(\.place)).union(moves.map(\.from))
        var staying = rows.indices.filter { !taken.contains($0) }.map { rows[$0] }[...]
        var arriving: [Int: Row] = [:]
        for insertion in insertions { arriving[insertion.place] = insertion.row }
        for move in moves { arriving[move.to] = rows[move.from] }
        var new = (0..<(staying.count + arriving.count)).compactMap { arriving[$0] ?? staying.popFirst() }
        for modification in modifications { new[modification.to] = modification.row }
        return new
    }
}
