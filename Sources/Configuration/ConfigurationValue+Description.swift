extension ConfigurationValue {
    /// What a person wrote, for a complaint: `"five" (a string)`; with the kind alone where it must not be shown.
    func found(hidden: Bool = false) -> String {
        switch kind {
        case .string(let text): hidden ? "a string" : "\(Written.quoted(text)) (a string)"
        case .integer(let number): hidden ? "a whole number" : "\(number) (a whole number)"
        case .double(let number): hidden ? "a number" : "\(number) (a fractional number)"
        case .bool(let truth): "\(truth) (a truth value)"
        case .day(let day): "\(day) (a date)"
        case .instant(let instant): "\(instant) (a date with a time)"
        case .local(let text): "\(text) (a local date or time)"
        case .array: "a list"
        case .table: "a table"
        }
    }
}

/// How names and texts from a file stand in a message: on one line, short, and without control characters.
enum Written {
    static func quoted(_ text: String) -> String {
        var shown = "\""
        for scalar in text.unicodeScalars.prefix(60) {
            switch scalar {
            case "\n": shown += "\\n"
            case "\t": shown += "\\t"
            case "\"", "\\": shown += "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format:
                shown += "\\u\(String(0x10000 + scalar.value, radix: 16).dropFirst())"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown + (text.unicodeScalars.count > 60 ? "…\"" : "\"")
    }

    /// A number without a fraction of zero.
    static func number(_ number: some Comparable & LosslessStringConvertible) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// A key as TOML writes it: bare where it can be.
    static func key(_ key: String) -> String {
        let isBare =
            !key.isEmpty && key.count <= 60
            && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
        return isBare ? key : quoted(key)
    }
}
