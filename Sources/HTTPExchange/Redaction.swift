package import Telemetry

/// Masks known secrets in any text, as they are and as a URL writes them.
package struct Redaction: Sendable {
    private let secrets: [Secret]

    package init(_ secrets: [Secret]) { self.secrets = secrets }

    /// So many bytes make a secret that stands in an answer by no chance: a key of one letter, which a stand-in on loopback
    /// is content with, would take that letter out of every word.
    package static let leastInAnswers = 8

    /// The text with `•••` wherever a secret stood.
    package func mask(_ text: String) -> String {
        // Bytes, as a character that combines with the secret's last would hide it from a search for characters.
        String(decoding: mask(Array(text.utf8), secretsFrom: 1), as: UTF8.self)
    }

    /// An answer, to be kept, with `•••` wherever a secret of `leastInAnswers` bytes or more stood; the same array where
    /// none did.
    package func mask(answer: [UInt8]) -> [UInt8] { mask(answer, secretsFrom: Self.leastInAnswers) }

    private func mask(_ bytes: [UInt8], secretsFrom length: Int) -> [UInt8] {
        var masked = bytes
        for secret in secrets {
            secret.reveal { value in
                guard value.utf8.count >= length else { return }
                for form in Self.forms(of: value) {
                    masked = ByteSearch(form).replaced(in: masked, by: Array(Secret.mask.utf8))
                }
            }
        }
        return masked
    }

    /// A secret as it is, and percent-encoded in either case.
    private static func forms(of value: String) -> Set<String> {
        [value, QueryItem.encode(value), QueryItem.encode(value, digits: "0123456789abcdef")]
    }
}

extension HTTPRequest {
    /// What must not be seen of this request.
    package var redaction: Redaction { Redaction(credential.map { [$0.key] } ?? []) }
}

extension HTTPError {
    /// The same error, secrets masked in whatever others said about it.
    package func redacted(by redaction: Redaction) -> HTTPError {
        switch self {
        case .cannotConnect(let host, let detail): .cannotConnect(host: host, detail: redaction.mask(detail))
        case .redirectRefused(let target, let reason):
            .redirectRefused(to: redaction.mask(target), reason: redaction.mask(reason))
        case .tlsFailed(let detail): .tlsFailed(detail: redaction.mask(detail))
        case .malformed(let detail): .malformed(detail: redaction.mask(detail))
        case .noBudget(let detail): .noBudget(detail: redaction.mask(detail))
        case .other(let detail): .other(detail: redaction.mask(detail))
        case .cannotResolve, .timedOut, .cutBody, .bodyTooLarge, .tooManyRedirects, .pinMismatch, .insecure, .daySpent,
            .dayReserved, .cancelled, .headersTooLarge, .proxyRefused, .paused:
            self
        }
    }
}
