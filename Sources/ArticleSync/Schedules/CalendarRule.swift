/// The minutes, hours and days of a five-field cron rule, each as the set of values that fit.
package struct CalendarRule: Hashable, Sendable {
    package let minutes: ValueSet
    package let hours: ValueSet
    package let daysOfMonth: ValueSet
    package let months: ValueSet
    /// 0 is Sunday.
    package let daysOfWeek: ValueSet
    /// Whether both day fields are restricted, so that either is enough.
    ///
    /// A field is restricted where it is anything but `*`, as POSIX and croniter have it; Vixie's cron takes `*/2` for
    /// unrestricted too, which its users know as a bug.
    package let eitherDay: Bool
    /// Whether the rule follows the hours as they go (`*` or `*/n`), so that a doubled hour counts twice.
    package let followsHours: Bool

    static let names: [String: [String]] = [
        "@hourly": ["0", "*", "*", "*", "*"], "@daily": ["0", "0", "*", "*", "*"],
        "@midnight": ["0", "0", "*", "*", "*"], "@weekly": ["0", "0", "*", "*", "0"],
        "@monthly": ["0", "0", "1", "*", "*"], "@yearly": ["0", "0", "1", "1", "*"],
        "@annually": ["0", "0", "1", "1", "*"],
    ]

    init(_ fields: [String]) throws(ScheduleMistake) {
        guard fields.count == 5 else {
            let none = fields.count > 5 ? "; neither seconds nor years are among them" : ""
            let advice = fields.count == 1 ? "; an interval begins with `every`, a name with `@`" : ""
            throw ScheduleMistake(
                "a cron rule has five fields (minute hour day month weekday\(none)), and here are \(fields.count)\(advice)"
            )
        }
        minutes = try CronField.minute.values(of: fields[0])
        hours = try CronField.hour.values(of: fields[1])
        daysOfMonth = try CronField.day.values(of: fields[2])
        months = try CronField.month.values(of: fields[3])
        let weekdays = try CronField.weekday.values(of: fields[4])
        var daysOfWeek = ValueSet()
        daysOfWeek.insert((0...7).filter(weekdays.contains).map { $0 % 7 })
        self.daysOfWeek = daysOfWeek
        eitherDay = fields[2] != "*" && fields[4] != "*"
        followsHours = fields[1].hasPrefix("*") || hours.count == 24
        guard comes else {
            throw ScheduleMistake(
                "`\(fields.joined(separator: " "))` never comes: no month of `\(fields[3])` has a day `\(fields[2])`")
        }
    }

    /// Whether any year has a day that fits.
    private var comes: Bool {
        guard !eitherDay, let day = daysOfMonth.first(from: 1) else { return true }
        return (1...12).contains {
            months.contains($0) && day <= ($0 == 2 ? 29 : [4, 6, 9, 11].contains($0) ? 30 : 31)
        }
    }
}
