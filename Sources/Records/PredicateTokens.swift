/// The tokens of a predicate, read from left to right.
struct PredicateTokens {
    private let tokens: [PredicateLexer.Token]
    private var next = 0

    init(_ text: String) throws(PredicateError) {
        var lexer = try PredicateLexer(text)
        tokens = try lexer.tokens()
    }

    /// The token that is to be read next; the end stays.
    var current: PredicateLexer.Token { tokens[next] }

    var isAtEnd: Bool { current.kind == .end }

    mutating func advance() { if !isAtEnd { next += 1 } }

    mutating func take(_ keyword: PredicateLexer.Keyword) -> Bool { take(.keyword(keyword)) }

    mutating func take(_ symbol: String) -> Bool { take(.symbol(symbol)) }

    private mutating func take(_ kind: PredicateLexer.Token.Kind) -> Bool {
        guard current.kind == kind else { return false }
        advance()
        return true
    }

    mutating func expect(_ symbol: String, _ expected: String) throws(PredicateError) {
        guard take(symbol) else { throw unexpected(expected) }
    }

    /// That the next token is not what stands here in a predicate.
    func unexpected(_ expected: String) -> PredicateError {
        let found =
            switch current.kind {
            case .end: "the end"
            case .keyword(let keyword): keyword.rawValue
            case .name(let name): name
            case .symbol(let symbol): symbol
            case .placeholder(let form): "%" + form
            case .value(let value): value.written
            }
        return PredicateError(column: current.column, .unexpected(found: found, expected: expected))
    }
}
