internal import Chronology

/// How many requests a minute and a day allow.
///
/// Both are fixed, not sliding: a minute begins at second 0 and a day at midnight, by the clock on the wall in UTC. So a
/// client that only looks back 60 seconds is never refused, and one that counts calendar minutes may ask twice the
/// limit around second 0. A request that is refused is not counted.
struct RequestQuota {
    private var minute: Counter
    private var day: Counter

    private struct Counter {
        let limit: Int
        let seconds: Int64
        var period: Int64?
        var count = 0

        func isSpent(at now: Instant) -> Bool {
            limit > 0 && period == now.secondsSince1970 / seconds && count >= limit
        }

        mutating func count(at now: Instant) {
            let current = now.secondsSince1970 / seconds
            if period != current {
                period = current
                count = 0
            }
            count += 1
        }
    }

    init(perMinute: Int, perDay: Int) {
        minute = Counter(limit: perMinute, seconds: 60)
        day = Counter(limit: perDay, seconds: 86_400)
    }

    /// Counts a request; false where it is one too many, which is then not counted.
    mutating func admit(at now: Instant) -> Bool {
        guard !minute.isSpent(at: now), !day.isSpent(at: now) else { return false }
        minute.count(at: now)
        day.count(at: now)
        return true
    }
}
