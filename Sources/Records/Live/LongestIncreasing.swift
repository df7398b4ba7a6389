/// Picks the most numbers of a list that stand in increasing order already; all others have to move.
enum LongestIncreasing {
    /// For each number whether it is picked, in O(n log n); what is nil is never picked.
    ///
    /// - Parameter numbers: each at most once.
    static func members(of numbers: [Int?]) -> [Bool] {
        // Of each length the run that ends lowest, by the index of its end; and what comes before each index in its run.
        var ends: [Int] = []
        var before = [Int?](repeating: nil, count: numbers.count)
        var lastEnd = Int.min
        for (index, number) in numbers.enumerated() {
            guard let number else { continue }
            var length = ends.count
            if number < lastEnd {
                var low = 0
                while low < length {
                    let middle = (low + length) / 2
                    if let end = numbers[ends[middle]], end < number { low = middle + 1 } else { length = middle }
                }
            }
            before[index] = length == 0 ? nil : ends[length - 1]
            if length == ends.count { ends.append(index) } else { ends[length] = index }
            lastEnd = numbers[ends[ends.count - 1]] ?? lastEnd
        }
        var isMember = [Bool](repeating: false, count: numbers.count)
        var index = ends.last
        while let member = index {
            isMember[member] = true
            index = before[member]
        }
        return isMember
    }
}
