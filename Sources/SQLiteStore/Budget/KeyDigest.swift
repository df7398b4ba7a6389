package import Telemetry

/// A few letters by which a key is known again, and which say nothing of it.
///
/// Of 32 bits, so that too many keys share each for anyone to tell which one was meant; the two or three that one store
/// ever meets share none.
package struct KeyDigest: Hashable, Sendable, CustomStringConvertible {
    /// Eight hexadecimal digits; empty where there is no key.
    package let description: String

    package init(of key: Secret?) {
        guard let key else {
            description = ""
            return
        }
        // FNV-1a, folded.
        let hash = key.reveal {
            $0.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
        let digits = String(UInt32(truncatingIfNeeded: hash ^ hash &>> 32), radix: 16)
        description = String(repeating: "0", count: 8 - digits.count) + digits
    }
}
