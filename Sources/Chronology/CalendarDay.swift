/// A day of the proleptic Gregorian calendar, without a time and without a zone.
///
/// Years run from 1 to 9999, what the ISO 8601 and `yyyyMMdd` forms can write.
package struct CalendarDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let year: Int
    package let month: Int
    package let day: Int

    /// A day, or nil where the calendar has none such, like 30 February.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that is so many days after 1 January 1970; held inside the years 1 to 9999.
    package init(daysSince1970 days: Int) {
        // Days are counted in eras of 400 years that begin on 1 March, so that the leap day is an era's last.
        let bounded = min(max(days, Self.firstDay), Self.lastDay)
        let shifted = bounded + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1 January 1970, negative before it.
    package var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day so many days later, or earlier where negative; held inside the years 1 to 9999.
    package func adding(days: Int) -> CalendarDay {
        let all = Self.lastDay - Self.firstDay
        return CalendarDay(daysSince1970: daysSince1970 + min(max(days, -all), all))
    }

    /// `yyyy-MM-dd`.
    package var description: String { DayFormat.iso.string(from: self) }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// 1 January of the year 1.
    static let firstDay = -719_162
    /// 31 December 9999.
    static let lastDay = 2_932_896

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
