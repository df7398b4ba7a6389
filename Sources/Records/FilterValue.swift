package import Chronology

/// A value as a filter knows it: a literal, an argument, or what a row holds in one column.
///
/// A date is its ISO 8601 text; the column's type says that it is one.
package enum FilterValue: Hashable, Sendable {
    case null
    case text(String)
    case integer(Int64)
    case real(Double)
    case bool(Bool)
    /// What a list column holds, and what stands behind IN and BETWEEN as one argument.
    case list([FilterValue])

    /// An instant, written as instants are stored.
    package static func instant(_ instant: Instant) -> FilterValue { .text(instant.description) }

    /// A calendar day, which a date column reads as all of that day in UTC.
    package static func day(_ day: CalendarDay) -> FilterValue { .text(day.description) }

    /// Texts as a list.
    package static func texts(_ texts: [String]) -> FilterValue { .list(texts.map { .text($0) }) }
}

extension FilterValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .real(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: FilterValue...) { self = .list(elements) }
}

extension FilterValue {
    /// The kind of value, in words for a message.
    var kind: String {
        switch self {
        case .null: "NIL"
        case .text: "text"
        case .integer: "a whole number"
        case .real: "a number"
        case .bool: "a truth value"
        case .list: "a list"
        }
    }
}
