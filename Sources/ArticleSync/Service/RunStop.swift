internal import Synchronization

/// The way to stop a run from outside, with a reason.
package final class RunStop: Sendable {
    private let cause = Mutex<String?>(nil)
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    package init() { (stream, continuation) = AsyncStream.makeStream(of: Never.self) }

    /// Why it is to stop; nil while it is not.
    package var reason: String? { cause.withLock { $0 } }

    /// Stops it; the first reason counts.
    package func stop(_ reason: String) {
        cause.withLock { $0 = $0 ?? reason }
        continuation.finish()
    }

    /// Returns when it is to stop, or when the task is cancelled.
    package func wait() async { for await _ in stream {} }
}
