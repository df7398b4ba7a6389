internal import Chronology

extension Duration {
    /// As people say it, in the largest unit that fits: `40 ms`, `0.8 s`, `12 s`, `5 min`,
    /// `3 h`, `2 days`; rounded down.
    package var words: String {
        let milliseconds = max(0, Instant(secondsSince1970: 0).adding(self).millisecondsSince1970)
        switch milliseconds {
        case ..<100: return "\(milliseconds) ms"
        case ..<10_000: return "\(milliseconds / 1_000).\(milliseconds / 100 % 10) s"
        case ..<60_000: return "\(milliseconds / 1_000) s"
        case ..<3_600_000: return "\(milliseconds / 60_000) min"
        case ..<172_800_000: return "\(milliseconds / 3_600_000) h"
        default: return "\(milliseconds / 86_400_000) days"
        }
    }

    /// An age or a wait, where parts of a second do not matter: `0 s`, `12 s`, `5 min`.
    var ageWords: String { components.seconds < 10 ? "\(max(0, components.seconds)) s" : words }
}

/// A number with its noun: `1 article`, `34 articles`.
func counted(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(count) " + (count == 1 ? singular : plural ?? singular + "s")
}

extension Instant {
    /// `2015-07-04 09:30`, in UTC, for people.
    var minuteText: String {
        let text = Instant(secondsSince1970: secondsSince1970).description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }
}
