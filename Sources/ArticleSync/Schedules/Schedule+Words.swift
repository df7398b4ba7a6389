package import Chronology

extension Schedule {
    /// The schedule in words, as it holds for a query of this name: `every 6 h, now at 02:13, 08:13, 14:13 and 20:13 in
    /// America/New_York: its place among equal schedules`, `at 06:00 on Monday to Friday`.
    ///
    /// - Parameters:
    ///   - name: the query's, from which its place among equal schedules follows.
    ///   - zone: whose clock is read.
    ///   - now: the times of an interval are those of the clock as it is then, which daylight saving moves.
    package func words(for name: String, in zone: TimeZone, at now: Instant) -> String {
        switch self {
        case .every(let interval):
            let times = Self.times(every: interval, offset: spread(of: name), in: zone, at: now)
            let every = "every \(Self.words(interval))"
            return times.isEmpty
                ? "\(every), from a place of its own among equal schedules on"
                : "\(every), now at \(times.listed) in \(zone): its place among equal schedules"
        case .calendar(let rule): return "\(rule.words) in \(zone)"
        }
    }

    /// The times of a day at which an interval comes that divides it, where these are few.
    private static func times(
        every interval: Duration, offset: Duration, in zone: TimeZone, at now: Instant
    ) -> [String] {
        let seconds = Int(interval.components.seconds)
        guard seconds > 0, 86_400 % seconds == 0, 86_400 / seconds <= 6 else { return [] }
        let place = Int(offset.components.seconds) + zone.offset(at: now)
        let first = ((place % seconds) + seconds) % seconds
        return stride(from: first, to: 86_400, by: seconds).map { clock($0 / 60) }
    }

    private static func words(_ interval: Duration) -> String {
        let seconds = interval.components.seconds
        if seconds % 86_400 == 0 { return seconds == 86_400 ? "day" : "\(seconds / 86_400) days" }
        if seconds % 3_600 == 0 { return "\(seconds / 3_600) h" }
        return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
    }

    fileprivate static func clock(_ minute: Int) -> String { "\((minute / 60).twoDigits):\((minute % 60).twoDigits)" }
}

extension CalendarRule {
    /// `at 06:00 on Monday to Friday`, `at minute 0 and 30 of every hour`, `at 00:00 on day 1 of the month, in January`.
    fileprivate var words: String {
        var words = times
        let everyDay = daysOfMonth.count == 31
        let everyWeekday = daysOfWeek.count == 7
        let inMonth = "day \(Self.runs(daysOfMonth, in: 1...31) { "\($0)" }.listed) of the month"
        let inWeek = Self.runs(daysOfWeek, in: 0...6, startingAt: 1) { Self.weekdays[$0] }.listed
        if eitherDay {
            words += everyDay || everyWeekday ? " every day" : " on \(inMonth), and on \(inWeek)"
        } else if !everyDay {
            words += " on \(inMonth)"
        } else if !everyWeekday {
            words += " on \(inWeek)"
        } else if hours.count < 24 {
            words += " every day"
        }
        if months.count < 12 { words += ", in \(Self.runs(months, in: 1...12) { Self.months[$0 - 1] }.listed)" }
        return words
    }

    /// So many times are listed before they become two lists.
    private static let mostTimes = 6

    private var times: String {
        let minutes = (0..<60).filter(self.minutes.contains)
        let hours = (0..<24).filter(self.hours.contains)
        let atMinutes =
            minutes.count == 60
            ? "every minute" : "at minute \(Self.runs(self.minutes, in: 0...59) { "\($0)" }.listed)"
        if hours.count == 24 { return minutes.count == 60 ? atMinutes : "\(atMinutes) of every hour" }
        if minutes.count * hours.count <= Self.mostTimes {
            return "at " + hours.flatMap { hour in minutes.map { Schedule.clock(hour * 60 + $0) } }.listed
        }
        return "\(atMinutes) of hour \(Self.runs(self.hours, in: 0...23) { "\($0)" }.listed)"
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// The values of a set, three or more that follow each other as `first to last`.
    private static func runs(
        _ set: ValueSet, in range: ClosedRange<Int>, startingAt start: Int? = nil, _ name: (Int) -> String
    ) -> [String] {
        // A week begins with Monday where that makes one range of what is meant as one.
        let start = start ?? range.lowerBound
        let order = Array(start...range.upperBound) + Array(range.lowerBound..<start)
        var runs: [[Int]] = []
        var isOpen = false
        for value in order {
            let fits = set.contains(value)
            if fits, isOpen { runs[runs.count - 1].append(value) } else if fits { runs.append([value]) }
            isOpen = fits
        }
        return runs.flatMap { run in
            run.count > 2 ? ["\(name(run[0])) to \(name(run[run.count - 1]))"] : run.map(name)
        }
    }
}

extension [String] {
    /// `a, b and c`.
    fileprivate var listed: String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}

extension Int {
    fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
