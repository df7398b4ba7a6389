/// What is remembered of a list of rows: who each is, and a number for what it said; never the rows.
struct RowMarks<Key: Hashable & Sendable> {
    struct Mark {
        let key: Key
        /// Another one where the row says something else; 64 bits, so that two contents share one by accident only.
        let digest: Int
    }

    private var marks: [Mark]

    init(_ marks: [Mark]) { self.marks = marks }

    var count: Int { marks.count }

    /// Tells what leads to another list, in O(n log n).
    func steps(to other: RowMarks) -> RowSteps<Key> {
        let new = other.marks
        let places = formerPlaces(of: new)
        var isThere = [Bool](repeating: false, count: marks.count)
        for place in places { if let place { isThere[place] = true } }
        var steps = RowSteps<Key>()
        for place in marks.indices.reversed() where !isThere[place] {
            steps.deletions.append(.init(place: place, key: marks[place].key))
        }
        let standing = LongestIncreasing.members(of: places)
        for (place, from) in places.enumerated() {
            let isMoved = from != nil && !standing[place]
            let isModified = from.map { marks[$0].digest != new[place].digest } ?? false
            guard from == nil || isMoved || isModified else { continue }
            steps.steps.append(.init(from: from, to: place, isMoved: isMoved, isModified: isModified))
        }
        return steps
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
