/// What a server says to a request, and when; faults included, for those who stand in for a bad server.
package struct ServerResponse: Sendable {
    package typealias Field = ServerRequest.Field

    /// The next thing that happens to a body.
    package enum Step: Sendable {
        /// More of the body.
        case bytes([UInt8])
        /// Nothing for so long; other connections go on.
        case pause(Duration)
        /// The body is whole. With a length that was not reached, the connection is closed all the same.
        case end
        /// The connection is closed as it is.
        case cut
    }

    /// What is sent after the headers.
    package enum Body: Sendable {
        /// A body that is there, sent with its length.
        case bytes([UInt8])
        /// A body that comes step by step, on the server's threads, one call at a time.
        ///
        /// With a length, that is announced and no more is sent. Without one, it is chunked.
        case steps(length: Int?, next: @Sendable () -> Step)
        /// No answer at all: the connection is closed.
        case none
    }

    /// 200 to 599.
    package var status: Int
    /// Without `Content-Length`, `Date` and `Connection`, which the server writes.
    package var headers: [Field]
    package var body: Body
    /// How long the answer waits before its first byte; other connections go on.
    package var pause: Duration

    package init(status: Int = 200, headers: [Field] = [], body: Body, pause: Duration = .zero) {
        self.status = status
        self.headers = headers
        self.body = body
        self.pause = pause
    }

    /// A whole body of a type.
    package init(
        status: Int = 200, type: String = "text/plain; charset=utf-8", headers: [Field] = [], bytes: [UInt8]
    ) {
        self.init(status: status, headers: [Field("Content-Type", type)] + headers, body: .bytes(bytes))
    }

    /// A line of plain text.
    package init(status: Int = 200, text: String, headers: [Field] = []) {
        self.init(status: status, headers: headers, bytes: Array(text.utf8))
    }

    /// No answer for so long, or until the server stops; then the connection is closed.
    package static func stalled(for duration: Duration) -> ServerResponse {
        ServerResponse(body: .none, pause: duration)
    }
}
