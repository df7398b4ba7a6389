/// What `fq` asks, in the simple part of Lucene's language.
///
/// That is `field:"value"`, `field:(a "b c")`, a value without a field, joined with `AND`, `OR`, `NOT` and parentheses.
/// Values of one field are alternatives.
struct FilterExpression: Hashable, Sendable {
    indirect enum Node: Hashable, Sendable {
        case all([Node])
        case any([Node])
        case not(Node)
        /// A field, or nil for the text, and what it may be.
        case field(String?, [String])
    }

    private let root: Node

    /// The expression of a text, or nil where parentheses or quotes are open, or a part is missing.
    init?(_ text: String) {
        guard let tokens = Self.tokens(text), !tokens.isEmpty else { return nil }
        var parser = Parser(rest: tokens[...])
        guard let root = parser.alternatives(), parser.rest.isEmpty else { return nil }
        self.root = root
    }

    /// Whether an article is asked for; an unknown field asks for none.
    func matches(_ article: InventedArticle, text: SearchText, in era: SandboxEra) -> Bool {
        Self.matches(root, article, text, era)
    }

    private static func matches(
        _ node: Node, _ article: InventedArticle, _ text: SearchText, _ era: SandboxEra
    ) -> Bool {
        switch node {
        case .all(let nodes): return nodes.allSatisfy { matches($0, article, text, era) }
        case .any(let nodes): return nodes.contains { matches($0, article, text, era) }
        case .not(let node): return !matches(node, article, text, era)
        case .field(nil, let values): return values.contains { text.contains(SearchText($0)) }
        case .field(let name?, let wanted):
            guard let field = FilterField(name, in: era) else { return false }
            return wanted.contains { field.matches($0, article, in: era) }
        }
    }

    private enum Token: Hashable {
        case open, close, comma, and, or, not
        case name(String)
        case value(String)
    }

    private static func tokens(_ text: String) -> [Token]? {
        var tokens: [Token] = []
        var rest = text[...]
        while let first = rest.first {
            switch first {
            case " ": rest = rest.dropFirst()
            case "(", ")", ",":
                tokens.append(first == "(" ? .open : first == ")" ? .close : .comma)
                rest = rest.dropFirst()
            case "\"":
                rest = rest.dropFirst()
                guard let end = rest.firstIndex(of: "\"") else { return nil }
                tokens.append(.value(String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            default:
                let word = rest.prefix { !" ()\",:".contains($0) }
                rest = rest[word.endIndex...]
                if rest.first == ":" {
                    guard !word.isEmpty else { return nil }
                    tokens.append(.name(String(word)))
                    rest = rest.dropFirst()
                } else {
                    tokens.append(
                        word == "AND" ? .and : word == "OR" ? .or : word == "NOT" ? .not : .value(String(word)))
                }
            }
        }
        return tokens
    }

    /// Recursive descent; how deep is bounded by the length of a request line.
    private struct Parser {
        var rest: ArraySlice<Token>

        private mutating func take(_ token: Token) -> Bool {
            guard rest.first == token else { return false }
            rest = rest.dropFirst()
            return true
        }

        mutating func alternatives() -> Node? {
            guard let first = conjunction() else { return nil }
            var nodes = [first]
            while take(.or) {
                guard let next = conjunction() else { return nil }
                nodes.append(next)
            }
            return nodes.count == 1 ? first : .any(nodes)
        }

        private mutating func conjunction() -> Node? {
            guard let first = term() else { return nil }
            var nodes = [first]
            while let next = rest.first, next != .or, next != .close {
                _ = take(.and)
                guard let node = term() else { return nil }
                nodes.append(node)
            }
            return nodes.count == 1 ? first : .all(nodes)
        }

        private mutating func term() -> Node? {
            if take(.not) { return term().map(Node.not) }
            if take(.open) {
                guard let node = alternatives(), take(.close) else { return nil }
                return node
            }
            guard let token = rest.popFirst() else { return nil }
            switch token {
            case .value(let value): return .field(nil, [value])
            case .name(let name): return values().map { .field(name, $0) }
            default: return nil
            }
        }

        private mutating func values() -> [String]? {
            if case .value(let value)? = rest.first {
                rest = rest.dropFirst()
                return [value]
            }
            guard take(.open) else { return nil }
            var values: [String] = []
            while !take(.close) {
                if take(.comma) || take(.or) { continue }
                guard case .value(let value)? = rest.popFirst() else { return nil }
                values.append(value)
            }
            return values
        }
    }
}
