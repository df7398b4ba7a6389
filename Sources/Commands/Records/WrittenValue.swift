internal import Records

/// A `KEY=VALUE` as it was typed.
struct WrittenValue: Hashable, Sendable {
    let key: String
    let text: String

    /// - Throws: for a word without `=`.
    static func values(_ words: [String], _ verb: String) throws(UsageMistake) -> [WrittenValue] {
        guard !words.isEmpty else {
            throw UsageMistake("`records \(verb)` needs KEY=VALUE for what is to be set", seeHelpOf: "records")
        }
        var values: [WrittenValue] = []
        for word in words {
            guard let equals = word.firstIndex(of: "=") else {
                throw UsageMistake("`\(word)` is no KEY=VALUE", seeHelpOf: "records")
            }
            values.append(WrittenValue(key: String(word[..<equals]), text: String(word[equals...].dropFirst())))
        }
        return values
    }

    /// Whether it is a list as other formats write one, which would be cut into words with brackets on them.
    var isJSONArray: Bool { text.hasPrefix("[\"") && text.hasSuffix("]") }

    /// The value as a column of some type takes it.
    ///
    /// A text that is none of that type is left as it is: whoever keeps the column says what is wrong with it.
    func value(for type: ColumnType?) -> FilterValue {
        switch type {
        case .text, nil: .text(text)
        case .list where isJSONArray: .text(text)
        case .list: .texts(NoteText.keywords(text))
        case .integer where text.isEmpty, .real where text.isEmpty, .bool where text.isEmpty,
            .instant where text.isEmpty:
            .null
        case .integer: Int64(text).map { .integer($0) } ?? .text(text)
        case .real: Double(text).map { .real($0) } ?? .text(text)
        case .bool:
            switch text.lowercased() {
            case "true", "yes", "1": .bool(true)
            case "false", "no", "0": .bool(false)
            default: .text(text)
            }
        case .instant: .text(text)
        }
    }
}
