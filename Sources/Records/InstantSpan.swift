internal import Chronology

/// The instants that a date literal means, as keys to compare stored texts with: from the start on, before the end.
struct InstantSpan {
    let start: InstantKey
    let end: InstantKey

    /// All of a day in UTC, or one millisecond where the literal is an instant; nil for any other text.
    init?(_ text: String) {
        if let day = DayFormat.iso.day(from: text) {
            start = InstantKey(Instant(startOf: day))
            end = InstantKey(Instant(secondsSince1970: (Int64(day.daysSince1970) + 1) * 86_400))
        } else if let instant = Instant(iso8601: text) {
            start = InstantKey(instant)
            end = InstantKey(instant.adding(.milliseconds(1)))
        } else {
            return nil
        }
    }
}

/// An instant as a text that stands among stored dates where the instant stands among instants.
///
/// Stored are `2015-07-04` (its midnight in UTC), `2015-07-04T00:00:00Z` and `2015-07-04T00:00:00.500Z`. Without the
/// `Z` they sort by instant, a text before its own extensions; a key is written so too, midnight as the bare day.
struct InstantKey: Hashable, Sendable {
    let text: String

    init(_ instant: Instant) {
        let written = String(instant.description.dropLast())
        text = written.hasSuffix("T00:00:00") ? String(written.dropLast(9)) : written
    }

    /// Whether the `Z` at the end of a stored text could change its order against this key.
    var hasFraction: Bool { text.utf8.contains(UInt8(ascii: ".")) }

    /// A stored text as the ordered form of its instant, one form for a day and its midnight.
    static func ordered(_ stored: String) -> String {
        if stored.unicodeScalars.count == 10 { return stored + "T00:00:00" }
        var bytes = Substring(stored).utf8
        while bytes.last == UInt8(ascii: "Z") { bytes = bytes.dropLast() }
        return String(Substring(bytes))
    }

    /// The same in SQL.
    static func orderedSQL(_ expression: String) -> String {
        "CASE length(\(expression)) WHEN 10 THEN \(expression) || 'T00:00:00' ELSE rtrim(\(expression), 'Z') END"
    }

    /// A stored text as its instant in SQL: a day as its midnight.
    static func instantSQL(_ expression: String) -> String {
        "CASE length(\(expression)) WHEN 10 THEN \(expression) || 'T00:00:00Z' ELSE \(expression) END"
    }
}
