package import Chronology
package import Telemetry

/// Sends a request again, after growing and jittered waits, while its outcome is worth another try.
///
/// Which outcomes are is the caller's to judge, as it is a fact about the provider. A `Retry-After` is obeyed in both its
/// forms. The last outcome is handed on as it is, an answer as an answer.
package struct RetryingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let policy: RetryPolicy
    private let judge: @Sendable (Result<HTTPResponse, HTTPError>) -> RetryVerdict
    private let clock: any Clock<Duration>
    private let wallClock: WallClock
    private let random: @Sendable () -> Double
    private let logger: Logger

    /// - Parameters:
    ///   - judge: whether an outcome is final. A cancellation always is.
    ///   - clock: what the waits are slept on.
    ///   - wallClock: what a `Retry-After` date is compared with.
    ///   - random: a number from 0 to 1 for the jitter.
    package init(
        wrapping transport: any HTTPTransport, policy: RetryPolicy,
        judge: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> RetryVerdict = Self.judge,
        clock: any Clock<Duration>, wallClock: WallClock, random: @escaping @Sendable () -> Double,
        logger: Logger = .silent
    ) {
        self.transport = transport
        self.policy = policy
        self.judge = judge
        self.clock = clock
        self.wallClock = wallClock
        self.random = random
        self.logger = logger
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        var tries = 0
        while true {
            let outcome = await transport.outcome(of: request)
            tries += 1
            guard case .retry(let reason) = judge(outcome), outcome.error != .cancelled,
                let wait = policy.wait(after: tries, asked: asked(outcome), random: random())
            else { return try outcome.get() }
            logger.log(
                .info, "retrying", ["url": request, "try": tries + 1, "reason": reason, "wait_ms": wait.milliseconds])
            do { try await clock.sleep(for: wait) } catch { throw .cancelled }
        }
    }

    /// The judgement that knows no provider: networks that fail in passing, 408, 429 and 5xx are worth another try.
    package static func judge(_ outcome: Result<HTTPResponse, HTTPError>) -> RetryVerdict {
        switch outcome {
        case .failure(let error): error.isTransient ? .retry(reason: error.reason) : .accept
        case .success(let response):
            switch response.status {
            case 429: .retry(reason: "rate_limited")
            case 408, 500...599: .retry(reason: "status_\(response.status)")
            default: .accept
            }
        }
    }

    private func asked(_ outcome: Result<HTTPResponse, HTTPError>) -> Duration? {
        guard case .success(let response) = outcome else { return nil }
        return response.retryAfter(now: wallClock.now)
    }
}

extension Result where Failure == HTTPError {
    fileprivate var error: HTTPError? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
