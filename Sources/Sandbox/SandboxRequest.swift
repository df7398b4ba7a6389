/// What a sandbox was asked, without the key, and how it answered.
package struct SandboxRequest: Sendable, CustomStringConvertible {
    package let path: String
    /// Decoded, in the order asked, without `api-key`.
    package let query: [(name: String, value: String)]
    /// Nil where the answer has none: the connection was held or closed.
    package let status: Int?
    /// What was done wrong on request.
    package let fault: SandboxFault?

    init(path: String, query: [(String, String)], status: Int?, fault: SandboxFault?) {
        self.path = path
        self.query = query.map { (name: $0.0, value: $0.1) }
        self.status = status
        self.fault = fault
    }

    /// The first value of a parameter.
    package func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// `/path?q=x&page=0 200 [fault]`, for people: not encoded.
    package var description: String {
        let items = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return path + (items.isEmpty ? "" : "?\(items)") + " " + (status.map { "\($0)" } ?? "-")
            + (fault.map { " [\($0.rawValue)]" } ?? "")
    }
}

/// The last requests, as many as are kept.
struct RequestLog {
    private(set) var requests: [SandboxRequest] = []
    private static let bound = 10_000

    mutating func append(_ request: SandboxRequest) {
        // Half at a time, so that it costs little.
        if requests.count == Self.bound { requests.removeFirst(Self.bound / 2) }
        requests.append(request)
    }
}
