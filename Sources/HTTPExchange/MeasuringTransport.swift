/// What came of one try, in one of a fixed set of words.
package enum ExchangeOutcome: String, Sendable, CaseIterable {
    case ok
    case redirection = "3xx"
    case clientError = "4xx"
    /// The server says that there were too many requests.
    case rateLimited = "429"
    case serverError = "5xx"
    case dns, connect, tls, timeout
    /// The connection ended before the body did.
    case cut
    /// The body's compression or the protocol's framing is broken.
    case damaged
    case tooLarge = "too_large"
    /// A redirect that was not followed.
    case redirect
    /// The budget did not let it go out.
    case budget
    /// Nobody wanted the answer any more; says nothing about the server.
    case cancelled
    case other

    package init(_ outcome: Result<HTTPResponse, HTTPError>) {
        switch outcome {
        case .success(let response): self.init(status: response.status)
        case .failure(let error): self.init(error)
        }
    }

    /// Whether there was no good answer though one was wanted.
    package var isFailure: Bool { self != .ok && self != .cancelled }

    private init(status: Int) {
        self =
            switch status {
            case 200..<300: .ok
            case 300..<400: .redirection
            case 429: .rateLimited
            case 400..<500: .clientError
            case 500..<600: .serverError
            default: .other
            }
    }

    private init(_ error: HTTPError) {
        self =
            switch error {
            case .cannotResolve: .dns
            case .cannotConnect, .proxyRefused: .connect
            case .timedOut: .timeout
            case .cutBody: .cut
            case .bodyTooLarge, .headersTooLarge: .tooLarge
            case .redirectRefused, .tooManyRedirects: .redirect
            case .tlsFailed, .pinMismatch, .insecure: .tls
            case .malformed: .damaged
            case .daySpent, .dayReserved, .noBudget, .paused: .budget
            case .cancelled: .cancelled
            case .other: .other
            }
    }
}

/// Tells of every try what came of it and how long it took.
///
/// It belongs inside of what waits for a budget or tries again, so that one telling is one exchange.
package struct MeasuringTransport: HTTPTransport {
    package typealias Record = @Sendable (ExchangeOutcome, Duration) -> Void

    private let transport: any HTTPTransport
    private let clock: any Clock<Duration>
    private let record: Record

    /// - Parameters:
    ///   - clock: what tells how long an exchange took.
    ///   - record: told once of each exchange, when it has ended, by whatever task made it.
    package init(wrapping transport: any HTTPTransport, clock: any Clock<Duration>, record: @escaping Record) {
        self.transport = transport
        self.clock = clock
        self.record = record
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let elapsed = clock.stopwatch()
        let outcome = await transport.outcome(of: request)
        record(ExchangeOutcome(outcome), elapsed())
        return try outcome.get()
    }
}
