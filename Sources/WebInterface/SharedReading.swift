internal import Chronology
internal import Synchronization

/// The last reading, shared by all who ask within a second: however many scrape, the store is read once.
final class SharedReading: Sendable {
    private let clock: WallClock
    private let take: @Sendable (Instant) -> ServiceReading
    /// Held while a reading is taken, so that those who ask meanwhile wait for that one.
    private let last = Mutex<ServiceReading?>(nil)

    init(clock: WallClock, take: @escaping @Sendable (Instant) -> ServiceReading) {
        self.clock = clock
        self.take = take
    }

    /// What is known now, or was within the last second.
    var current: ServiceReading {
        last.withLock { last in
            let now = clock.now
            // A clock that was set back makes no reading last for hours.
            if let last, now >= last.at, now.since(last.at) < .seconds(1) { return last }
            let reading = take(now)
            last = reading
            return reading
        }
    }
}
