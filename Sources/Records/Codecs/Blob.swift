/// Bytes, as a column keeps them.
package struct Blob: Hashable, Sendable {
    package var bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }
}
