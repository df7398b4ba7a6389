/// What a search asks for: words and phrases, and what joins them.
package indirect enum SearchExpression: Hashable, Sendable {
    case phrase(SearchPhrase)
    /// Phrases with at most so many words between the first and the last of them, in any order.
    case near([SearchPhrase], within: Int)
    /// Found in these columns alone; or in all others, where they are excluded.
    case columns([String], areExcluded: Bool, SearchExpression)
    case all([SearchExpression])
    case any([SearchExpression])
    case without(SearchExpression, SearchExpression)

    /// The parts joined, where there is more than one; nil where there is none.
    static func joined(
        _ parts: [SearchExpression], _ join: ([SearchExpression]) -> SearchExpression
    ) -> SearchExpression? {
        parts.count > 1 ? join(parts) : parts.first
    }
}

/// Words that follow each other; punctuation between them does not count.
package struct SearchPhrase: Hashable, Sendable {
    package var text: String
    /// Whether the last word may go on.
    package var isPrefix = false
    /// Whether it has to stand at the beginning of its column.
    package var isInitial = false

    package init(_ text: String, isPrefix: Bool = false, isInitial: Bool = false) {
        self.text = text
        self.isPrefix = isPrefix
        self.isInitial = isInitial
    }

    /// Whether there is a word in it; a phrase of punctuation is nowhere to be found.
    var hasWord: Bool { text.unicodeScalars.contains(where: \.isOfWord) }
}

extension Unicode.Scalar {
    /// Whether the index makes words of it, as `unicode61` does: letters, numbers and what is for private use.
    var isOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}
