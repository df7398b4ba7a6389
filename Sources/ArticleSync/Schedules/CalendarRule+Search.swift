internal import Chronology

/// A minute on a clock on the wall, whatever the zone.
struct WallMinute: Hashable, Sendable {
    var day: CalendarDay
    /// 0 to 1439.
    var minute: Int
}

extension CalendarRule {
    /// The first minute that fits, this one or a later, or nil up to the end of the year 9999.
    ///
    /// Goes field by field: a month that does not fit is left at once, and hours and minutes are looked up. The longest
    /// search is that for a leap day, eight years.
    func first(from start: WallMinute) -> WallMinute? {
        if fits(start.day), let minute = minute(from: start.minute) {
            return WallMinute(day: start.day, minute: minute)
        }
        guard let midnight = minute(from: 0), var day = dayAfter(start.day) else { return nil }
        while !fits(day) {
            let next = months.contains(day.month) ? dayAfter(day) : firstOfMonth(after: day)
            guard let next else { return nil }
            day = next
        }
        return WallMinute(day: day, minute: midnight)
    }

    func fits(_ day: CalendarDay) -> Bool {
        guard months.contains(day.month) else { return false }
        let inMonth = daysOfMonth.contains(day.day)
        // 1 January 1970 was a Thursday; the sum is positive for every day of the years 1 to 9999.
        let inWeek = daysOfWeek.contains((day.daysSince1970 + 4 + 7_000_000) % 7)
        return eitherDay ? inMonth || inWeek : inMonth && inWeek
    }

    /// The first minute of a day that fits, from one on.
    private func minute(from minute: Int) -> Int? {
        let hour = minute / 60
        if hours.contains(hour), let rest = minutes.first(from: minute % 60) { return hour * 60 + rest }
        guard let later = hours.first(from: hour + 1), let first = minutes.first(from: 0) else { return nil }
        return later * 60 + first
    }

    private func dayAfter(_ day: CalendarDay) -> CalendarDay? {
        let next = day.adding(days: 1)
        return next > day ? next : nil
    }

    private func firstOfMonth(after day: CalendarDay) -> CalendarDay? {
        day.month == 12
            ? CalendarDay(year: day.year + 1, month: 1, day: 1)
            : CalendarDay(year: day.year, month: day.month + 1, day: 1)
    }
}
