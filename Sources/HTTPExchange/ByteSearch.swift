/// Finds a text in bytes by Horspool's method, which looks at one byte in so many as the text is long.
struct ByteSearch: Sendable {
    private let needle: [UInt8]
    /// How far the text may be moved on, by the byte under its end.
    private let skips: [Int]

    /// - Parameter text: not empty.
    init(_ text: String) {
        needle = Array(text.utf8)
        var skips = [Int](repeating: needle.count, count: 256)
        for (index, byte) in needle.dropLast().enumerated() { skips[Int(byte)] = needle.count - 1 - index }
        self.skips = skips
    }

    /// The places where the text begins, without overlaps.
    func places(in bytes: [UInt8]) -> [Int] {
        var places: [Int] = []
        var place = 0
        while place + needle.count <= bytes.count {
            if isThere(bytes, place) {
                places.append(place)
                place += needle.count
            } else {
                place += skips[Int(bytes[place + needle.count - 1])]
            }
        }
        return places
    }

    /// The bytes with others wherever the text stood; the same array where it stands nowhere.
    func replaced(in bytes: [UInt8], by others: [UInt8]) -> [UInt8] {
        let places = places(in: bytes)
        guard !places.isEmpty else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var begin = 0
        for place in places {
            result += bytes[begin..<place]
            result += others
            begin = place + needle.count
        }
        return result + bytes[begin...]
    }

    private func isThere(_ bytes: [UInt8], _ place: Int) -> Bool {
        for index in needle.indices.reversed() where bytes[place + index] != needle[index] { return false }
        return true
    }
}
