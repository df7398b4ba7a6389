package import Telemetry

/// Masks known secrets in any text, as they are and as a URL writes them.
package struct Redaction: Sendable {
    private let secrets: [Secret]

    package init(_ secrets: [Secret]) { self.secrets = secrets }

    /// The text with `•••` wherever a secret stood.
    package func mask(_ text: String) -> String {
        // Bytes, as a character that combines with the secret's last would hide it from a search for characters.
        String(decoding: mask(Array(text.utf8)), as: UTF8.self)
    }

    /// The bytes with `•••` wherever a secret stood; the same array where none did.
    package func mask(_ bytes: [UInt8]) -> [UInt8] {
        var masked = bytes
        for secret in secrets {
            secret.reveal { value in
                for form in Self.forms(of: value) where !form.isEmpty {
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
            .dayReserved, .cancelled:
            self
        }
    }
}
