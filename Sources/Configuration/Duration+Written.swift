extension Duration {
    /// A duration as people write it, or nil: a number, a unit, at most white space between them.
    ///
    /// `10ms`, `2s`, `1.5 s`, `15 minutes`, `6h`, `1 day`, `2 weeks`. Units are `ms`, `s`, `m`, `h`, `d`, `w`, their
    /// usual short forms and their names, singular or plural. At most a hundred years.
    package init?(written text: some StringProtocol) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.count <= 12 }),
            let whole = Int64(parts[0]),
            let milliseconds = Self.milliseconds(ofUnit: unit.lowercased())
        else { return nil }
        var fraction = 0.0
        if parts.count == 2 {
            guard let value = Double("0." + parts[1]) else { return nil }
            fraction = value
        }
        let (total, overflow) = whole.multipliedReportingOverflow(by: milliseconds)
        guard !overflow, total <= 36_525 * 86_400_000 else { return nil }
        self = .milliseconds(total) + .seconds(fraction * Double(milliseconds) / 1_000)
    }

    private static func milliseconds(ofUnit name: String) -> Int64? {
        switch name {
        case "ms", "millisecond", "milliseconds": 1
        case "s", "sec", "secs", "second", "seconds": 1_000
        case "m", "min", "mins", "minute", "minutes": 60_000
        case "h", "hr", "hrs", "hour", "hours": 3_600_000
        case "d", "day", "days": 86_400_000
        case "w", "week", "weeks": 604_800_000
        default: nil
        }
    }
}
