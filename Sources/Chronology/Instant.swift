/// A point in time, in milliseconds of UTC since 1970, without leap seconds.
///
/// All instants lie in the years 1 to 9999; whatever leads outside is held at the first or the last, so that every
/// instant can be written and no arithmetic overflows.
package struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let millisecondsSince1970: Int64

    package init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = min(max(millisecondsSince1970, Self.first), Self.last)
    }

    package init(secondsSince1970: Int64) {
        self.init(millisecondsSince1970: min(max(secondsSince1970, Self.first / 1_000), Self.last / 1_000 + 1) * 1_000)
    }

    private static let first = Int64(CalendarDay.firstDay) * 86_400_000
    private static let last = (Int64(CalendarDay.lastDay) + 1) * 86_400_000 - 1

    /// Midnight UTC at the start of a day.
    package init(startOf day: CalendarDay) { self.init(secondsSince1970: Int64(day.daysSince1970) * 86_400) }

    /// Whole seconds since 1970, rounded down.
    package var secondsSince1970: Int64 {
        millisecondsSince1970 >= 0 ? millisecondsSince1970 / 1_000 : (millisecondsSince1970 - 999) / 1_000
    }

    /// The calendar day in UTC.
    package var utcDay: CalendarDay { CalendarDay(daysSince1970: Self.floorDivide(secondsSince1970, 86_400)) }

    /// The instant so long after this one.
    package func adding(_ duration: Duration) -> Instant {
        let (seconds, attoseconds) = duration.components
        let all = Self.last - Self.first
        let bounded = min(max(seconds, -all / 1_000 - 1), all / 1_000 + 1)
        return Instant(
            millisecondsSince1970: millisecondsSince1970 + bounded * 1_000 + attoseconds / 1_000_000_000_000_000)
    }

    /// How long after an earlier instant this one is; negative where it is before.
    package func since(_ earlier: Instant) -> Duration {
        .milliseconds(millisecondsSince1970 - earlier.millisecondsSince1970)
    }

    package static func < (left: Instant, right: Instant) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    /// ISO 8601 in UTC, `2015-07-04T00:00:00Z`, with milliseconds only where there are any.
    package var description: String {
        let seconds = secondsSince1970
        let milliseconds = Int(millisecondsSince1970 - seconds * 1_000)
        let time = Int(seconds - Int64(utcDay.daysSince1970) * 86_400)
        let clock = "\(Self.two(time / 3_600)):\(Self.two(time / 60 % 60)):\(Self.two(time % 60))"
        let fraction = milliseconds == 0 ? "" : "." + String(String(1_000 + milliseconds).dropFirst())
        return "\(utcDay)T\(clock)\(fraction)Z"
    }

    private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int {
        Int(value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor))
    }
}
