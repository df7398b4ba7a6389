/// The minutes, hours and days of a five-field cron rule, each as the set of values that fit.
package struct CalendarRule: Hashable, Sendable {
    package let minutes: Set<Int>
    package let hours: Set<Int>
    package let daysOfMonth: Set<Int>
    package let months: Set<Int>
    /// 0 is Sunday.
    package let daysOfWeek: Set<Int>
    /// Whether the two day fields were both restricted, so that either is enough.
    package let eitherDay: Bool

    static let names: [String: [String]] = [
        "@hourly": ["0", "*", "*", "*", "*"], "@daily": ["0", "0", "*", "*", "*"],
        "@midnight": ["0", "0", "*", "*", "*"], "@weekly": ["0", "0", "*", "*", "0"],
        "@monthly": ["0", "0", "1", "*", "*"], "@yearly": ["0", "0", "1", "1", "*"],
        "@annually": ["0", "0", "1", "1", "*"],
    ]

    init(_ fields: [String]) throws(ScheduleMistake) {
        guard fields.count == 5 else {
            throw ScheduleMistake(
                "a cron rule has five fields (minute hour day month weekday), and here are \(fields.count)")
        }
        minutes = try Self.values(of: fields[0], named: "minute", in: 0...59)
        hours = try Self.values(of: fields[1], named: "hour", in: 0...23)
        daysOfMonth = try Self.values(of: fields[2], named: "day", in: 1...31)
        months = try Self.values(of: fields[3], named: "month", in: 1...12, names: Self.monthNames, first: 1)
        // Sunday is 0 and 7 alike.
        let weekdays = try Self.values(of: fields[4], named: "weekday", in: 0...7, names: Self.weekdayNames, first: 0)
        daysOfWeek = Set(weekdays.map { $0 % 7 })
        eitherDay = fields[2] != "*" && fields[4] != "*"
    }

    private static let monthNames = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// The values of a field: `*`, `5`, `1-5`, `*/15`, `10-30/5`, names, and lists of these.
    private static func values(
        of field: String, named name: String, in range: ClosedRange<Int>, names: [String] = [], first: Int = 0
    ) throws(ScheduleMistake) -> Set<Int> {
        func number(_ text: Substring) -> Int? {
            if let index = names.firstIndex(of: String(text)) { return index + first }
            return text.allSatisfy(\.isNumber) ? Int(text) : nil
        }
        var values: Set<Int> = []
        for part in field.split(separator: ",", omittingEmptySubsequences: false) {
            let halves = part.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            let step = halves.count == 2 ? number(halves[1]) : 1
            let ends = halves[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            let bounds: (Int, Int)? =
                if halves[0] == "*" {
                    (range.lowerBound, range.upperBound)
                } else if let from = number(ends[0]), let to = ends.count == 2 ? number(ends[1]) : from {
                    // `5/15` means from 5 on.
                    (from, ends.count == 1 && halves.count == 2 ? range.upperBound : to)
                } else {
                    nil
                }
            guard let step, step > 0, let (from, to) = bounds, from <= to, range.contains(from), range.contains(to)
            else {
                let allowed = names.isEmpty ? "" : " or \(names[0])…\(names[names.count - 1])"
                throw ScheduleMistake(
                    "the \(name) `\(field)` is not one (allowed are \(range.lowerBound)…\(range.upperBound)\(allowed), "
                        + "ranges, lists and steps)")
            }
            values.formUnion(stride(from: from, through: to, by: step))
        }
        return values
    }
}
