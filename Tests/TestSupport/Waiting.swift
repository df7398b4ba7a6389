internal import Glibc
internal import Synchronization

/// Waits for something outside the test on a separate thread: a busy concurrency pool cannot delay it, and it does not
/// block a thread of the pool.
package enum Waiting {
    /// Returns as soon as a condition holds.
    ///
    /// - Throws: what the condition throws, or `CancellationError` when the test reaches its time limit.
    package static func until(_ condition: @escaping @Sendable () throws -> Bool) async throws {
        _ = try await until { try condition() ? true : nil }
    }

    /// Returns the value that polling finds, as soon as there is one.
    ///
    /// - Throws: what looking throws, or `CancellationError` when the test reaches its time limit.
    package static func until<Found: Sendable>(_ look: @escaping @Sendable () throws -> Found?) async throws -> Found {
        let end = Ending()
        return try await withTaskCancellationHandler {
            try await onThread {
                while !end.hasCome.load(ordering: .relaxed) {
                    if let found = try look() { return found }
                    usleep(3_000)
                }
                throw CancellationError()
            }
        } onCancel: {
            end.hasCome.store(true, ordering: .relaxed)
        }
    }

    /// Runs blocking work on a thread of its own.
    package static func onThread<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let box = Box { continuation.resume(with: Swift.Result { try work() }) }
            var thread = pthread_t()
            let code = unsafe pthread_create(
                &thread, nil,
                { context in
                    if let context = unsafe context {
                        unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work()
                    }
                    return nil
                }, Unmanaged.passRetained(box).toOpaque())
            if code == 0 { pthread_detach(thread) } else { box.work() }
        }
    }

    private final class Ending: Sendable {
        let hasCome = Atomic(false)
    }

    private final class Box {
        let work: () -> Void
        init(_ work: @escaping () -> Void) { self.work = work }
    }
}
