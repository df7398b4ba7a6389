internal import CSQLite
internal import Synchronization

/// Ends what a connection is doing, from any thread; without effect once the connection is closed.
package final class Interrupter: Sendable {
    private let address: Mutex<UInt>

    @unsafe init(_ handle: OpaquePointer) { address = Mutex(UInt(bitPattern: handle)) }

    /// Makes the statements that run now fail with `interrupted`; those that start later do not.
    package func interrupt() {
        address.withLock { address in
            guard let handle = unsafe OpaquePointer(bitPattern: address) else { return }
            unsafe sqlite3_interrupt(handle)
        }
    }

    /// The connection is about to end.
    func disarm() { address.withLock { $0 = 0 } }
}
