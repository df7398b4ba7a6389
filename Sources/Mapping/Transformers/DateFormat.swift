package import Chronology

/// One written form of a date.
package enum DateFormat: Hashable, Sendable, CustomStringConvertible {
    /// `iso8601`: a full ISO 8601 instant with its zone.
    case iso8601
    /// `epoch-s`: whole seconds since 1970.
    case epochSeconds
    /// `epoch-ms`: whole milliseconds since 1970.
    case epochMilliseconds
    /// A pattern of `yyyy`, `MM` and `dd`, as `yyyy-MM-dd` or `yyyyMMdd`: a day.
    case day(DayFormat)
    /// A pattern with `HH`, `mm` and `ss` too, as `yyyy-MM-dd HH:mm:ss`: an instant in UTC.
    case time(InstantFormat)
    /// `yyyy-MM`: a month, which counts as its first day.
    case month
    /// `yyyy`: a year, which counts as its first day.
    case year

    /// What a date is written in where nothing else is said: ISO 8601, an instant or a day.
    package static let usual: [DateFormat] = [.iso8601, .day(.iso)]

    /// The form of a name or pattern, or nil where there is none such.
    package init?(_ name: String) {
        switch name {
        case "iso8601": self = .iso8601
        case "epoch-s": self = .epochSeconds
        case "epoch-ms": self = .epochMilliseconds
        case "yyyy-MM": self = .month
        case "yyyy": self = .year
        default:
            if let format = DayFormat(name) {
                self = .day(format)
            } else if let format = InstantFormat(name) {
                self = .time(format)
            } else {
                return nil
            }
        }
    }

    package var description: String {
        switch self {
        case .iso8601: "iso8601"
        case .epochSeconds: "epoch-s"
        case .epochMilliseconds: "epoch-ms"
        case .day(let format): format.pattern
        case .time(let format): format.pattern
        case .month: "yyyy-MM"
        case .year: "yyyy"
        }
    }

    /// The date of a text that is exactly of this form, or nil.
    package func date(from text: String) -> DateValue? {
        switch self {
        case .iso8601: Instant(iso8601: text).map(DateValue.instant)
        case .epochSeconds:
            Int64(text).flatMap { Self.isPlausible($0) ? .instant(Instant(secondsSince1970: $0)) : nil }
        case .epochMilliseconds:
            Int64(text).flatMap { milliseconds in
                guard Self.isPlausible(milliseconds / 1_000) else { return nil }
                return .instant(Instant(millisecondsSince1970: milliseconds))
            }
        case .day(let format): format.day(from: text).map(DateValue.day)
        case .time(let format): format.instant(from: text).map(DateValue.instant)
        case .month: DayFormat.iso.day(from: text + "-01").map(DateValue.day)
        case .year: DayFormat.iso.day(from: text + "-01-01").map(DateValue.day)
        }
    }

    /// Whether seconds since 1970 lie in the years 1 to 9999.
    private static func isPlausible(_ seconds: Int64) -> Bool { (-62_135_596_800...253_402_300_799).contains(seconds) }
}

extension DateFormat {
    /// The text of a date in this form, or nil where the form cannot hold it.
    ///
    /// A day has no instant and an instant has no day of its own, so neither is written in the other's form.
    package func text(of date: DateValue) -> String? {
        switch (self, date) {
        case (.iso8601, .instant(let instant)): instant.description
        case (.epochSeconds, .instant(let instant)) where instant.millisecondsSince1970 % 1_000 == 0:
            String(instant.secondsSince1970)
        case (.epochMilliseconds, .instant(let instant)): String(instant.millisecondsSince1970)
        case (.time(let format), .instant(let instant)): format.string(from: instant)
        case (.day(let format), .day(let day)): format.string(from: day)
        case (.month, .day(let day)) where day.day == 1: String(DayFormat.iso.string(from: day).prefix(7))
        case (.year, .day(let day)) where day.day == 1 && day.month == 1:
            String(DayFormat.iso.string(from: day).prefix(4))
        default: nil
        }
    }
}
