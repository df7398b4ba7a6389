/// What is remembered of a list of rows: who each is, and a number for what it said; never the rows.
struct RowMarks<Key: Hashable & Sendable> {
    struct Mark {
        let key: Key
        /// Another one where the row says something else; 64 bits, so that two contents share one by accident only.
        let digest: Int
    }

    private var marks: [Mark]

    init(_ marks: [Mark]) { self.marks = marks }

    /// Remembers another list, and tells what leads to it, in O(n log n).
    mutating func advance<Row>(to rows: [Row], _ mark: (Row) -> Mark) -> RowChanges<Key, Row> {
        let new = rows.map(mark)
        let places = formerPlaces(of: new)
        var changes = RowChanges<Key, Row>()
        var isThere = [Bool](repeating: false, count: marks.count)
        for place in places { if let place { isThere[place] = true } }
        changes.deletions = marks.indices.reversed().lazy.filter { !isThere[$0] }.map { [marks] in
            .init(place: $0, key: marks[$0].key)
        }
        let standing = LongestIncreasing.members(of: places)
        for (place, row) in rows.enumerated() {
            guard let from = places[place] else {
                changes.insertions.append(.init(place: place, row: row))
                continue
            }
            let survival = RowChanges<Key, Row>.Survival(from: from, to: place, row: row)
            if !standing[place] { changes.moves.append(survival) }
            if marks[from].digest != new[place].digest { changes.modifications.append(survival) }
        }
        marks = new
        return changes
    }

    /// Where each row of a new list stood; nil is nowhere.
    ///
    /// Rows that share a key are paired in order.
    private func formerPlaces(of new: [Mark]) -> [Int?] {
        let shorter = min(marks.count, new.count)
        let head = (0..<shorter).first { marks[$0].key != new[$0].key } ?? shorter
        let tail =
            (0..<(shorter - head)).first { marks[marks.count - 1 - $0].key != new[new.count - 1 - $0].key }
            ?? shorter - head
        var places: [Int?] = Array(0..<head)
        // Of each key the first place that is free, and of each place the next with the same key.
        var first: [Key: Int] = [:]
        var next = [Int?](repeating: nil, count: marks.count)
        for place in (head..<(marks.count - tail)).reversed() {
            next[place] = first.updateValue(place, forKey: marks[place].key)
        }
        for mark in new[head..<(new.count - tail)] {
            let place = first[mark.key]
            places.append(place)
            if let place { first[mark.key] = next[place] }
        }
        places += ((marks.count - tail)..<marks.count).map { $0 }
        return places
    }
}
