internal import Glibc

/// A thread that runs one closure, with all signals blocked: they are the business of the program's own threads.
@safe struct LoopThread: Sendable {
    private let thread: pthread_t

    /// Nil where the system gives no thread.
    init?(_ body: @escaping @Sendable () -> Void) {
        let box = unsafe Unmanaged.passRetained(Box(body))
        var every = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&every)
        unsafe pthread_sigmask(SIG_SETMASK, &every, &before)
        var thread = pthread_t()
        let failure = unsafe pthread_create(
            &thread, nil,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
                }
                return nil
            }, box.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        guard failure == 0 else {
            unsafe box.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits until the closure has returned; to be called once.
    func join() { pthread_join(thread, nil) }

    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
