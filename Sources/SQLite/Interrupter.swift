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

extension Connection {
    /// Asks every so many steps of SQLite's machine whether to go on; what runs fails with `interrupted` where not.
    ///
    /// For a deadline, or to fail at a chosen step. One question at a time: a new one takes the place of the former.
    package borrowing func askToContinue(every steps: Int, _ mayContinue: @escaping @Sendable () -> Bool) {
        questions.current = mayContinue
        unsafe sqlite3_progress_handler(
            handle, Int32(clamping: steps),
            { held in
                guard let held = unsafe held else { return 0 }
                let questions = unsafe Unmanaged<Questions>.fromOpaque(held).takeUnretainedValue()
                return questions.arePaused || questions.current() ? 0 : 1
            }, Unmanaged.passUnretained(questions).toOpaque())
    }
}

/// What a connection asks while it works; as long-lived as the connection.
final class Questions {
    var current: @Sendable () -> Bool = { true }
    var arePaused = false
}
