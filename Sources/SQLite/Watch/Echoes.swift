/// When to look again after something was written.
///
/// The kernel tells of a write to the log before SQLite has made the commit visible, and of what makes it visible, a
/// word in shared memory, it tells nothing. So a notice is followed by looks at growing distances, a dozen or so; where
/// nothing is written there are none. Times are milliseconds of a clock that never goes back.
struct Echoes {
    /// The last distance; a disk that takes longer to make a commit durable has the next notice to tell it.
    static let longest: Int64 = 8_192

    private var due: Int64?
    private var distance: Int64 = 1

    /// Something was written.
    mutating func begin(at now: Int64) {
        distance = 1
        due = now + distance
    }

    /// Whether nothing new need be heard before the next look, so that a stream of writes is one look a millisecond.
    var coversNotices: Bool { due != nil && distance == 1 }

    /// How long to sleep, as `poll` takes it: -1 is until something happens.
    func sleep(at now: Int64) -> Int32 { due.map { Int32(clamping: max($0 - now, 0)) } ?? -1 }

    /// Whether it is time to look, which is told once for each time.
    mutating func take(at now: Int64) -> Bool {
        guard let due, due <= now else { return false }
        distance *= 2
        self.due = distance > Self.longest ? nil : now + distance
        return true
    }
}
