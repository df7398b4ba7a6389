/// A regular expression over code points that is matched in time linear in the text, whatever the pattern.
///
/// Known are literals, `.`, classes like `[a-z^]` and `[^…]`, `\d \w \s \D \W \S`, `\b \B`, `^ $`, groups, `|`, and the
/// quantifiers `* + ? {n} {n,} {n,m}` with or without a lazy `?`. What would need backtracking (references to groups,
/// looking around, possessive quantifiers) is refused by name. The standard library's `Regex` is not used because a
/// pattern such as `(a+)+b` keeps it busy for ever, and patterns come from outside.
struct RegularExpression: Hashable, Sendable {
    let pattern: String
    let options: TextOptions
    private let program: [Instruction]

    /// Why a pattern cannot be used: what it should be.
    struct Failure: Error, Hashable {
        let expected: String
    }

    enum Instruction: Hashable, Sendable {
        case take(CharacterClass)
        /// Goes on at both places.
        case fork(Int, Int)
        case jump(Int)
        case assert(Boundary)
        case end
    }

    enum Boundary: Hashable, Sendable {
        case textStart, textEnd, word, notWord
    }

    /// - Parameter options: what the text is folded by before it is matched; literals of the pattern are folded alike.
    init(_ pattern: String, _ options: TextOptions = []) throws(Failure) {
        self.pattern = pattern
        self.options = options
        var parser = RegularExpressionParser(options.isEmpty ? pattern : TextFolding.composed(pattern), options)
        program = try parser.program()
    }

    static func == (left: RegularExpression, right: RegularExpression) -> Bool {
        left.pattern == right.pattern && left.options == right.options
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(pattern)
        hasher.combine(options)
    }

    /// Whether the whole of a text, folded by the options already, is of the pattern.
    func matches(_ text: String) -> Bool {
        // All places of the program that the text so far can have led to, each once: no place is ever tried twice.
        var places = Places(count: program.count)
        var following = Places(count: program.count)
        var before: Unicode.Scalar?
        var scalars = text.unicodeScalars.makeIterator()
        var current = scalars.next()
        follow(0, into: &places, before, current)
        while let scalar = current {
            let after = scalars.next()
            following.removeAll()
            for place in places.list {
                guard case .take(let characters) = program[place], characters.contains(scalar) else { continue }
                follow(place + 1, into: &following, scalar, after)
            }
            if following.list.isEmpty { return false }
            swap(&places, &following)
            (before, current) = (scalar, after)
        }
        return places.list.contains { program[$0] == .end }
    }

    private func follow(
        _ start: Int, into places: inout Places, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?
    ) {
        var open = [start]
        while let place = open.popLast() {
            guard places.insert(place) else { continue }
            switch program[place] {
            case .jump(let target): open.append(target)
            case .fork(let first, let second): open += [second, first]
            case .assert(let boundary):
                let holds =
                    switch boundary {
                    case .textStart: before == nil
                    case .textEnd: after == nil
                    case .word: CharacterClass.isWord(before) != CharacterClass.isWord(after)
                    case .notWord: CharacterClass.isWord(before) == CharacterClass.isWord(after)
                    }
                if holds { open.append(place + 1) }
            case .take, .end: break
            }
        }
    }

    /// A set of places that remembers its members in order.
    private struct Places {
        private(set) var list: [Int] = []
        private var isMember: [Bool]

        init(count: Int) { isMember = Array(repeating: false, count: count) }

        mutating func insert(_ place: Int) -> Bool {
            guard !isMember[place] else { return false }
            isMember[place] = true
            list.append(place)
            return true
        }

        mutating func removeAll() {
            for place in list { isMember[place] = false }
            list.removeAll(keepingCapacity: true)
        }
    }
}

/// A set of code points: ranges, named sets, and all of it turned round.
struct CharacterClass: Hashable, Sendable {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var sets: [Named] = []
    var isNegated = false
    var ignoresCase = false

    enum Named: Hashable, Sendable {
        case digit, notDigit, word, notWord, space, notSpace, lineEnd
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        var found = holds(scalar)
        if !found, ignoresCase, scalar.properties.uppercaseMapping.unicodeScalars.count == 1,
            let upper = scalar.properties.uppercaseMapping.unicodeScalars.first
        {
            found = holds(upper)
        }
        return found != isNegated
    }

    private func holds(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar) } || sets.contains { Self.isMember(scalar, $0) }
    }

    private static func isMember(_ scalar: Unicode.Scalar, _ set: Named) -> Bool {
        switch set {
        case .digit: scalar.properties.numericType == .decimal
        case .notDigit: scalar.properties.numericType != .decimal
        case .word: isWord(scalar)
        case .notWord: !isWord(scalar)
        case .space: scalar.properties.isWhitespace
        case .notSpace: !scalar.properties.isWhitespace
        case .lineEnd: "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains(scalar)
        }
    }

    static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        if scalar.isASCII {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_": return true
            default: return false
            }
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation, .decimalNumber: return true
        default: return scalar.properties.isAlphabetic
        }
    }
}
