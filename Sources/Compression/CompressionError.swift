/// Why bytes could not be compressed, or a frame not be read.
package struct CompressionError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// There is no memory for it.
        case memory
        /// The frame is cut, damaged, or none at all; or what it was compressed against is another.
        case damaged
        /// The frame does not hold as many bytes as it was said to, or more than are allowed.
        case size
    }

    package let kind: Kind
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
