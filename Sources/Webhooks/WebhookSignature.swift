package import Articles
package import Chronology
package import HTTPExchange
internal import Signing
package import Telemetry

/// The header in which a message proves who sent it, and when: `t=<unix seconds>,v1=<code>`.
///
/// The code is the HMAC with SHA-256, in hexadecimal digits, of the seconds, a full stop and the body. A receiver computes
/// it with the key that both have, compares in constant time, and refuses what is older than some minutes.
package enum WebhookSignature {
    /// Nil only where memory ran out.
    package static func value(of body: [UInt8], at seconds: Int64, key: Secret) -> String? {
        guard let code = MessageCode(of: Array("\(seconds).".utf8) + body, key: key) else { return nil }
        return "t=\(seconds),v1=\(code)"
    }
}

extension Webhook {
    /// The request that brings a line of the outbox here; nil where it could not be signed.
    package func request(for line: OutboxLine, at now: Instant) -> HTTPRequest? {
        let body = Array(line.body.utf8)
        var headers = [
            HTTPHeader("Content-Type", "application/json"), HTTPHeader("X-Articlesync-Event", line.event.rawValue),
            HTTPHeader("X-Articlesync-Delivery", line.notice),
        ]
        if let key {
            guard let signature = WebhookSignature.value(of: body, at: now.secondsSince1970, key: key) else {
                return nil
            }
            headers.append(HTTPHeader("X-Articlesync-Signature", signature))
        }
        return address.request(.post, headers: headers, body: body)
    }
}
