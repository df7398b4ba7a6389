package import Chronology

/// A date as precisely as it was written: an instant, or a day without a time.
package enum DateValue: Hashable, Sendable, CustomStringConvertible {
    case instant(Instant)
    case day(CalendarDay)

    /// ISO 8601.
    package var description: String {
        switch self {
        case .instant(let instant): instant.description
        case .day(let day): day.description
        }
    }
}
