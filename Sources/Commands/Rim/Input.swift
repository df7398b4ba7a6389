internal import Glibc

/// A stream of bytes into the process.
package struct Input: Sendable {
    /// What is read of one text at most, in bytes.
    package static let limit = 1_048_576

    /// Reads the rest, of which no more than so many bytes are wanted.
    private let take: @Sendable (_ limit: Int) throws(InputFailure) -> [UInt8]

    package init(take: @escaping @Sendable (_ limit: Int) throws(InputFailure) -> [UInt8]) { self.take = take }

    /// All that is still to be read, as text; bytes that are none become `�`.
    ///
    /// - Throws: where it cannot be read, or is longer than `limit`.
    package func text() throws(InputFailure) -> String {
        let bytes = try take(Self.limit + 1)
        guard bytes.count <= Self.limit else {
            throw InputFailure("it is longer than 1 MiB, which is the most that a note may have")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// An open file descriptor.
    package static func descriptor(_ descriptor: Int32) -> Input {
        Input { (limit) throws(InputFailure) in
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 16_384)
            while bytes.count < limit {
                let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                    unsafe read(descriptor, buffer.baseAddress, buffer.count)
                }
                if count < 0 {
                    let code = errno
                    if code == EINTR { continue }
                    throw InputFailure(unsafe String(cString: strerror(code)))
                }
                if count == 0 { break }
                bytes += chunk[..<count]
            }
            return bytes
        }
    }

    /// Nothing.
    package static let empty = Input { (_) throws(InputFailure) in [] }
}

/// Why nothing could be read, as the system says it.
package struct InputFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
