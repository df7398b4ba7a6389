package import Chronology

/// A strict, reversible written form of an instant in UTC, for sources that write no zone.
///
/// A pattern is made of `yyyy`, `MM`, `dd`, `HH`, `mm` and `ss`, each once, of literal characters that are no letters,
/// and of quoted text: `yyyyMMddHHmmss`, `yyyy-MM-dd HH:mm:ss`, `yyyy-MM-dd'T'HH:mm:ss'Z'`. An instant with a part of
/// a second cannot be written.
package struct InstantFormat: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case number(Unit)
        case literal(String)
    }

    private enum Unit: String, CaseIterable, Sendable {
        case year = "yyyy"
        case month = "MM"
        case day = "dd"
        case hour = "HH"
        case minute = "mm"
        case second = "ss"
    }

    /// The pattern as written.
    package let pattern: String
    private let parts: [Part]

    /// The format of a pattern, or nil where a part is missing or doubled, or a letter stands unquoted.
    package init?(_ pattern: String) {
        var parts: [Part] = []
        var rest = Substring(pattern)
        while let first = rest.first {
            if let unit = Unit.allCases.first(where: { rest.hasPrefix($0.rawValue) }) {
                parts.append(.number(unit))
                rest = rest.dropFirst(unit.rawValue.count)
            } else if first == "'" {
                guard let end = rest.dropFirst().firstIndex(of: "'") else { return nil }
                parts.append(.literal(String(rest[..<end].dropFirst())))
                rest = rest[rest.index(after: end)...]
            } else {
                guard !first.isLetter else { return nil }
                parts.append(.literal(String(first)))
                rest = rest.dropFirst()
            }
        }
        for unit in Unit.allCases where parts.count(where: { $0 == .number(unit) }) != 1 { return nil }
        self.pattern = pattern
        self.parts = parts
    }

    /// The instant of a text, or nil where it is anything but this form of a time that exists.
    package func instant(from text: String) -> Instant? {
        var values: [Unit: Int] = [:]
        var rest = text.utf8[...]
        for part in parts {
            switch part {
            case .literal(let literal):
                guard rest.starts(with: literal.utf8) else { return nil }
                rest = rest.dropFirst(literal.utf8.count)
            case .number(let unit):
                let digits = rest.prefix(unit.rawValue.utf8.count)
                guard digits.count == unit.rawValue.utf8.count, digits.allSatisfy({ (0x30...0x39).contains($0) })
                else { return nil }
                values[unit] = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
                rest = rest.dropFirst(digits.count)
            }
        }
        guard rest.isEmpty, let year = values[.year], let month = values[.month], let dayOfMonth = values[.day],
            let hour = values[.hour], let minute = values[.minute], let second = values[.second],
            let day = CalendarDay(year: year, month: month, day: dayOfMonth), hour < 24, minute < 60, second < 60
        else { return nil }
        let seconds = Int64(day.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
        return Instant(secondsSince1970: seconds)
    }

    /// The text of an instant, or nil where it has a part of a second.
    package func string(from instant: Instant) -> String? {
        guard instant.millisecondsSince1970 % 1_000 == 0 else { return nil }
        let day = instant.utcDay
        let time = Int(instant.secondsSince1970 - Int64(day.daysSince1970) * 86_400)
        return parts.map { part in
            switch part {
            case .literal(let text): text
            case .number(.year): Self.padded(day.year, 4)
            case .number(.month): Self.padded(day.month, 2)
            case .number(.day): Self.padded(day.day, 2)
            case .number(.hour): Self.padded(time / 3_600, 2)
            case .number(.minute): Self.padded(time / 60 % 60, 2)
            case .number(.second): Self.padded(time % 60, 2)
            }
        }.joined()
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
}
