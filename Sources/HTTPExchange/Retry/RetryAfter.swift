package import Chronology

extension HTTPResponse {
    /// How long the server asks to wait before the next request (RFC 9110, 10.2.3): a number of seconds or a date.
    ///
    /// Nil where it asks nothing that can be read; zero for a date that has passed.
    package func retryAfter(now: Instant) -> Duration? {
        guard let text = header("Retry-After") else { return nil }
        if let date = Instant(httpDate: text) { return max(date.since(now), .zero) }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        // More digits than an Int32 has mean for ever.
        return .seconds(Int32(text) ?? .max)
    }
}

extension Instant {
    /// The instant of an IMF-fixdate (RFC 9110, 5.6.7), `Sun, 06 Nov 1994 08:49:37 GMT`, or nil for anything else.
    ///
    /// The day of the week must be the right one; a leap second is read as the second after it.
    package init?(httpDate text: String) {
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
