/// The values of a cron field that fit, each 0 to 59.
package struct ValueSet: Hashable, Sendable, ExpressibleByArrayLiteral {
    private var bits: UInt64 = 0

    package init() {}

    package init(arrayLiteral values: Int...) { insert(values) }

    mutating func insert(_ values: some Sequence<Int>) {
        for value in values where (0..<64).contains(value) { bits |= 1 << UInt64(value) }
    }

    package func contains(_ value: Int) -> Bool { (0..<64).contains(value) && bits >> UInt64(value) & 1 == 1 }

    /// The least value that is at least so great, or nil.
    package func first(from value: Int) -> Int? {
        guard value < 64 else { return nil }
        let rest = bits >> UInt64(max(value, 0))
        return rest == 0 ? nil : max(value, 0) + rest.trailingZeroBitCount
    }

    package var count: Int { bits.nonzeroBitCount }
}
