internal import HTTPExchange

/// What has come of an answer so far, within limits.
struct AnswerBuffer {
    private let maximumBody: Int
    private let maximumHeaders: Int
    private var headerBytes = 0
    /// Whether the blank line after the headers has come; libcurl itself does not miss it where the connection ends.
    private(set) var isHeadWhole = false
    private var body: [UInt8] = []
    /// Why no more is taken.
    private(set) var refusal: HTTPError?

    init(limits: CurlTransport.Configuration) {
        maximumBody = limits.maximumBody
        maximumHeaders = limits.maximumHeaders
    }

    var hasBegun: Bool { headerBytes > 0 }
    var hasBody: Bool { !body.isEmpty }

    /// Counts a line of the head; whether the answer may go on.
    mutating func addHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        // An interim answer has a blank line too, after which another status line comes.
        if unsafe line.starts(with: "HTTP/".utf8) { isHeadWhole = false }
        if unsafe line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8) { isHeadWhole = true }
        if headerBytes > maximumHeaders {
            refusal = .headersTooLarge(limit: maximumHeaders)
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
