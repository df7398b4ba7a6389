/// Numbers that look random and are the same on every machine, for every version of the standard library.
///
/// SplitMix64: an increment and a mix, so that neighbouring seeds give unrelated numbers.
struct SeededRandom {
    private var state: UInt64

    init(seed: UInt64, stream: UInt64) {
        state = seed
        // Mixed once, so that a stream is not another seed's.
        state = next() ^ (stream &* 0x9e37_79b9_7f4a_7c15)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// 0 up to but not including the bound, which is positive.
    mutating func below(_ bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }

    /// True once in so many times.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }

    /// So many lower-case hexadecimal digits, as bytes.
    mutating func hexadecimal(_ count: Int) -> [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity(count)
        while digits.count < count {
            let word = next()
            for place in 0..<min(16, count - digits.count) {
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * place)) & 0xf
                digits.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
        return digits
    }

    /// Puts elements in an order of chance.
    mutating func shuffle<Element>(_ elements: inout ArraySlice<Element>) {
        for offset in stride(from: elements.count - 1, to: 0, by: -1) {
            elements.swapAt(elements.startIndex + offset, elements.startIndex + below(offset + 1))
        }
    }
}
