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
            "--\(option) takes an instant such as 2015-07-04T09:30:00Z or a day such as 2015-07-04, not `\(text)`")
    }
}
