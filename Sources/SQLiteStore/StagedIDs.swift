/// A set of store ids: a bit for each, in blocks, so that neighbours cost next to nothing.
struct StagedIDs {
    private var blocks: [[UInt64]] = []
    private var places: [Int64: Int] = [:]
    /// Ids mostly come in runs.
    private var last: (key: Int64, place: Int) = (.min, 0)

    private static let wordsPerBlock = 64

    /// Adds an id.
    ///
    /// - Returns: whether it was not there yet.
    mutating func insert(_ id: Int64) -> Bool {
        let (key, word, bit) = Self.split(id)
        let place = place(of: key)
        let isNew = blocks[place][word] & bit == 0
        blocks[place][word] |= bit
        return isNew
    }

    mutating func remove(_ id: Int64) {
        let (key, word, bit) = Self.split(id)
        if let place = places[key] { blocks[place][word] &= ~bit }
    }

    private mutating func place(of key: Int64) -> Int {
        if last.key == key { return last.place }
        let place = places[key] ?? blocks.count
        if place == blocks.count {
            blocks.append(Array(repeating: 0, count: Self.wordsPerBlock))
            places[key] = place
        }
        last = (key, place)
        return place
    }

    private static func split(_ id: Int64) -> (key: Int64, word: Int, bit: UInt64) {
        (id >> 12, Int(id >> 6 & 63), 1 << UInt64(id & 63))
    }
}
