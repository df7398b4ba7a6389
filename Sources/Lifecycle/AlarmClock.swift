private import CTimerFD
package import Chronology
internal import Glibc
internal import Synchronization

/// Rings at an instant of the clock on the wall, and whenever that clock is set.
package protocol Alarm: Sendable {
    /// Rings as they come, for one reader.
    var rings: AsyncStream<AlarmRing> { get }

    /// Rings next at an instant, at once where that has passed; nil is only when the clock is set.
    ///
    /// - Throws: where the system refuses it, and the former alarm stands.
    func set(_ instant: Instant?) throws(AlarmClockFailure)

    /// Ends it; the stream of rings ends too.
    func close()
}

/// Why an alarm rings.
package enum AlarmRing: Sendable {
    case due
    /// The clock was set; the alarm has to be set anew.
    case clockWasSet
}

/// The alarm of the system.
///
/// Nothing ticks: a thread sleeps in the kernel until there is something to tell. Time that the machine was asleep counts,
/// and a clock that jumps rings at once, so that whoever waits can think again about what "in six hours" means.
package final class AlarmClock: Alarm {
    package let rings: AsyncStream<AlarmRing>
    private let ring: AsyncStream<AlarmRing>.Continuation
    private let timer: Timer

    package init() throws(AlarmClockFailure) {
        let (rings, continuation) = AsyncStream.makeStream(of: AlarmRing.self, bufferingPolicy: .bufferingNewest(16))
        timer = try Timer()
        self.rings = rings
        ring = continuation
        let listener = Listener(timer: timer) { ring in
            if let ring { continuation.yield(ring) } else { continuation.finish() }
        }
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Listener>.fromOpaque(argument).takeRetainedValue().listen()
                return nil
            }, Unmanaged.passRetained(listener).toOpaque())
        guard code == 0 else {
            unsafe Unmanaged.passUnretained(listener).release()
            throw AlarmClockFailure(tried: "start the thread of the alarm clock", code: code)
        }
        pthread_detach(thread)
    }

    deinit { close() }

    package func set(_ instant: Instant?) throws(AlarmClockFailure) {
        if try timer.set(instant) { ring.yield(.clockWasSet) }
    }

    package func close() {
        guard timer.end() else { return }
        // Wakes the thread, which sees that it is over. That the system takes no alarm cannot be helped here.
        _ = try? timer.set(Instant(secondsSince1970: 0))
    }
}

/// The system takes no alarm.
package struct AlarmClockFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let tried: String
    /// The system's error number.
    package let code: Int32

    package var description: String { "\(tried): \(unsafe String(cString: strerror(code)))" }
}

/// The kernel's timer behind an alarm clock; it may be set and waited for on different threads.
private final class Timer: Sendable {
    private let descriptor: Int32
    private let hasEnded = Atomic<Bool>(false)

    /// No alarm is wanted, but the clock may be set: the year 3000.
    private static let never: Int64 = 32_503_680_000

    init() throws(AlarmClockFailure) {
        descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC))
        guard descriptor >= 0 else { throw AlarmClockFailure(tried: "make an alarm clock", code: errno) }
    }

    deinit { Glibc.close(descriptor) }

    var isOver: Bool { hasEnded.load(ordering: .acquiring) }

    /// Whether it had not ended before.
    func end() -> Bool { !hasEnded.exchange(true, ordering: .acquiringAndReleasing) }

    /// Sets the alarm.
    ///
    /// - Returns: whether the clock was set since the alarm before, which nobody is told any more but who sets this one.
    func set(_ instant: Instant?) throws(AlarmClockFailure) -> Bool {
        let milliseconds = min(instant?.millisecondsSince1970 ?? Self.never * 1_000, Self.never * 1_000)
        var alarm = itimerspec()
        // Of zeros the system thinks that no alarm is wanted.
        alarm.it_value.tv_sec = max(Int(milliseconds / 1_000), 0)
        alarm.it_value.tv_nsec = max(Int(milliseconds % 1_000) * 1_000_000, 1)
        let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
        if unsafe timerfd_settime(descriptor, flags, &alarm, nil) == 0 { return false }
        // The alarm is armed all the same then.
        guard errno == ECANCELED else { throw AlarmClockFailure(tried: "set an alarm", code: errno) }
        return true
    }

    /// Sleeps until it rings; nil where it cannot.
    func wait() -> AlarmRing? {
        var expirations: UInt64 = 0
        while true {
            let count = unsafe read(descriptor, &expirations, MemoryLayout<UInt64>.size)
            if count == MemoryLayout<UInt64>.size { return .due }
            switch errno {
            case EINTR: continue
            case ECANCELED: return .clockWasSet
            default: return nil
            }
        }
    }
}

/// The life of an alarm clock's thread.
private final class Listener: Sendable {
    private let timer: Timer
    /// Told nil at the end.
    private let tell: @Sendable (AlarmRing?) -> Void

    init(timer: Timer, tell: @escaping @Sendable (AlarmRing?) -> Void) {
        self.timer = timer
        self.tell = tell
    }

    func listen() {
        while let ring = timer.wait(), !timer.isOver { tell(ring) }
        tell(nil)
    }
}
