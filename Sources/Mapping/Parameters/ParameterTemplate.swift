/// The text of a parameter with placeholders: `{text}`, `{from:yyyyMMdd}`, `{to:yyyy-MM-dd|3000-12-31}`, `{from|}`.
///
/// `:` gives a date its form, as in `DateFormat`; days are written as `yyyy-MM-dd` and instants as ISO 8601 where it is
/// left out. `|` gives the text for a placeholder that is missing. A template with a missing placeholder and no default
/// yields nothing; so does one all of whose placeholders are missing, defaults or not. `{{` is a brace.
package struct ParameterTemplate: Hashable, Sendable, CustomStringConvertible {
    private enum Part: Hashable, Sendable {
        case literal(String)
        case placeholder(Placeholder)
    }

    private struct Placeholder: Hashable, Sendable {
        let name: String
        let format: DateFormat?
        let fallback: String?
    }

    /// The template as written.
    package let description: String
    private let parts: [Part]

    /// Reads a template.
    ///
    /// - Parameter names: the placeholders there are; nil takes any.
    /// - Throws: `ParameterTemplateError` with the column.
    package init(_ text: String, names: [String]? = nil) throws(ParameterTemplateError) {
        description = text
        do throws(BraceText.Failure) {
            var parts: [Part] = []
            for part in try BraceText.parts(of: text) {
                switch part {
                case .literal(let literal): parts.append(.literal(literal))
                case .placeholder(let inner, let column):
                    parts.append(.placeholder(try Self.placeholder(inner, at: column, names)))
                }
            }
            self.parts = parts
        } catch {
            throw ParameterTemplateError(template: text, column: error.column, reason: error.reason)
        }
    }

    /// The names of the placeholders, in order.
    package var placeholders: [String] {
        parts.compactMap { if case .placeholder(let placeholder) = $0 { placeholder.name } else { nil } }
    }

    /// The text with values in the places; nil where it yields nothing.
    ///
    /// - Throws: `TransformFailure` where a value cannot be written in the form asked for. A day has no time: for a form
    ///   with a time the caller decides which instant it means.
    package func text(with values: [String: ParameterValue]) throws(TransformFailure) -> String? {
        var text = ""
        var places = 0
        var filled = 0
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .placeholder(let place):
                places += 1
                if let value = values[place.name] {
                    filled += 1
                    text += try Self.text(of: value, for: place)
                } else if let fallback = place.fallback {
                    text += fallback
                } else {
                    return nil
                }
            }
        }
        return places > 0 && filled == 0 ? nil : text
    }

    private static func placeholder(
        _ inner: String, at column: Int, _ names: [String]?
    ) throws(BraceText.Failure) -> Placeholder {
        let bar = inner.firstIndex(of: "|")
        let head = inner[..<(bar ?? inner.endIndex)]
        let fallback = bar.map { String(inner[inner.index(after: $0)...]) }
        let colon = head.firstIndex(of: ":")
        let name = String(head[..<(colon ?? head.endIndex)])
        guard !name.isEmpty else { throw BraceText.Failure(column: column, reason: "the placeholder has no name") }
        if let names, !names.contains(name) {
            let known = names.joined(separator: ", ")
            throw BraceText.Failure(column: column, reason: "there is no placeholder {\(name)} (\(known))")
        }
        var format: DateFormat?
        if let colon {
            let written = String(head[head.index(after: colon)...])
            format = DateFormat(written)
            guard format != nil else {
                throw BraceText.Failure(column: column, reason: "there is no date format \"\(written)\"")
            }
        }
        return Placeholder(name: name, format: format, fallback: fallback)
    }

    private static func text(
        of value: ParameterValue, for place: Placeholder
    ) throws(TransformFailure) -> String {
        let date: DateValue
        switch value {
        case .text(let text) where place.format == nil: return text
        case .integer(let integer) where place.format == nil: return String(integer)
        case .text, .integer: throw TransformFailure("{\(place.name)} is no date and takes no format")
        case .day(let day): date = .day(day)
        case .instant(let instant): date = .instant(instant)
        }
        guard let format = place.format else { return date.description }
        guard let text = format.text(of: date) else {
            throw TransformFailure("{\(place.name)} cannot be written as \(format): it is \(date)")
        }
        return text
    }
}

/// Why a template cannot be read.
package struct ParameterTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    package let template: String
    /// Where, in characters counted from 1.
    package let column: Int
    package let reason: String

    package var description: String { "template \"\(template)\", column \(column): \(reason)" }
}
