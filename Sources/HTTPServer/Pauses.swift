internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// Connections that wait without a thread of their own, each until its time or until the server stops.
///
/// One thread wakes them, and ends connections whose request does not come; it is started by the first connection. The library has no timer for this: it forgets a suspended
/// connection until it is told to resume it, and must not be stopped while it has one.
@safe final class Pauses: Sendable {
    /// Read and written under the lock only.
    private struct State {
        var isOver = false
        /// Whether the thread will look at connections by itself.
        var isWatching = false
        var waiting: [Waiting] = []
        var waker: Waker?
    }

    /// Sendable, as the lock of `state` guards it and the library resumes a connection from any thread.
    @safe private struct Waiting: @unchecked Sendable {
        private let connection: OpaquePointer
        let until: ContinuousClock.Instant

        init(suspending connection: OpaquePointer, until: ContinuousClock.Instant) {
            unsafe self.connection = unsafe connection
            self.until = until
            unsafe MHD_suspend_connection(connection)
        }

        func resume() { unsafe MHD_resume_connection(connection) }
    }

    private struct Waker {
        var thread: pthread_t
        var bell: (hears: Int32, rings: Int32)
    }

    private let state = Mutex(State())
    private let bound: Duration
    let connections: Connections

    init(bound: Duration, connections: Connections) {
        self.bound = bound
        self.connections = connections
    }

    /// Whether the server is being stopped.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Suspends a connection from within one of its callbacks; false where the server is stopping or has no means.
    func suspend(_ connection: OpaquePointer, for duration: Duration) -> Bool {
        nonisolated(unsafe) let connection = unsafe connection
        return state.withLock { state in
            guard !state.isOver, startWaker(&state) else { return false }
            // Suspended under the lock, so that nobody resumes it before it is.
            let until = ContinuousClock.now.advanced(by: min(duration, bound))
            state.waiting.append(unsafe Waiting(suspending: connection, until: until))
            if let waker = state.waker { Self.ring(waker) }
            return true
        }
    }

    /// Looks after a connection that has just begun to wait for a request.
    func watch() {
        state.withLock { state in
            guard !state.isOver, !state.isWatching, startWaker(&state), let waker = state.waker else { return }
            state.isWatching = true
            Self.ring(waker)
        }
    }

    /// Resumes all that wait, lets nobody wait again and ends the thread.
    func end() {
        let waker = state.withLock { state in
            state.isOver = true
            for waiting in state.waiting { waiting.resume() }
            state.waiting.removeAll()
            return state.waker.take()
        }
        guard let waker else { return }
        Self.ring(waker)
        pthread_join(waker.thread, nil)
        close(waker.bell.hears)
        close(waker.bell.rings)
    }

    private func startWaker(_ state: inout State) -> Bool {
        guard state.waker == nil else { return true }
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return false }
        var thread = pthread_t()
        // The thread lives no longer than `end`, which the owner calls before it lets go of this object.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let result = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Pauses>.fromOpaque(context).takeUnretainedValue().run()
                return nil
            }, context)
        guard result == 0 else {
            close(ends[0])
            close(ends[1])
            return false
        }
        state.waker = Waker(thread: thread, bell: (ends[0], ends[1]))
        return true
    }

    private func run() {
        var descriptor: Int32?
        while true {
            // The first turn waits for the lock under which the thread was started, and finds the bell set.
            let (isOver, bell, wait) = state.withLock { state in
                let now = ContinuousClock.now
                for waiting in state.waiting where waiting.until <= now { waiting.resume() }
                state.waiting.removeAll { $0.until <= now }
                let deadline = connections.sweep(at: now)
                state.isWatching = deadline != nil
                let next = (state.waiting.map(\.until) + [deadline].compactMap(\.self)).min()
                return (state.isOver, state.waker?.bell.hears, next.map { now.duration(to: $0) })
            }
            descriptor = descriptor ?? bell
            guard !isOver, let descriptor else { return }
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&poller, 1, Self.milliseconds(wait))
            var drained: UInt64 = 0
            while unsafe read(descriptor, &drained, MemoryLayout<UInt64>.size) > 0 {}
        }
    }

    private static func ring(_ waker: Waker) {
        // A full buffer has rung already.
        var byte: UInt8 = 0
        _ = unsafe write(waker.bell.rings, &byte, 1)
    }

    /// Rounded up, so that nobody wakes before the time; -1 is for ever.
    private static func milliseconds(_ wait: Duration?) -> Int32 {
        guard let wait else { return -1 }
        return Int32(
            clamping: wait.components.seconds * 1_000 + wait.components.attoseconds / 1_000_000_000_000_000 + 1)
    }
}
