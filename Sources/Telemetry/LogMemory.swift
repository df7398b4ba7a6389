package import Chronology
internal import Synchronization

/// Keeps events instead of writing them, for tests.
package final class LogMemory: Sendable {
    private let kept = Mutex<[LogEvent]>([])

    package init() {}

    /// What was said so far, in order.
    package var events: [LogEvent] { kept.withLock { $0 } }

    /// A logger that says it here.
    package func logger(
        level: LogLevel = .debug, clock: WallClock = WallClock { Instant(secondsSince1970: 0) }
    ) -> Logger {
        Logger(level: level, clock: clock) { [self] event in kept.withLock { $0.append(event) } }
    }
}
