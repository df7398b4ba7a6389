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

    /// Lower-case hexadecimal digits.
    mutating func hexadecimal(_ count: Int) -> String {
        var digits = ""
        while digits.utf8.count < count {
            let word = String(next(), radix: 16)
            digits += String(repeating: "0", count: 16 - word.utf8.count) + word
        }
        return String(digits.prefix(count))
    }
}
