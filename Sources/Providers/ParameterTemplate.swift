internal import Chronology
internal import Configuration

/// One parameter of a request: its name, and a text with placeholders for its value.
///
/// `{text}`, `{filter}`, `{from:yyyyMMdd}`, `{to:yyyyMMdd}`, `{sort}`, `{page}` and `{size}` stand for what is asked; a
/// parameter is sent only where all of its placeholders have a value. One without placeholders is always sent, an empty
/// one never.
package struct ParameterTemplate: Hashable, Sendable {
    package let name: String
    let parts: [Part]

    enum Part: Hashable, Sendable {
        case literal(String)
        case text, filter, sort, page, size
        case from(DayFormat)
        case to(DayFormat)
    }

    /// Reads the table `request`: the parameters in the order written.
    static func list(in reader: ConfigurationReader) -> [ParameterTemplate] {
        reader.table.entries.compactMap { entry in
            guard let text = reader.string(entry.key), !text.isEmpty else { return nil }
            do throws(TemplateMistake) {
                return ParameterTemplate(name: entry.key, parts: try parts(of: text))
            } catch {
                reader.complain(entry.key, "\(reader.path(entry.key)): \(error.reason)")
                return nil
            }
        }
    }

    private static func parts(of text: String) throws(TemplateMistake) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
                throw TemplateMistake("a brace without its partner (write {text})")
            }
            if open > rest.startIndex { parts.append(.literal(String(rest[..<open]))) }
            parts.append(try part(rest[rest.index(after: open)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
        return parts
    }

    private static func part(_ placeholder: Substring) throws(TemplateMistake) -> Part {
        let words = placeholder.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (words[0], words.count) {
        case ("text", 1): return .text
        case ("filter", 1): return .filter
        case ("sort", 1): return .sort
        case ("page", 1): return .page
        case ("size", 1): return .size
        case ("from", 2), ("to", 2):
            guard let format = DayFormat(String(words[1])) else {
                throw TemplateMistake("{\(placeholder)} has no form of a day (for example yyyyMMdd, yyyy-MM-dd)")
            }
            return words[0] == "from" ? .from(format) : .to(format)
        default:
            throw TemplateMistake(
                "there is no {\(placeholder)} (allowed: {text}, {filter}, {from:yyyyMMdd}, {to:yyyyMMdd}, {sort}, {page}, {size})")
        }
    }
}

/// Why a text is no template.
private struct TemplateMistake: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
