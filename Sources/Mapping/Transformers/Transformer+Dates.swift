package import Chronology

extension Transformer where Input == String, Output == CalendarDay {
    /// A day in a strict written form: what is not exactly this form of a day that exists is refused.
    package static func day(_ format: DayFormat) -> Transformer {
        Transformer(
            "day(\(format.pattern))",
            forward: { text throws(TransformFailure) in
                guard let day = format.day(from: text) else {
                    throw TransformFailure("is no day of the form \(format.pattern)")
                }
                return day
            },
            reverse: { format.string(from: $0) })
    }
}

extension Transformer where Input == String, Output == Instant {
    /// An instant in ISO 8601 with its zone, `Z`, `+00:00` or `+0000`; written in UTC with `Z`.
    package static var instant: Transformer {
        Transformer(
            "instant",
            forward: { text throws(TransformFailure) in
                guard let instant = Instant(iso8601: text) else {
                    throw TransformFailure("is no ISO 8601 instant with a zone")
                }
                return instant
            },
            reverse: { $0.description })
    }
}

extension Transformer where Input == String, Output == DateValue {
    /// A date in the first of these forms that it is written in; written back in the first that can hold it.
    package static func date(_ formats: [DateFormat]) -> Transformer {
        let names = formats.map(\.description).joined(separator: ", ")
        return Transformer(
            "date(\(names))",
            forward: { text throws(TransformFailure) in
                for format in formats { if let date = format.date(from: text) { return date } }
                throw TransformFailure("is no date (\(names))")
            },
            reverse: { date throws(TransformFailure) in
                for format in formats { if let text = format.text(of: date) { return text } }
                throw TransformFailure("cannot be written as \(names)")
            })
    }
}
