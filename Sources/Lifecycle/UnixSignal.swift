internal import Glibc

/// A signal by which a person or a service manager talks to the program.
package enum UnixSignal: Int32, Sendable, CaseIterable, CustomStringConvertible {
    /// Ctrl-C.
    case interrupt = 2
    /// The polite end: `kill`, `systemctl stop`.
    case terminate = 15
    /// Reload.
    case hangup = 1
    /// Sync all now.
    case user1 = 10

    /// As the system counts it; a process that it ends exits with 128 more, by custom of the shell.
    package var number: Int32 { rawValue }

    /// As the shell names it: `SIGTERM`.
    package var description: String {
        switch self {
        case .interrupt: "SIGINT"
        case .terminate: "SIGTERM"
        case .hangup: "SIGHUP"
        case .user1: "SIGUSR1"
        }
    }

    /// Makes a write to a closed pipe or socket an error (`EPIPE`) instead of the end of the process.
    package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}

/// Signals cannot be listened to, as the system refuses what is needed.
package struct SignalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// "open a pipe for signals", "handle SIGTERM".
    package let tried: String
    /// The system's error number.
    package let code: Int32

    package var description: String { "\(tried): \(unsafe String(cString: strerror(code)))" }
}
