/// A strict, reversible written form of a calendar day, independent of locale and process time zone.
///
/// A pattern is made of `yyyy`, `MM` and `dd`, each once, and of literal characters: `yyyyMMdd`, `yyyy-MM-dd`,
/// `yyyy/MM/dd`. Parsing takes exactly what formatting writes: every digit there, nothing before or after.
package struct DayFormat: Hashable, Sendable {
    /// The pattern as written.
    package let pattern: String
    private let parts: [Part]

    private enum Part: Hashable, Sendable {
        case year, month, day
        case literal(UInt8)

        var width: Int {
            switch self {
            case .year: 4
            case .month, .day: 2
            case .literal: 1
            }
        }
    }

    /// `yyyy-MM-dd`.
    package static let iso = DayFormat(pattern: "yyyy-MM-dd", parts: separated(by: UInt8(ascii: "-")))
    /// `yyyyMMdd`.
    package static let compact = DayFormat(pattern: "yyyyMMdd", parts: [.year, .month, .day])

    /// The format of a pattern, or nil where a part is missing, doubled or not ASCII.
    package init?(_ pattern: String) {
        var parts: [Part] = []
        var rest = Substring(pattern)
        while let first = rest.first {
            let part: Part
            if rest.hasPrefix("yyyy") {
                part = .year
            } else if rest.hasPrefix("MM") {
                part = .month
            } else if rest.hasPrefix("dd") {
                part = .day
            } else if let ascii = first.asciiValue, !first.isLetter, !first.isNumber {
                part = .literal(ascii)
            } else {
                return nil
            }
            parts.append(part)
            rest = rest.dropFirst(part.width)
        }
        for needed in [Part.year, .month, .day] where parts.count(where: { $0 == needed }) != 1 { return nil }
        self.init(pattern: pattern, parts: parts)
    }

    private init(pattern: String, parts: [Part]) {
        self.pattern = pattern
        self.parts = parts
    }

    private static func separated(by literal: UInt8) -> [Part] {
        [.year, .literal(literal), .month, .literal(literal), .day]
    }

    /// The day of a text, or nil where the text is anything but this form of a day that exists.
    package func day(from text: some StringProtocol) -> CalendarDay? { day(from: String(text).utf8) }

    private func day(from text: String.UTF8View) -> CalendarDay? {
        var bytes = text.makeIterator()
        var year = 0
        var month = 0
        var day = 0
        for part in parts {
            switch part {
            case .literal(let expected):
                guard bytes.next() == expected else { return nil }
            case .year, .month, .day:
                var value = 0
                for _ in 0..<part.width {
                    guard let byte = bytes.next(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
                        return nil
                    }
                    value = value * 10 + Int(byte - UInt8(ascii: "0"))
                }
                if part == .year { year = value } else if part == .month { month = value } else { day = value }
            }
        }
        guard bytes.next() == nil else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }

    /// The day of a text.
    ///
    /// - Throws: where the text is anything but this form of a day that exists, with both in the message.
    package func parse(_ text: some StringProtocol) throws(DayFormatError) -> CalendarDay {
        guard let day = day(from: text) else { throw DayFormatError(text: String(text), pattern: pattern) }
        return day
    }

    /// The text of a day, always as wide as the pattern.
    package func string(from day: CalendarDay) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pattern.utf8.count)
        for part in parts {
            switch part {
            case .year: Self.append(day.year, places: 1_000, to: &bytes)
            case .month: Self.append(day.month, places: 10, to: &bytes)
            case .day: Self.append(day.day, places: 10, to: &bytes)
            case .literal(let byte): bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ value: Int, places: Int, to bytes: inout [UInt8]) {
        var place = places
        while place > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(value / place % 10))
            place /= 10
        }
    }
}

/// A text is not the day it should be.
package struct DayFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    package let text: String
    package let pattern: String

    package var description: String { "`\(text)` is not a day of the calendar written `\(pattern)`" }
}
