internal import Chronology
internal import Synchronization

/// The last reading, shared by all who ask within a second: however many scrape, the store is read once.
final class SharedReading: Sendable {
    private let clock: WallClock
    private let take: @Sendable (Instant) -> ServiceReading
    /// Held while a reading is taken, so that those who ask meanwhile wait for that one.
    private let last = Mutex<(reading: ServiceReading, takenAt: Instant)?>(nil)

    init(clock: WallClock, take: @escaping @Sendable (Instant) -> ServiceReading) {
        self.clock = clock
        self.take = take
    }

    /// What is known now, or was within the last second.
    var current: ServiceReading {
        last.withLock { last in
            let now = clock.now
            // A clock that was set back makes no reading last for hours.
            if let last, now >= last.takenAt, now.since(last.takenAt) < .seconds(1) { return last.reading }
            let reading = take(now)
            // When it was done, as those who waited for a slow one are content with it.
            last = (reading, clock.now)
            return reading
        }
    }
}
