internal import Chronology

extension ParsedWords {
    /// An instant, or a day, which is its end in UTC.
    func instant(_ option: String) throws(UsageMistake) -> Instant? {
        guard let text = self[option: option] else { return nil }
        if let day = DayFormat.iso.day(from: text) {
            return Instant(startOf: day.adding(days: 1)).adding(.milliseconds(-1))
        }
        if let instant = Instant(iso8601: text) { return instant }
        throw UsageMistake(
            "--\(option) takes an instant such as 2015-07-04T09:30:00Z or a day such as 2015-07-04, not `\(text)` "
                + "(\(WrongInstant(text).place))")
    }
}

/// Where a text stops being the beginning of any instant.
struct WrongInstant {
    /// `wrong from column 9 on`.
    let place: String

    init(_ text: String) {
        let right = (0...text.count).last { Self.begins(String(text.prefix($0))) } ?? 0
        place =
            right < text.count
            ? "wrong from column \(right + 1) on" : "it ends too early: time and zone are needed, or the day alone"
    }

    /// Whether something can follow that makes it an instant.
    private static func begins(_ text: String) -> Bool {
        let head = "2000-01-01T00:00:00"
        guard text.count >= head.count else {
            // The second digit of a day or an hour may have to be small.
            return ["2000-01-01T00:00:00Z", "2000-10-10T10:00:00Z", "2000-01-00T00:00:00Z"].contains {
                Instant(iso8601: text + $0.dropFirst(text.count)) != nil
            }
        }
        return ["", "Z", "0Z", "00:00", "0:00", ":00", "00", "0"].contains { Instant(iso8601: text + $0) != nil }
    }
}
