internal import Chronology
internal import Configuration
internal import Glibc

/// A clock that nobody can set and that all processes of a machine share: the time since it started.
package struct BootClock: Sendable {
    /// What it counts from: two readings compare where this is equal; empty where it is not known.
    package let bootID: String
    private let read: @Sendable () -> Duration

    /// - Parameter read: the time since the start, sleep included.
    package init(bootID: String, _ read: @escaping @Sendable () -> Duration) {
        self.bootID = bootID
        self.read = read
    }

    /// How long the machine has been up.
    package var uptime: Duration { read() }

    /// The machine's own.
    package static var system: BootClock {
        let boot = (try? WholeFile.read("/proc/sys/kernel/random/boot_id", limit: 128)) ?? []
        // Each of these namespaces counts from where it likes.
        var namespace = [CChar](repeating: 0, count: 64)
        let count = max(unsafe readlink("/proc/self/ns/time", &namespace, namespace.count), 0)
        let bytes = boot.filter { $0 > 0x20 } + [0x20] + namespace[..<count].map { UInt8(bitPattern: $0) }
        return BootClock(bootID: boot.isEmpty ? "" : String(decoding: bytes, as: UTF8.self)) {
            var time = timespec()
            unsafe clock_gettime(CLOCK_BOOTTIME, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
    }
}

/// What both clocks say at one moment.
struct ClockReading {
    let wall: Instant
    let uptime: Duration
    let bootID: String

    init(_ wallClock: WallClock, _ bootClock: BootClock) {
        var (before, wall, after) = (bootClock.uptime, wallClock.now, bootClock.uptime)
        // A process that is held up between the two would take its own pause for a clock that was set.
        for _ in 0..<10 where after - before > .milliseconds(100) {
            (before, wall, after) = (after, wallClock.now, bootClock.uptime)
        }
        self.wall = wall
        uptime = before
        bootID = bootClock.bootID
    }
}
