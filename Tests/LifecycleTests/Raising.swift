internal import Glibc

/// Sends a signal to the calling thread, which takes it before it goes on; threads of the pool block signals otherwise.
func raiseHere(_ number: Int32) {
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    unsafe sigaddset(&mask, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(number)
}
