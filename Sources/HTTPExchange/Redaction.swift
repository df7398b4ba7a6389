package import Telemetry

/// Masks known secrets in any text, as they are and as a URL writes them.
package struct Redaction: Sendable {
    private let secrets: [Secret]

    package init(_ secrets: [Secret]) { self.secrets = secrets }

    /// The text with `•••` wherever a secret stood.
    package func mask(_ text: String) -> String {
        // Bytes, as a character that combines with the secret's last would hide it from a search for characters.
        var bytes = Array(text.utf8)
        for secret in secrets {
            secret.reveal { value in
                for form in Self.forms(of: value) where !form.isEmpty {
                    bytes.replace(Array(form.utf8), with: Array(Secret.mask.utf8))
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
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
        case .other(let detail): .other(detail: redaction.mask(detail))
        case .cannotResolve, .timedOut, .cutBody, .bodyTooLarge, .tooManyRedirects, .pinMismatch, .insecure, .daySpent,
            .cancelled:
            self
        }
    }
}
