internal import Synchronization

/// Runs `body` until it returns, or until a signal asks for the end.
///
/// The first signal cancels the body, which has to wind up and return; its result or error is that of the call. The
/// second calls `exitAtOnce`, which must not return: the person does not want to wait. It is called on a thread of its
/// own, so that it works even when the program hangs.
///
/// - Parameters:
///   - signals: what asks for the end.
///   - noticing: told of the first signal, before the body is cancelled; on a thread of its own.
///   - exitAtOnce: told of the second.
/// - Throws: what `body` throws, or `SignalError` before it runs.
package func withGracefulShutdown<Result: Sendable>(
    on signals: Set<UnixSignal> = [.interrupt, .terminate],
    noticing: @escaping @Sendable (UnixSignal) -> Void = { _ in },
    exitAtOnce: @escaping @Sendable (UnixSignal) -> Void, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let (requests, request) = AsyncStream.makeStream(of: UnixSignal.self)
    let hasOne = Mutex(false)
    let subscription = try SignalHub.listen(to: signals) { signal in
        let isFirst = hasOne.withLock { hasOne in
            defer { hasOne = true }
            return !hasOne
        }
        guard isFirst else { return exitAtOnce(signal) }
        noticing(signal)
        request.yield(signal)
    }
    defer { subscription.end() }
    return try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            for await _ in requests { break }
            return nil
        }
        while let ended = try await group.next() {
            // Whichever ended, the other is no longer wanted: the body after a signal, the watch after the body.
            group.cancelAll()
            if let result = ended { return result }
        }
        throw CancellationError()
    }
}
