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
    private let classes: [CharacterClass]

    /// Why a pattern cannot be used: what it should be.
    struct Failure: Error, Hashable {
        let expected: String
    }

    enum Instruction: Sendable {
        /// A code point of the class with that number.
        case take(Int)
        /// Goes on at both places.
        case fork(Int, Int)
        case jump(Int)
        case assert(Boundary)
        case end
    }

    enum Boundary: Sendable {
        case textStart, textEnd, word, notWord
    }

    /// - Parameter options: what the text is folded by before it is matched; literals of the pattern are folded alike.
    init(_ pattern: String, _ options: TextOptions = []) throws(Failure) {
        self.pattern = pattern
        self.options = options
        var parser = RegularExpressionParser(options.isEmpty ? pattern : TextFolding.composed(pattern), options)
        program = try parser.program()
        classes = parser.classes
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
                guard case .take(let number) = program[place], classes[number].contains(scalar) else { continue }
                follow(place + 1, into: &following, scalar, after)
            }
            if following.list.isEmpty { return false }
            swap(&places, &following)
            (before, current) = (scalar, after)
        }
        return places.list.contains { if case .end = program[$0] { true } else { false } }
    }

    private func follow(
        _ start: Int, into places: inout Places, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?
    ) {
        var place = start
        while true {
            if places.insert(place) {
                switch program[place] {
                case .jump(let target):
                    place = target
                    continue
                case .fork(let first, let second):
                    places.open.append(second)
                    place = first
                    continue
                case .assert(let boundary) where holds(boundary, before, after):
                    place += 1
                    continue
                case .assert, .take, .end: break
                }
            }
            guard let next = places.open.popLast() else { return }
            place = next
        }
    }

    private func holds(_ boundary: Boundary, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        switch boundary {
        case .textStart: before == nil
        case .textEnd: after == nil
        case .word: CharacterClass.isWord(before) != CharacterClass.isWord(after)
        case .notWord: CharacterClass.isWord(before) == CharacterClass.isWord(after)
        }
    }

    /// A set of places that remembers its members in order.
    private struct Places {
        private(set) var list: [Int] = []
        /// Places that are yet to be followed.
        var open: [Int] = []
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
