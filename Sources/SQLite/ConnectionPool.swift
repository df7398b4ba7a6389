internal import Dispatch
internal import Synchronization

/// A few connections that are lent to one caller each, opened when first needed.
///
/// When all are out, a caller waits for one: the number of snapshots held open, and of pages cached, has a bound.
package final class ConnectionPool<Refusal: Error>: Sendable {
    private let open: @Sendable () throws(Refusal) -> Connection
    private let idle = Mutex<[Lent]>([])
    private let places: DispatchSemaphore

    /// A connection that exactly one caller, or the list of idle ones, has in hand.
    // Guarded by the lock of `idle` while in its list; out of it, by having one owner.
    private final class Lent: @unchecked Sendable {
        let connection: Connection
        init(_ connection: consuming Connection) { self.connection = connection }
    }

    package init(limit: Int, open: @escaping @Sendable () throws(Refusal) -> Connection) {
        places = DispatchSemaphore(value: max(limit, 1))
        self.open = open
    }

    /// Lends a connection to `body`; one that is still in a transaction afterwards is rolled back.
    ///
    /// - Parameter failure: what to throw where no connection can be opened.
    package func withConnection<Result, Failure: Error>(
        orElse failure: (Refusal) -> Failure, _ body: (borrowing Connection) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        places.wait()
        defer { places.signal() }
        let lent: Lent
        do throws(Refusal) {
            lent = if let rested = idle.withLock({ $0.popLast() }) { rested } else { Lent(try open()) }
        } catch {
            throw failure(error)
        }
        defer {
            lent.connection.rollBack()
            idle.withLock { $0.append(lent) }
        }
        return try body(lent.connection)
    }
}
