/// A run of whole days, both ends included, never empty.
package struct DayRange: Hashable, Sendable, CustomStringConvertible {
    package let from: CalendarDay
    package let to: CalendarDay

    /// The days from one to another, or nil where the first is after the last.
    package init?(from: CalendarDay, to: CalendarDay) {
        guard from <= to else { return nil }
        self.from = from
        self.to = to
    }

    /// The last so many days that end with a day; at least one.
    package init(last days: Int, endingOn day: CalendarDay) {
        to = day
        from = day.adding(days: 1 - max(days, 1))
    }

    /// How many days.
    package var count: Int { to.daysSince1970 - from.daysSince1970 + 1 }

    /// These days and so many more on each side.
    package func widened(by days: Int) -> DayRange {
        DayRange(last: count + 2 * days, endingOn: to.adding(days: days))
    }

    /// Whether a day is one of them.
    package func contains(_ day: CalendarDay) -> Bool { from <= day && day <= to }

    /// `2015-07-01…2015-07-07`, or the day alone.
    package var description: String { from == to ? "\(from)" : "\(from)…\(to)" }
}
