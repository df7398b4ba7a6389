package import HTTPExchange
package import Telemetry

/// Where somebody is told something: an origin that may be shown, and a path and query that are a secret, as those of
/// chat rooms are.
package struct WebhookAddress: Hashable, Sendable, CustomStringConvertible {
    /// Scheme, host and port.
    package let origin: HTTPURL
    /// Path and query as they are; nil where there is no more than a slash.
    private let rest: Secret?

    /// Why a text is no address; without the text.
    package struct Mistake: Error, Hashable, Sendable {
        package let reason: String
    }

    /// Reads an absolute `https` URL, or an `http` one of this machine.
    package init(_ text: String) throws(Mistake) {
        guard let start = text.firstRange(of: "://")?.upperBound else {
            throw Mistake(reason: "is no URL (such as \"https://hooks.example.org/…\")")
        }
        let end = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        guard !text[start..<end].contains("@") else {
            throw Mistake(reason: "has a user or a password in it, which would be shown (put a token into the path)")
        }
        guard let origin = HTTPURL(String(text[..<end])) else {
            throw Mistake(reason: "is no URL of http or https (such as \"https://hooks.example.org/…\")")
        }
        guard origin.scheme == .https || origin.isLoopback else {
            throw Mistake(reason: "would be told in the clear (allowed: https, or a loopback address)")
        }
        let path = text[end...]
        guard !path.contains("#"), path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x5c }) else {
            throw Mistake(reason: "has a path with a fragment, or with signs that have to be percent-encoded")
        }
        self.origin = origin
        rest = path.isEmpty || path == "/" ? nil : Secret(path.hasPrefix("/") ? String(path) : "/" + path)
    }

    /// What must not be shown.
    package var secret: Secret? { rest }

    /// The host alone.
    package var description: String { origin.host }

    /// A request to it.
    package func request(
        _ method: HTTPRequest.Method, headers: [HTTPHeader] = [], body: [UInt8] = []
    ) -> HTTPRequest {
        // A slash is no secret, and masked it would make every message unreadable.
        let url = rest == nil ? origin.appending(path: "/") : origin
        var request = HTTPRequest(
            url: url, headers: headers, credential: rest.map { HTTPRequest.Credential(place: .target, key: $0) })
        request.method = method
        request.body = body
        return request
    }
}
