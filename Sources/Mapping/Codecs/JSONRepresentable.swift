package import Chronology

/// A type with one usual JSON form, so that a field need not name it.
package protocol JSONRepresentable: Sendable {
    static var jsonCodec: JSONCodec<Self> { get }
}

extension String: JSONRepresentable {
    package static var jsonCodec: JSONCodec<String> { .text }
}

extension Int: JSONRepresentable {
    package static var jsonCodec: JSONCodec<Int> { .integer }
}

extension Double: JSONRepresentable {
    package static var jsonCodec: JSONCodec<Double> { .number }
}

extension Bool: JSONRepresentable {
    package static var jsonCodec: JSONCodec<Bool> { .flag }
}

extension CalendarDay: JSONRepresentable {
    /// `yyyy-MM-dd`.
    package static var jsonCodec: JSONCodec<CalendarDay> { .text(.day(.iso)) }
}

extension Instant: JSONRepresentable {
    /// ISO 8601.
    package static var jsonCodec: JSONCodec<Instant> { .text(.instant) }
}

extension DateValue: JSONRepresentable {
    /// ISO 8601, an instant or a day.
    package static var jsonCodec: JSONCodec<DateValue> { .text(.date(DateFormat.usual)) }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
    /// An array; one value alone is an array of one.
    package static var jsonCodec: JSONCodec<[Element]> { .array(of: Element.jsonCodec, takesSingle: true) }
}
