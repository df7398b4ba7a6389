internal import Signing

/// Bytes on their way, counted and digested.
final class DigestedBytes {
    private var digest: StreamDigest
    private(set) var count = 0

    init() throws(CommandFailure) {
        guard let digest = StreamDigest() else { throw Self.noMemory }
        self.digest = digest
    }

    func add(_ bytes: [UInt8]) {
        digest.add(bytes)
        count += bytes.count
    }

    /// The SHA-256 of all so far.
    var sha256: String {
        get throws(CommandFailure) {
            guard let value = digest.value else { throw Self.noMemory }
            return value
        }
    }

    private static let noMemory = CommandFailure(.failed, "the SHA-256 cannot be made: no memory is left")
}
