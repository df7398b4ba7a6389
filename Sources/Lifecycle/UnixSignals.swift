/// Signals as they come, for `for await`.
///
/// The handlers stand when the value is made, so that a signal that comes before anybody iterates is not lost. They are
/// taken down when the iteration ends or when the value is gone. For one iteration only. Signals of one kind that come
/// faster than they are taken may become one, as is the nature of signals; 64 are kept.
package struct UnixSignals: AsyncSequence, Sendable {
    private let stream: AsyncStream<UnixSignal>

    /// Listens from now on.
    package init(_ signals: Set<UnixSignal>) throws(SignalError) {
        let (stream, continuation) = AsyncStream.makeStream(of: UnixSignal.self, bufferingPolicy: .bufferingOldest(64))
        let subscription = try SignalHub.listen(to: signals) { continuation.yield($0) }
        continuation.onTermination = { _ in subscription.end() }
        self.stream = stream
    }

    package func makeAsyncIterator() -> AsyncStream<UnixSignal>.Iterator { stream.makeAsyncIterator() }
}
