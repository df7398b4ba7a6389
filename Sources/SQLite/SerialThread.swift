internal import Dispatch

/// An executor for an actor whose calls block, such as one that holds a connection.
///
/// Jobs run one after the other on threads of a queue of its own, so that waiting for a disk or a lock never takes a
/// thread of the cooperative pool.
package final class SerialThread: SerialExecutor {
    private let queue: DispatchQueue

    package init(_ label: String) { queue = DispatchQueue(label: label) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }
}
