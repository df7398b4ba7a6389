package import Chronology
internal import HTTPServer

/// What a sandbox was asked, without the key, and how it answered.
package struct SandboxRequest: Sendable, CustomStringConvertible {
    package let path: String
    /// Decoded, in the order asked, without `api-key`.
    package let query: [(name: String, value: String)]
    /// When it came, by the clock of the quota.
    package let at: Instant
    /// Nil where the answer has none: the connection was held or closed.
    package let status: Int?
    /// What was done wrong on request.
    package let fault: SandboxFault?

    init(path: String, query: [ServerRequest.Field], at: Instant, status: Int?, fault: SandboxFault?) {
        self.path = path
        self.query = query.map { (name: $0.name, value: $0.value) }
        self.at = at
        self.status = status
        self.fault = fault
    }

    /// The first value of a parameter.
    package func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// What was asked whatever the order of parameters: two requests with one key ask the same page of the same search.
    package var key: String {
        query.map { "\($0.name)=\($0.value)" }.filter { $0 != "page=0" }.sorted().joined(separator: "&")
    }

    /// Whether it was given its page.
    package var isAnswered: Bool { status == 200 && fault == nil && path == SandboxAPI.path }

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
    /// All that ever came.
    private(set) var count = 0
    private let kept: Int

    init(kept: Int) { self.kept = max(kept, 0) }

    mutating func append(_ request: SandboxRequest) {
        count += 1
        guard kept > 0 else { return }
        // Half at a time, so that it costs little.
        if requests.count / 2 >= kept { requests.removeFirst(kept) }
        requests.append(request)
    }
}
