internal import HTTPExchange

/// What has come of an answer so far, within limits.
struct AnswerBuffer {
    private let maximumBody: Int
    private let maximumHeaders: Int
    private var headerBytes = 0
    private var body: [UInt8] = []
    /// Why no more is taken.
    private(set) var refusal: HTTPError?

    init(limits: CurlTransport.Configuration) {
        maximumBody = limits.maximumBody
        maximumHeaders = limits.maximumHeaders
    }

    var hasBegun: Bool { headerBytes > 0 }
    var hasBody: Bool { !body.isEmpty }

    /// Counts a header line; whether the answer may go on.
    mutating func addHeader(_ count: Int) -> Bool {
        headerBytes += count
        if headerBytes > maximumHeaders {
            refusal = .malformed(detail: "more than \(maximumHeaders) bytes of headers")
        }
        return refusal == nil
    }

    /// Makes room for a body of an announced size, which is a promise and not a fact.
    mutating func expect(_ count: Int) {
        if count > 0 { body.reserveCapacity(min(count, maximumBody)) }
    }

    /// Takes a piece of the body; whether the answer may go on.
    mutating func add(_ chunk: UnsafeRawBufferPointer) -> Bool {
        let count = body.count + chunk.count
        guard count <= maximumBody else {
            refusal = .bodyTooLarge(limit: maximumBody)
            body = []
            return false
        }
        // Doubling would overshoot the limit at the end.
        if count > body.capacity { body.reserveCapacity(min(max(2 * body.capacity, count), maximumBody)) }
        unsafe body.append(contentsOf: chunk)
        return true
    }

    mutating func takeBody() -> [UInt8] {
        defer { body = [] }
        return body
    }
}
