package import Telemetry

/// Says one line at debug level about every exchange; a key in it is masked.
package struct LoggingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let logger: Logger
    private let clock: any Clock<Duration>

    /// - Parameter clock: what tells how long an exchange took.
    package init(wrapping transport: any HTTPTransport, logger: Logger, clock: any Clock<Duration>) {
        self.transport = transport
        self.logger = logger
        self.clock = clock
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard logger.level >= .debug else { return try await transport.send(request) }
        let elapsed = clock.stopwatch()
        let outcome = await transport.outcome(of: request)
        let url = request.redaction.mask(request.description)
        switch outcome {
        case .success(let response):
            logger.log(
                .debug, "exchange",
                [
                    "method": request.method.rawValue, "url": url, "status": response.status,
                    "bytes": response.body.count,
                    "milliseconds": elapsed().milliseconds,
                ])
        case .failure(let error):
            logger.log(
                .debug, "exchange failed",
                [
                    "method": request.method.rawValue, "url": url, "reason": error.reason,
                    "error": error.redacted(by: request.redaction),
                    "milliseconds": elapsed().milliseconds,
                ])
        }
        return try outcome.get()
    }
}
