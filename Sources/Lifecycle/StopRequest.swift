/// Runs `body` to its own end, whatever becomes of the task around it, and passes on that it is asked to stop.
///
/// A body that is to wind up in good order cannot be cancelled from outside: its streams would end, and its waits with
/// them. It is told instead, once, and returns when it has finished.
///
/// - Parameter onStop: called when the task around it is cancelled; from any thread.
package func withStopRequest<Result: Sendable>(
    onStop: @escaping @Sendable () -> Void, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let work = Task { try await body() }
    return try await withTaskCancellationHandler {
        try await work.value
    } onCancel: {
        onStop()
    }
}
