package import Chronology

extension HTTPResponse {
    /// How long the server asks to wait before the next request (RFC 9110, 10.2.3): a number of seconds or a date.
    ///
    /// Nil where it asks nothing that can be read; zero for a date that has passed.
    package func retryAfter(now: Instant) -> Duration? {
        guard let text = header("Retry-After") else { return nil }
        if let date = Instant(httpDate: text, now: now) { return max(date.since(now), .zero) }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        // More digits than an Int32 has mean for ever.
        return .seconds(Int32(text) ?? .max)
    }
}

extension Instant {
    /// The instant of an HTTP date (RFC 9110, 5.6.7) in any of its three forms, or nil for anything else:
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
    ///
    /// The day of the week must be the right one; a leap second is read as the second after it.
    ///
    /// - Parameter now: tells the century of a year of two digits: no date is more than 50 years ahead.
    package init?(httpDate text: String, now: Instant) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        switch words.count {
        case 4:
            let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard words[0].hasSuffix("day,"), Self.fullWeekdays.contains(String(words[0].dropLast())), date.count == 3,
                date[2].utf8.count == 2, let short = Self.number(ArraySlice(date[2].utf8))
            else { return nil }
            let present = now.utcDay.year
            let year = present / 100 * 100 + short
            let meant = year > present + 50 ? year - 100 : year
            self.init(
                fixedDate: "\(words[0].prefix(3)), \(date[0]) \(date[1]) \(meant) \(words[2]) \(words[3])")
        case 5:
            guard words[2].utf8.count == 2 else { return nil }
            self.init(fixedDate: "\(words[0]), \(words[2]) \(words[1]) \(words[4]) \(words[3]) GMT")
        case 6 where words[2].isEmpty && words[3].utf8.count == 1:
            self.init(fixedDate: "\(words[0]), 0\(words[3]) \(words[1]) \(words[5]) \(words[4]) GMT")
        default: self.init(fixedDate: text)
        }
    }

    /// The instant of the form that may be sent.
    private init?(fixedDate text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 29, bytes[3...4].elementsEqual(", ".utf8), bytes[7] == 0x20, bytes[11] == 0x20,
            bytes[16] == 0x20, bytes[19] == 0x3a, bytes[22] == 0x3a, bytes[25...].elementsEqual(" GMT".utf8),
            let weekday = Self.weekdays.firstIndex(where: { bytes[..<3].elementsEqual($0.utf8) }),
            let month = Self.months.firstIndex(where: { bytes[8..<11].elementsEqual($0.utf8) }),
            let dayOfMonth = Self.number(bytes[5..<7]), let year = Self.number(bytes[12..<16]),
            let hour = Self.number(bytes[17..<19]), let minute = Self.number(bytes[20..<22]),
            let second = Self.number(bytes[23..<25]), hour < 24, minute < 60, second <= 60,
            let day = CalendarDay(year: year, month: month + 1, day: dayOfMonth),
            // 1 January 1970 was a Thursday.
            ((day.daysSince1970 + 4) % 7 + 7) % 7 == weekday
        else { return nil }
        self = Instant(startOf: day).adding(.seconds(hour * 3_600 + minute * 60 + second))
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let fullWeekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.reduce(0) { sum, digit in
            guard let sum, (0x30...0x39).contains(digit) else { return nil }
            return sum * 10 + Int(digit - 0x30)
        }
    }
}
