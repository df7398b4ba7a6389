internal import CHMAC
package import Telemetry

/// What proves that a message comes from somebody who has the key: HMAC with SHA-256 (RFC 2104).
package struct MessageCode: Hashable, Sendable, CustomStringConvertible {
    /// 32 bytes.
    package let bytes: [UInt8]

    /// Nil only where memory ran out, or for a key of more than 2 GiB.
    package init?(of message: some Sequence<UInt8>, key: Secret) {
        self.init(of: Array(message), key: key.reveal { Array($0.utf8) })
    }

    /// For a key that is no text.
    package init?(of message: [UInt8], key: [UInt8]) {
        var code = [UInt8](repeating: 0, count: 32)
        let isDone = unsafe chmac_sha256(key, key.count, message, message.count, &code)
        guard isDone else { return nil }
        bytes = code
    }

    /// In lower-case hexadecimal digits.
    package var description: String { Hexadecimal.text(bytes) }
}
