internal import CHMAC

/// The SHA-256 (FIPS 180-4) of bytes that come piece by piece, in constant memory.
@safe package struct StreamDigest: ~Copyable {
    private let digest: OpaquePointer
    private var isWhole = true

    /// The digest of nothing yet; nil only where memory ran out.
    package init?() {
        guard let digest = unsafe chmac_digest_new() else { return nil }
        unsafe self.digest = digest
    }

    deinit { unsafe chmac_digest_free(digest) }

    /// Takes the bytes that come next.
    package mutating func add(_ bytes: [UInt8]) {
        let isDone = unsafe chmac_digest_add(digest, bytes, bytes.count)
        isWhole = isWhole && isDone
    }

    /// The digest of all bytes so far, as 64 lower-case hexadecimal digits; nil only where memory ran out.
    package var value: String? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let isDone = unsafe chmac_digest_value(digest, &bytes)
        return isWhole && isDone ? Hexadecimal.text(bytes) : nil
    }
}
