package import HTTPExchange
internal import Synchronization

/// The transport over libcurl: many exchanges at once, driven by one thread of its own.
///
/// Connections are kept and reused, HTTP/2 is spoken where TLS agrees to it, answers are decompressed, certificates are
/// always verified. Every wait, size and number of redirects is bounded by the configuration. A redirect is followed only
/// to the same scheme, host and port, so that a key goes nowhere else. The thread begins with the first exchange and ends
/// with `shutdown()` or with the transport itself.
package final class CurlTransport: HTTPTransport {
    private enum Stage {
        case unborn
        case running(LoopThread)
        case ended
    }

    private let configuration: Configuration
    private let queue = ExchangeQueue()
    private let stage = Mutex<Stage>(.unborn)

    package init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    deinit { shutdown() }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        if let refusal = Self.refusal(of: request) { throw refusal }
        let exchange = Exchange(request)
        try start()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if exchange.await(continuation) { queue.submit(exchange) }
            }
        } onCancel: {
            guard !configuration.finishesWhenCancelled else { return }
            exchange.settle(.failure(.cancelled))
            queue.withdraw(exchange)
        }
        do { return try outcome.get() } catch { throw error.redacted(by: request.redaction) }
    }

    /// Ends every exchange under way with `.cancelled`, frees all handles and connections and ends the thread.
    ///
    /// Blocks until the thread has ended, which takes milliseconds. Later exchanges fail with `.cancelled`; a second call
    /// does nothing.
    package func shutdown() {
        queue.close()
        let running = stage.withLock { stage in
            defer { stage = .ended }
            return stage
        }
        if case .running(let thread) = running { thread.join() }
    }

    private func start() throws(HTTPError) {
        try stage.withLock { stage throws(HTTPError) in
            guard case .unborn = stage else { return }
            let thread = LoopThread { [configuration, queue] in
                TransferLoop.run(queue, configuration: configuration)
            }
            guard let thread else { throw .other(detail: "the system gives no thread") }
            stage = .running(thread)
        }
    }

    /// Why a request is not even tried.
    private static func refusal(of request: HTTPRequest) -> HTTPError? {
        if request.credential != nil, request.url.scheme == .http, !request.url.isLoopback {
            return .insecure(host: request.url.host)
        }
        let isClean = request.withRevealedHeaders { headers in headers.allSatisfy(\.isWellFormed) }
        return isClean ? nil : .other(detail: "a header has characters that would end its line")
    }
}
