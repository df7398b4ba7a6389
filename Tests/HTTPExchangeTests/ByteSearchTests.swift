import Testing

@testable import HTTPExchange

@Suite struct `A search for bytes` {
    @Test func `finds what a plain search finds`() {
        var state: UInt64 = 88_172_645_463_325_252
        func random(_ bound: UInt64) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % bound)
        }
        for _ in 0..<2_000 {
            // Few letters make for many half matches.
            let text = String((0..<random(60)).map { _ in Character(["a", "b", "c"][random(3)]) })
            let needle = String((0..<(1 + random(5))).map { _ in Character(["a", "b", "c"][random(3)]) })
            let bytes = Array(text.utf8)
            var expected: [Int] = []
            var place = 0
            while place + needle.utf8.count <= bytes.count {
                if Array(bytes[place..<place + needle.utf8.count]) == Array(needle.utf8) {
                    expected.append(place)
                    place += needle.utf8.count
                } else {
                    place += 1
                }
            }
            #expect(ByteSearch(needle).places(in: bytes) == expected, "\(needle) in \(text)")
        }
    }

    @Test(arguments: [("key", "", ""), ("key", "akeybkey", "a•b•"), ("key", "keykey", "••"), ("key", "kek", "kek")])
    func `puts others in their place`(needle: String, text: String, expected: String) {
        let replaced = ByteSearch(needle).replaced(in: Array(text.utf8), by: Array("•".utf8))
        #expect(String(decoding: replaced, as: UTF8.self) == expected)
    }
}
