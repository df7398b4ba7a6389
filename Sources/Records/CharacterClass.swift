/// A set of code points: ranges, named sets, and all of it turned round.
struct CharacterClass: Hashable, Sendable {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var sets: [Named] = []
    var isNegated = false
    var ignoresCase = false
    private var lowASCII: UInt64 = 0
    private var highASCII: UInt64 = 0

    init(
        ranges: [ClosedRange<Unicode.Scalar>] = [], sets: [Named] = [], isNegated: Bool = false,
        ignoresCase: Bool = false
    ) {
        self.ranges = ranges
        self.sets = sets
        self.isNegated = isNegated
        self.ignoresCase = ignoresCase
    }

    enum Named: Hashable, Sendable {
        case digit, notDigit, word, notWord, space, notSpace, lineEnd
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 64 { return lowASCII >> UInt64(scalar.value) & 1 == 1 }
        if scalar.value < 128 { return highASCII >> UInt64(scalar.value - 64) & 1 == 1 }
        return decides(scalar)
    }

    /// Writes down what is true of ASCII; to be called once the class is complete.
    mutating func settle() {
        for value in UInt8(0)..<64 {
            if decides(Unicode.Scalar(value)) { lowASCII |= 1 << UInt64(value) }
            if decides(Unicode.Scalar(value + 64)) { highASCII |= 1 << UInt64(value) }
        }
    }

    private func decides(_ scalar: Unicode.Scalar) -> Bool {
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
