/// The format language, which `Filter(_:_:over:)` reads back as the same tree.
extension Filter: CustomStringConvertible {
    package var description: String {
        switch self {
        case .always: "TRUEPREDICATE"
        case .never: "FALSEPREDICATE"
        case .condition(let condition): condition.description
        case .not(let inner): "NOT " + inner.bracketed
        case .and(let parts): parts.isEmpty ? "TRUEPREDICATE" : parts.map(\.bracketed).joined(separator: " AND ")
        case .or(let parts): parts.isEmpty ? "FALSEPREDICATE" : parts.map(\.bracketed).joined(separator: " OR ")
        }
    }

    private var bracketed: String {
        switch self {
        case .and, .or: "(\(self))"
        default: description
        }
    }
}

extension Condition: CustomStringConvertible {
    package var description: String {
        (quantifier.map { $0.rawValue + " " } ?? "") + field.written + " " + test.written
    }
}

extension Condition.Test {
    fileprivate var written: String {
        switch self {
        case .compare(let relation, .value(let value), let options):
            "\(relation.rawValue)\(options.written) \(value.written)"
        case .compare(let relation, .field(let field), let options):
            "\(relation.rawValue)\(options.written) \(field.written)"
        case .between(let lower, let upper, let options):
            "BETWEEN\(options.written) \(FilterValue.list([lower, upper]).written)"
        case .among(let values, let options): "IN\(options.written) \(FilterValue.list(values).written)"
        case .text(let relation, let text, let options):
            "\(relation.rawValue)\(options.written) \(FilterValue.text(text).written)"
        }
    }
}

extension TextOptions {
    fileprivate var written: String { isEmpty ? "" : "[\(letters)]" }
}

extension Field {
    /// The name, behind `#` where it would read as a word of the language.
    var written: String { PredicateLexer.Keyword(rawValue: name.uppercased()) == nil ? name : "#" + name }
}

extension FilterValue {
    /// The literal.
    var written: String {
        switch self {
        case .null: "NIL"
        case .text(let text): Self.quoted(text)
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .bool(let value): value ? "TRUE" : "FALSE"
        case .list(let values): "{" + values.map(\.written).joined(separator: ", ") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
