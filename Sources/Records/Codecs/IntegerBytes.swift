/// Whole numbers as bytes, eight for each, the most significant first.
package struct IntegerBytes: ReversibleTransformer {
    package init() {}

    package func encode(_ numbers: [Int]) throws(UnreadableValue) -> Blob {
        Blob(numbers.flatMap { number in (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } })
    }

    package func decode(_ blob: Blob) throws(UnreadableValue) -> [Int] {
        let bytes = blob.bytes
        guard bytes.count.isMultiple(of: 8) else {
            throw UnreadableValue("found \(bytes.count) bytes, expected eight for each number", stored: blob.stored)
        }
        return stride(from: 0, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
