/// Cuts a predicate text into tokens, each with its place.
struct PredicateLexer {
    private let scalars: [Unicode.Scalar]
    private var next = 0

    /// A longer text is refused.
    static let longestText = 20_000

    init(_ text: String) throws(PredicateError) {
        scalars = Array(text.unicodeScalars.prefix(Self.longestText + 1))
        guard scalars.count <= Self.longestText else {
            throw PredicateError(
                column: Self.longestText + 1, .limit("longer than \(Self.longestText) characters; shorten it"))
        }
    }

    struct Token {
        let column: Int
        let kind: Kind

        enum Kind: Hashable {
            case keyword(Keyword)
            case name(String)
            case value(FilterValue)
            case symbol(String)
            /// `%@` and its kin, without the percent sign.
            case placeholder(String)
            case end
        }
    }

    enum Keyword: String {
        case and = "AND"
        case or = "OR"
        case not = "NOT"
        case truePredicate = "TRUEPREDICATE"
        case falsePredicate = "FALSEPREDICATE"
        case any = "ANY"
        case some = "SOME"
        case all = "ALL"
        case none = "NONE"
        case between = "BETWEEN"
        case `in` = "IN"
        case contains = "CONTAINS"
        case beginsWith = "BEGINSWITH"
        case endsWith = "ENDSWITH"
        case like = "LIKE"
        case matches = "MATCHES"
        case `nil` = "NIL"
        case null = "NULL"
        case `true` = "TRUE"
        case `false` = "FALSE"
        case yes = "YES"
        case no = "NO"

        /// What the word means where it is a literal.
        var value: FilterValue? {
            switch self {
            case .nil, .null: .null
            case .true, .yes: .bool(true)
            case .false, .no: .bool(false)
            default: nil
            }
        }
    }

    /// All tokens, the last of which is the end.
    mutating func tokens() throws(PredicateError) -> [Token] {
        var tokens: [Token] = []
        while true {
            while let scalar = peek, scalar.properties.isWhitespace { next += 1 }
            let column = next + 1
            let kind = try token()
            tokens.append(Token(column: column, kind: kind))
            if kind == .end { return tokens }
        }
    }

    private var peek: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

    private func peek(_ offset: Int) -> Unicode.Scalar? {
        next + offset < scalars.count ? scalars[next + offset] : nil
    }

    private mutating func token() throws(PredicateError) -> Token.Kind {
        guard let scalar = peek else { return .end }
        switch scalar {
        case "\"", "'": return .value(.text(try quoted(by: scalar)))
        case "%": return try placeholder()
        case "#":
            next += 1
            guard let scalar = peek, Self.startsName(scalar) else { throw unexpected("#", "a field name behind #") }
            return .name(name())
        case _ where Self.isDigit(scalar), "-" where peek(1).map(Self.isDigit) == true: return .value(try number())
        case _ where Self.startsName(scalar):
            let word = name()
            return Keyword(rawValue: word.uppercased()).map { .keyword($0) } ?? .name(word)
        default: return try symbol(scalar)
        }
    }

    /// Of two-character symbols only the first form leaves here: `!=` for `<>`, `<=` for `=<`, `==` for `=`.
    private static let symbols: [(written: String, read: String)] = [
        ("==", "=="), ("!=", "!="), ("<>", "!="), ("<=", "<="), ("=<", "<="), (">=", ">="), ("=>", ">="),
        ("&&", "&&"), ("||", "||"), ("=", "=="), ("<", "<"), (">", ">"), ("!", "!"), ("(", "("), (")", ")"),
        ("{", "{"), ("}", "}"), ("[", "["), ("]", "]"), (",", ","),
    ]

    private mutating func symbol(_ scalar: Unicode.Scalar) throws(PredicateError) -> Token.Kind {
        for (written, read) in Self.symbols where scalars[next...].starts(with: written.unicodeScalars) {
            next += written.unicodeScalars.count
            return .symbol(read)
        }
        throw unexpected(FilterValue.text(String(scalar)).written, "a field, a value or an operator")
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func startsName(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic
    }

    private mutating func name() -> String {
        var name = String.UnicodeScalarView()
        while let scalar = peek, Self.startsName(scalar) || Self.isDigit(scalar) || scalar == "." {
            name.append(scalar)
            next += 1
        }
        return String(name)
    }

    private mutating func number() throws(PredicateError) -> FilterValue {
        let start = next
        var text = ""
        func isPart(_ scalar: Unicode.Scalar, after last: Unicode.Scalar?) -> Bool {
            Self.isDigit(scalar) || scalar == "." || Self.startsName(scalar)
                || ((scalar == "-" || scalar == "+") && (last == nil || last == "e" || last == "E"))
        }
        while let scalar = peek, isPart(scalar, after: text.unicodeScalars.last) {
            text.unicodeScalars.append(scalar)
            next += 1
        }
        if let integer = Int64(text) { return .integer(integer) }
        let isDecimal = text.unicodeScalars.allSatisfy { Self.isDigit($0) || "+-.eE".unicodeScalars.contains($0) }
        if isDecimal, text.contains(where: { ".eE".contains($0) }), let real = Double(text), real.isFinite {
            return .real(real)
        }
        next = start
        throw unexpected(text, "a whole number of 64 bits or a decimal number")
    }

    private mutating func placeholder() throws(PredicateError) -> Token.Kind {
        for form in ["@", "K", "d", "i", "u", "ld", "li", "lu", "lld", "lli", "llu", "f", "lf"]
        where scalars[(next + 1)...].starts(with: form.unicodeScalars) {
            next += 1 + form.unicodeScalars.count
            return .placeholder(form == "@" || form == "K" ? form : String(form.suffix(1)))
        }
        throw unexpected("%", "%@, %K, %d or %f; a percent sign of a text stands in quotes")
    }

    /// Read are `\\ \" \' \n \r \t \uXXXX`; any other `\` stays, as patterns have escapes of their own.
    private mutating func quoted(by quote: Unicode.Scalar) throws(PredicateError) -> String {
        let start = next
        var text = String.UnicodeScalarView()
        next += 1
        while let scalar = peek {
            next += 1
            if scalar == quote { return String(text) }
            guard scalar == "\\", let escaped = peek else {
                text.append(scalar)
                continue
            }
            next += 1
            switch escaped {
            case "\\", "\"", "'": text.append(escaped)
            case "n": text.append("\n")
            case "r": text.append("\r")
            case "t": text.append("\t")
            case "u":
                var digits = ""
                while digits.count < 4, let digit = peek(digits.count), digit.properties.isASCIIHexDigit {
                    digits.unicodeScalars.append(digit)
                }
                guard digits.count == 4, let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
                    next -= 2
                    throw unexpected("\\u" + digits, "\\u and four hexadecimal digits of a character")
                }
                text.append(scalar)
                next += 4
            default: text.append(contentsOf: [scalar, escaped])
            }
        }
        next = start
        throw unexpected("a text without an end", "a closing \(quote)")
    }

    private func unexpected(_ found: String, _ expected: String) -> PredicateError {
        PredicateError(column: next + 1, .unexpected(found: found, expected: expected))
    }
}
