/// Reads a search by recursive descent.
///
/// `NOT` binds closer than `AND`, `AND` closer than `OR`, and words that stand beside each other closest, as in FTS5.
/// What holds no word, such as a lone `&`, is left out.
struct SearchReader {
    private let tokens: [SearchLexer.Token]
    private let columns: [String]
    private var next = 0
    private var depth = 0

    /// Brackets within brackets: FTS5's own reader ends at a hundred signs that wait for their other half, of which a
    /// level may have sixteen.
    static let deepest = 5

    init(_ text: String, columns: [String]) throws(PredicateError) {
        var lexer = SearchLexer(text)
        tokens = try lexer.tokens()
        self.columns = columns
    }

    /// The whole text; nil where there is no word in it.
    mutating func expression() throws(PredicateError) -> SearchExpression? {
        let expression = try alternatives()
        guard token.kind == .end else { throw unexpected("a word, or AND, OR or NOT") }
        return expression
    }

    private var token: SearchLexer.Token { tokens[next] }

    private mutating func take(_ kind: SearchLexer.Token.Kind) -> Bool {
        guard token.kind == kind else { return false }
        next += 1
        return true
    }

    private mutating func alternatives() throws(PredicateError) -> SearchExpression? {
        var parts = [try conjunction()]
        while take(.or) { parts.append(try conjunction()) }
        return .joined(parts.compactMap(\.self), SearchExpression.any)
    }

    private mutating func conjunction() throws(PredicateError) -> SearchExpression? {
        var parts = [try difference()]
        while take(.and) { parts.append(try difference()) }
        return .joined(parts.compactMap(\.self), SearchExpression.all)
    }

    /// `a NOT b NOT c` takes both away, which is to take away either.
    private mutating func difference() throws(PredicateError) -> SearchExpression? {
        let kept = try sequence()
        var taken: [SearchExpression?] = []
        while token.kind == .not {
            guard kept != nil else { throw unexpected("a word before it to take something from") }
            next += 1
            taken.append(try sequence())
        }
        guard let kept, let taken = SearchExpression.joined(taken.compactMap(\.self), SearchExpression.any) else {
            return kept
        }
        return .without(kept, taken)
    }

    private mutating func sequence() throws(PredicateError) -> SearchExpression? {
        var parts: [SearchExpression?] = []
        repeat {
            while take(.symbol(",")) {}
            parts.append(try unit())
            while take(.symbol(",")) {}
        } while startsUnit
        return .joined(parts.compactMap(\.self), SearchExpression.all)
    }

    private var startsUnit: Bool {
        switch token.kind {
        case .word, .quoted, .minus, .symbol("("), .symbol("{"), .symbol("^"): true
        default: false
        }
    }

    private mutating func unit() throws(PredicateError) -> SearchExpression? {
        guard let (names, areExcluded) = try filter() else { return try plainUnit() }
        guard startsUnit else { throw unexpected("a word, a phrase or a bracket behind the colon") }
        return try plainUnit().map { .columns(names, areExcluded: areExcluded, $0) }
    }

    private mutating func plainUnit() throws(PredicateError) -> SearchExpression? {
        if take(.symbol("(")) {
            depth += 1
            guard depth <= Self.deepest else {
                throw PredicateError(
                    column: tokens[next - 1].column, .limit("brackets more than \(Self.deepest) deep"))
            }
            defer { depth -= 1 }
            let inner = try alternatives()
            guard take(.symbol(")")) else { throw unexpected("a closing bracket") }
            return inner
        }
        if token.kind == .word("NEAR"), tokens[next + 1].kind == .symbol("(") { return try near() }
        let isInitial = take(.symbol("^"))
        var phrase = try phrase()
        phrase.isInitial = isInitial
        return phrase.hasWord ? .phrase(phrase) : nil
    }

    /// The columns before a colon; nil where there is none.
    private mutating func filter() throws(PredicateError) -> ([String], areExcluded: Bool)? {
        let areExcluded = take(.minus)
        if take(.symbol("{")) {
            var names: [String] = []
            repeat { names.append(try column()) } while token.kind != .symbol("}") && token.kind != .end
            guard take(.symbol("}")) else { throw unexpected("a closing brace") }
            guard take(.symbol(":")) else { throw unexpected("a colon behind the columns") }
            return (names, areExcluded)
        }
        switch token.kind {
        case .word, .quoted:
            if tokens[next + 1].kind == .symbol(":") {
                let name = try column()
                next += 1
                return ([name], areExcluded)
            }
        default: break
        }
        guard !areExcluded else {
            throw PredicateError(
                column: tokens[next - 1].column,
                .unexpected(found: "a dash before a word", expected: "NOT where a word is to be left out"))
        }
        return nil
    }

    private mutating func column() throws(PredicateError) -> String {
        switch token.kind {
        case .word(let name), .quoted(let name):
            guard let known = columns.first(where: { $0 == name.lowercased() }) else {
                throw PredicateError(
                    column: token.column,
                    .limit("there is no column \(name) to search; there are " + columns.joined(separator: ", ")))
            }
            next += 1
            return known
        default: throw unexpected("a column to search: " + columns.joined(separator: ", "))
        }
    }

    private mutating func near() throws(PredicateError) -> SearchExpression? {
        next += 2
        var phrases: [SearchPhrase] = []
        while startsPhrase { phrases.append(try phrase()) }
        var distance = 10
        if take(.symbol(",")) {
            guard case .word(let digits) = token.kind, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw unexpected("a number of words")
            }
            next += 1
            // No text has so many words; a larger number would not fit FTS5's.
            distance = min(Int(digits) ?? .max, 100_000)
        }
        guard take(.symbol(")")) else { throw unexpected("words, a comma and a number, or a closing bracket") }
        phrases.removeAll { !$0.hasWord }
        guard let first = phrases.first else { return nil }
        return phrases.count == 1 ? .phrase(first) : .near(phrases, within: distance)
    }

    private var startsPhrase: Bool {
        switch token.kind {
        case .word, .quoted: true
        default: false
        }
    }

    /// `"new york"`, `new + york`, `bask*`.
    private mutating func phrase() throws(PredicateError) -> SearchPhrase {
        var texts = [try text()]
        while take(.symbol("+")) { texts.append(try text()) }
        return SearchPhrase(texts.joined(separator: " "), isPrefix: take(.symbol("*")))
    }

    private mutating func text() throws(PredicateError) -> String {
        switch token.kind {
        case .word(let text), .quoted(let text):
            next += 1
            return text
        default: throw unexpected("a word or a phrase")
        }
    }

    private func unexpected(_ expected: String) -> PredicateError {
        let found =
            switch token.kind {
            case .word(let text): "\"\(text)\""
            case .quoted: "a phrase"
            case .and: "AND"
            case .or: "OR"
            case .not: "NOT"
            case .symbol(let scalar): String(scalar)
            case .minus: "-"
            case .end: "the end"
            }
        return PredicateError(column: token.column, .unexpected(found: found, expected: expected))
    }
}
