/// When a query runs by itself, as a person writes it: an interval or a calendar rule.
package enum Schedule: Hashable, Sendable {
    /// `every 15 minutes`, `every 6h`, `every day`.
    case every(Duration)
    /// Five fields, `0 6 * * mon-fri`, or a name such as `@hourly`.
    case calendar(CalendarRule)

    /// Reads a schedule.
    ///
    /// - Throws: what is wrong with it and what is allowed.
    package init(_ text: String) throws(ScheduleMistake) {
        let words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
        guard let first = words.first else {
            throw ScheduleMistake("a schedule is `every 6h`, five cron fields, or a name such as `@hourly`")
        }
        if first == "every" {
            self = .every(try Self.interval(words.dropFirst().joined(separator: " "), of: text))
        } else if first.hasPrefix("@") {
            guard words.count == 1, let fields = CalendarRule.names[first] else {
                let known = CalendarRule.names.keys.sorted().joined(separator: ", ")
                let advice = first == "@every" ? "write it without `@`" : "allowed are \(known)"
                throw ScheduleMistake("`\(text)` is no known schedule (\(advice))")
            }
            self = .calendar(try CalendarRule(fields))
        } else {
            self = .calendar(try CalendarRule(words))
        }
    }

    private static func interval(_ words: String, of text: String) throws(ScheduleMistake) -> Duration {
        let number = words.prefix { !$0.isLetter && !$0.isWhitespace }
        let unit = words.dropFirst(number.count).drop(while: \.isWhitespace)
        let seconds: Int64? =
            switch unit {
            case "s", "sec", "second", "seconds": 1
            case "m", "min", "minute", "minutes": 60
            case "h", "hour", "hours": 3_600
            case "d", "day", "days": 86_400
            default: nil
            }
        guard let seconds else {
            throw ScheduleMistake(
                number.isEmpty
                    ? "`\(text)` is no interval (allowed are `every 15 minutes`, `every 6h`, `every day`)"
                    : "`\(text)` has no known unit (allowed are seconds, minutes, hours and days)")
        }
        guard let count = number.isEmpty ? 1 : Int64(number), (1...1_000_000).contains(count) else {
            throw ScheduleMistake("`\(text)` has no number of 1…1000000 (whole ones only: `every 90 minutes`)")
        }
        return .seconds(seconds * count)
    }
}

/// Why a text is no schedule.
package struct ScheduleMistake: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
