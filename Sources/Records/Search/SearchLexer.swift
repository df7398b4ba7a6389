/// Cuts a search text into tokens, each with its place.
struct SearchLexer {
    private let scalars: [Unicode.Scalar]
    private var next = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    struct Token {
        /// In code points from 1.
        let column: Int
        let kind: Kind

        enum Kind: Hashable {
            case word(String)
            case quoted(String)
            case and, or, not
            /// One of `( ) { } : * ^ + ,`.
            case symbol(Unicode.Scalar)
            /// A dash that turns what follows round.
            case minus
            case end
        }
    }

    /// All tokens, the last of which is the end.
    mutating func tokens() throws(PredicateError) -> [Token] {
        var tokens: [Token] = []
        while true {
            skipSpace()
            let column = next + 1
            let kind = try token()
            tokens.append(Token(column: column, kind: kind))
            if kind == .end { return tokens }
        }
    }

    /// The words of a text in which nothing is a sign of the language.
    static func words(_ text: String) -> [String] {
        text.unicodeScalars
            .split { isSpace($0) || isSign($0) || isQuote($0) || $0 == ":" || $0 == "^" || $0 == "+" }
            .map { String(String.UnicodeScalarView($0)) }
    }

    private mutating func token() throws(PredicateError) -> Token.Kind {
        guard next < scalars.count else { return .end }
        let scalar = scalars[next]
        if Self.isQuote(scalar) { return .quoted(try quoted()) }
        if Self.isSign(scalar) || scalar == ":" || scalar == "^" || scalar == "+" && stands(alone: next) {
            next += 1
            return .symbol(scalar)
        }
        if scalar == "-", isTurning {
            next += 1
            return .minus
        }
        let word = word()
        return switch word {
        case "AND": .and
        case "OR": .or
        case "NOT": .not
        default: .word(word)
        }
    }

    /// A run without white space and signs.
    ///
    /// A colon ends it where it would be a column's name, so that `10:30` is a word.
    private mutating func word() -> String {
        let start = next
        while next < scalars.count, !Self.isSpace(scalars[next]), !Self.isSign(scalars[next]),
            !Self.isQuote(scalars[next])
        {
            if scalars[next] == ":", Self.isName(scalars[start..<next]) { break }
            next += 1
        }
        return String(String.UnicodeScalarView(scalars[start..<next]))
    }

    /// A phrase between quotes; a quote within it is written twice.
    ///
    /// Typographic quotes do as well, as texts that are pasted have them.
    private mutating func quoted() throws(PredicateError) -> String {
        let start = next
        let isPlain = scalars[start] == "\""
        var text = String.UnicodeScalarView()
        next += 1
        while next < scalars.count {
            let scalar = scalars[next]
            next += 1
            guard isPlain ? scalar == "\"" : Self.isQuote(scalar) else {
                text.append(scalar)
                continue
            }
            guard isPlain, next < scalars.count, scalars[next] == "\"" else { return String(text) }
            text.append(scalar)
            next += 1
        }
        next = start
        throw PredicateError(
            column: start + 1, .unexpected(found: "a quote without its end", expected: "a closing \""))
    }

    /// Whether a dash is meant for what follows: for a column, or, as in other languages of search, for a word.
    private var isTurning: Bool {
        var index = next + 1
        if index < scalars.count, scalars[index].properties.isAlphabetic || Self.isQuote(scalars[index]) { return true }
        while index < scalars.count, Self.isSpace(scalars[index]) { index += 1 }
        guard index < scalars.count else { return false }
        if scalars[index] == "{" { return true }
        guard Self.isName(scalars[index...index]) else { return false }
        while index < scalars.count, Self.isOfName(scalars[index]) { index += 1 }
        while index < scalars.count, Self.isSpace(scalars[index]) { index += 1 }
        return index < scalars.count && scalars[index] == ":"
    }

    private func stands(alone index: Int) -> Bool {
        (index == 0 || Self.isSpace(scalars[index - 1]))
            && (index + 1 == scalars.count || Self.isSpace(scalars[index + 1]))
    }

    private mutating func skipSpace() { while next < scalars.count, Self.isSpace(scalars[next]) { next += 1 } }

    /// Control characters too: the index would end a search at a NUL.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "(", ")", "{", "}", "*", ",": true
        default: false
        }
    }

    private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{AB}", "\u{BB}": true
        default: false
        }
    }

    private static func isName(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = scalars.first, first == "_" || first.isASCII && first.properties.isAlphabetic else {
            return false
        }
        return scalars.allSatisfy(isOfName)
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.isASCII && scalar.isOfWord
    }
}
