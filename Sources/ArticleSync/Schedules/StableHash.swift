/// A hash that is the same in every process and every version, other than the standard library's.
///
/// FNV-1a over UTF-8, then the finishing step of SplitMix64, as FNV alone leaves the upper bits of short texts alike.
struct StableHash: Hashable, Sendable {
    let bits: UInt64

    init(_ text: String, salt: Int = 0) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        hash = hash &+ UInt64(bitPattern: Int64(salt)) &* 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        bits = hash ^ (hash >> 31)
    }

    /// A share of a whole of so many milliseconds: at least nothing, always less than all.
    func share(ofMilliseconds whole: Int64) -> Duration {
        .milliseconds(Int64(UInt64(max(whole, 0)).multipliedFullWidth(by: bits).high))
    }
}
