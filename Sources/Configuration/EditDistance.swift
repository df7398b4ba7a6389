/// How far apart two words are, and which known word somebody may have meant.
package enum EditDistance {
    /// The least number of letters to insert, drop, exchange or swap with their neighbour (Damerau-Levenshtein).
    package static func between(_ left: String, _ right: String) -> Int {
        let left = Array(left.unicodeScalars)
        let right = Array(right.unicodeScalars)
        let width = right.count + 2
        let infinity = left.count + right.count
        // One row and column more than the textbook's, so that a swap at the very start finds a cell to look back to.
        var cells = [Int](repeating: infinity, count: (left.count + 2) * width)
        for row in 0...left.count { cells[(row + 1) * width + 1] = row }
        for column in 0...right.count { cells[width + column + 1] = column }
        var lastRow: [Unicode.Scalar: Int] = [:]
        for row in left.indices {
            var lastColumn = 0
            for column in right.indices {
                let swapRow = lastRow[right[column], default: 0]
                let swapColumn = lastColumn
                let isEqual = left[row] == right[column]
                let exchanged = cells[(row + 1) * width + column + 1] + (isEqual ? 0 : 1)
                let dropped = cells[(row + 1) * width + column + 2] + 1
                let inserted = cells[(row + 2) * width + column + 1] + 1
                let swapped = cells[swapRow * width + swapColumn] + (row - swapRow) + 1 + (column - swapColumn)
                cells[(row + 2) * width + column + 2] = min(exchanged, dropped, inserted, swapped)
                if isEqual { lastColumn = column + 1 }
            }
            lastRow[left[row]] = row + 1
        }
        return cells[(left.count + 1) * width + right.count + 1]
    }

    /// The known word that somebody most likely meant, or nil where none is near; of equally near ones the first.
    ///
    /// Case, and `-` for `_`, make no difference. A third of the letters may be wrong.
    package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
        let wanted = folded(word)
        guard wanted.unicodeScalars.count <= 64 else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in known where candidate.unicodeScalars.count <= 64 {
            let distance = between(wanted, folded(candidate))
            let length = max(wanted.unicodeScalars.count, candidate.unicodeScalars.count)
            if distance <= max(1, length / 3), distance < length, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.word
    }

    private static func folded(_ word: String) -> String { String(word.lowercased().map { $0 == "-" ? "_" : $0 }) }
}
