internal import Glibc
internal import Synchronization

/// Hands signals of the process to whoever listens.
///
/// Signals belong to the process, so there is one hub. Its handler does the only thing that is safe in one: it writes the
/// signal's number into a pipe. A thread of its own reads the pipe and calls the listeners, so that they are reached
/// even when every thread of the concurrency pool is blocked.
enum SignalHub {
    /// Listens to some signals until the subscription is ended; the handlers stand when this returns.
    ///
    /// - Parameter receive: called on the hub's thread, one signal after another.
    static func listen(
        to signals: Set<UnixSignal>, _ receive: @escaping @Sendable (UnixSignal) -> Void
    ) throws(SignalError) -> Subscription {
        try state.withLock { state throws(SignalError) in
            if writeEnd.load(ordering: .acquiring) < 0 { try openPipe() }
            state.next += 1
            state.listeners[state.next] = Listener(signals: signals, receive: receive)
            for signal in signals where state.former[signal] == nil { try state.former[signal] = install(signal) }
            return Subscription(number: state.next)
        }
    }

    /// One listener's hold on the hub.
    struct Subscription: Sendable {
        fileprivate let number: Int

        /// Ends it; a signal that nobody listens to any more does again what it did before.
        func end() {
            SignalHub.state.withLock { state in
                guard let gone = state.listeners.removeValue(forKey: number) else { return }
                for signal in gone.signals {
                    let isHeard = state.listeners.values.contains { $0.signals.contains(signal) }
                    guard !isHeard, let former = state.former.removeValue(forKey: signal) else { continue }
                    SignalHub.restore(signal, former)
                }
            }
        }
    }

    private struct Listener: Sendable {
        let signals: Set<UnixSignal>
        let receive: @Sendable (UnixSignal) -> Void
    }

    private struct State: Sendable {
        var next = 0
        var listeners: [Int: Listener] = [:]
        /// What signals did before the first listener came.
        var former: [UnixSignal: sigaction] = [:]
    }

    private static let state = Mutex(State())
    /// The pipe from the handler to the thread; -1 until the first listener comes, then open as long as the process.
    private static let readEnd = Atomic<Int32>(-1)
    private static let writeEnd = Atomic<Int32>(-1)
}

extension SignalHub {
    private static func install(_ signal: UnixSignal) throws(SignalError) -> sigaction {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { number in
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            // A full pipe holds signals that nobody has read yet: this one says nothing new.
            _ = unsafe write(SignalHub.writeEnd.load(ordering: .relaxed), &byte, 1)
            errno = saved
        }
        action.sa_flags = SA_RESTART
        var former = sigaction()
        guard unsafe sigaction(signal.rawValue, &action, &former) == 0 else {
            throw SignalError(tried: "handle \(signal)", code: errno)
        }
        return former
    }

    private static func restore(_ signal: UnixSignal, _ former: sigaction) {
        var former = former
        unsafe sigaction(signal.rawValue, &former, nil)
    }

    private static func openPipe() throws(SignalError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw SignalError(tried: "open a pipe for signals", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        readEnd.store(ends[0], ordering: .releasing)
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { _ in
                SignalHub.deliver()
                return nil
            }, nil)
        guard code == 0 else { throw SignalError(tried: "start the thread for signals", code: code) }
        pthread_detach(thread)
        writeEnd.store(ends[1], ordering: .releasing)
    }

    /// The life of the hub's thread.
    private static func deliver() {
        // Made by a thread of the concurrency pool, which blocks signals, it would inherit that; one thread has to be
        // there to take them.
        var mask = sigset_t()
        unsafe sigemptyset(&mask)
        for signal in UnixSignal.allCases { unsafe sigaddset(&mask, signal.rawValue) }
        unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(readEnd.load(ordering: .acquiring), &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return }
            guard let signal = UnixSignal(rawValue: Int32(byte)) else { continue }
            let listeners = state.withLock { state in
                state.listeners.sorted { $0.key < $1.key }.map(\.value).filter { $0.signals.contains(signal) }
            }
            for listener in listeners { listener.receive(signal) }
        }
    }
}
