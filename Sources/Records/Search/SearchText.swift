/// A search as a person wrote it, read: whatever it is, there is something that can be looked up.
///
/// Understood are words, `"phrases"`, the beginnings of words (`bask*`), `AND`, `OR`, `NOT`, brackets, `NEAR(a b, 5)`,
/// `^first`, and columns (`headline:word`, `{headline abstract}:word`, `-byline:word`). Punctuation within words, as in
/// `don't` and `U.S.`, makes a phrase of its parts. A text that cannot be read so is taken as plain words, all of which
/// have to be there.
package struct SearchText: Hashable, Sendable {
    package let expression: SearchExpression
    /// What could not be read; nil where nothing was taken as plain words.
    package let mistake: PredicateError?

    /// A longer text is refused.
    static let longest = 20_000

    /// - Parameter columns: that the index has, in lower case.
    /// - Throws: what is without a word, and what is too long.
    package init(_ text: String, columns: [String]) throws(PredicateError) {
        guard text.unicodeScalars.count <= Self.longest else {
            throw PredicateError(
                column: Self.longest + 1, .limit("longer than \(Self.longest) characters; shorten it"))
        }
        var read: SearchExpression?
        var mistake: PredicateError?
        do throws(PredicateError) {
            var reader = try SearchReader(text, columns: columns)
            read = try reader.expression()
        } catch {
            mistake = error
            let words = SearchLexer.words(text).map { SearchPhrase($0) }.filter(\.hasWord)
            read = .joined(words.map { .phrase($0) }, SearchExpression.all)
        }
        guard let read else {
            let isEmpty = text.allSatisfy(\.isWhitespace)
            throw PredicateError(
                column: 1,
                .limit(isEmpty ? "the search text is empty" : "the search text has no letter and no digit to look for"))
        }
        expression = read
        self.mistake = mistake
    }

    /// The text for FTS5's `MATCH`; it never refuses it.
    package var match: String { expression.fts5 }

    /// The plain words that it was taken as; none where it was read.
    package var plainWords: [String] {
        guard mistake != nil else { return [] }
        return switch expression {
        case .all(let parts): parts.compactMap { if case .phrase(let phrase) = $0 { phrase.text } else { nil } }
        case .phrase(let phrase): [phrase.text]
        default: []
        }
    }
}
