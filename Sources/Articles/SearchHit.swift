/// Why a search found an article.
package struct SearchHit: Hashable, Sendable {
    /// How well the article answers, above 0: more is better, and compares within one answer alone.
    package var score: Double
    /// The headline, where there is a hit in it.
    package var headline: MarkedText?
    /// The text with the most hits besides the headline.
    package var passage: MarkedText?

    package init(score: Double, headline: MarkedText? = nil, passage: MarkedText? = nil) {
        self.score = score
        self.headline = headline
        self.passage = passage
    }

    /// - Parameter texts: besides the headline; of two with as many hits the former is taken.
    package init(score: Double, headline: MarkedText, texts: [MarkedText]) {
        self.init(score: score, headline: headline.hits > 0 ? headline : nil)
        passage = texts.filter { $0.hits > 0 }.reduce(nil) { best, text in
            best.map { $0.hits >= text.hits ? $0 : text } ?? text
        }
    }
}

/// A text in which passages are marked.
package struct MarkedText: Hashable, Sendable {
    /// The text with `opening` before each marked passage and `closing` behind it.
    package let text: String

    /// Two characters for private use, which have no place in a text of others.
    package static let opening: Unicode.Scalar = "\u{F8F0}"
    package static let closing: Unicode.Scalar = "\u{F8F1}"

    package init(_ text: String) { self.text = text }

    package struct Part: Hashable, Sendable {
        package let text: String
        package let isMarked: Bool
    }

    /// The pieces of the text in order, none of them empty.
    package var parts: [Part] {
        var parts: [Part] = []
        var isMarked = false
        var rest = text.unicodeScalars[...]
        while let mark = rest.firstIndex(where: { $0 == Self.opening || $0 == Self.closing }) {
            if mark > rest.startIndex { parts.append(Part(text: String(rest[..<mark]), isMarked: isMarked)) }
            isMarked = rest[mark] == Self.opening
            rest = rest[mark...].dropFirst()
        }
        if !rest.isEmpty { parts.append(Part(text: String(rest), isMarked: isMarked)) }
        return parts
    }

    /// How many passages are marked.
    package var hits: Int { text.unicodeScalars.count { $0 == Self.opening } }
}
