internal import Synchronization
package import Telemetry

/// Sends the manager a beat while every part of the service gets on, and says once which does not.
///
/// Parts may report from any thread. The clock has to stand still while the machine sleeps: `SuspendingClock`.
package final class Watchdog<Time: Clock>: Sendable where Time.Duration == Duration {
    package typealias Part = WatchdogPolicy<Time.Instant>.Part

    private let clock: Time
    private let policy: Mutex<WatchdogPolicy<Time.Instant>>

    package init(clock: Time) {
        self.clock = clock
        policy = Mutex(WatchdogPolicy())
    }

    /// A job of the part begins, or queues up; every begin has its end.
    package func begin(_ part: Part) { policy.withLock { $0.begin(part, at: clock.now) } }

    /// A job of the part got a step further.
    package func step(_ part: Part) { policy.withLock { $0.step(part, at: clock.now) } }

    /// A job of the part is done, well or not.
    package func end(_ part: Part) { policy.withLock { $0.end(part, at: clock.now) } }

    /// The part has nothing to do for so long; nil is until it is called.
    package func wait(_ part: Part, for time: Duration?) {
        policy.withLock { policy in
            let now = clock.now
            policy.wait(part, until: time.map { now.advanced(by: $0) }, at: now)
        }
    }

    /// What is wrong right now, in words; nil where all parts get on.
    package var complaint: String? { policy.withLock { $0.verdict(at: clock.now) }.complaint }

    /// Beats at every interval until it is cancelled.
    ///
    /// A part that is stuck is logged and shown as the service's status, once; a beat that cannot be sent is logged
    /// once until one can.
    package func run(every interval: Duration, to notifier: ServiceNotifier, logger: Logger) async {
        var wasStuck = false
        var wasUnheard = false
        while !Task.isCancelled {
            let complaint = complaint
            if let complaint, !wasStuck {
                logger.log(.error, "watchdog withholds its beat", ["reason": complaint])
            } else if complaint == nil, wasStuck {
                logger.log(.info, "watchdog beats again")
            }
            do throws(ServiceNotifierError) {
                if let complaint {
                    if !wasStuck { try notifier.send(.status(complaint)) }
                } else {
                    try notifier.send(.watchdog)
                    wasUnheard = false
                }
            } catch {
                if !wasUnheard { logger.log(.warning, "service manager was not told", ["error": error]) }
                wasUnheard = true
            }
            wasStuck = complaint != nil
            // Only cancellation ends the sleep early, and the loop with it.
            try? await clock.sleep(for: interval)
        }
    }
}
