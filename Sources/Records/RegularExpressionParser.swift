/// Reads a pattern into the program that matches it.
struct RegularExpressionParser {
    private let scalars: [Unicode.Scalar]
    private let options: TextOptions
    private var next = 0
    private var depth = 0
    /// What `take` instructions refer to.
    private(set) var classes: [CharacterClass] = []
    private var numbers: [CharacterClass: Int] = [:]

    private typealias Program = [RegularExpression.Instruction]
    private typealias Failure = RegularExpression.Failure

    /// Bounds of a program, which repetition multiplies.
    private static let longestProgram = 5_000
    private static let deepestNesting = 50
    private static let mostRepetitions = 1_000

    init(_ pattern: String, _ options: TextOptions) {
        scalars = Array(pattern.unicodeScalars)
        self.options = options
    }

    mutating func program() throws(RegularExpression.Failure) -> [RegularExpression.Instruction] {
        let program = try alternatives()
        guard next == scalars.count else { throw failure("a ( for the )") }
        return program + [.end]
    }

    // Each piece is a program of its own whose places count from 0; putting pieces together moves them.

    private mutating func alternatives() throws(RegularExpression.Failure) -> Program {
        var program = try sequence()
        while take("|") {
            let other = try sequence()
            program =
                [.fork(1, program.count + 2)] + program.moved(by: 1) + [.jump(program.count + other.count + 2)]
                + other.moved(by: program.count + 2)
            try check(program)
        }
        return program
    }

    private mutating func sequence() throws(RegularExpression.Failure) -> Program {
        var program: Program = []
        while let scalar = peek, scalar != "|", scalar != ")" {
            let piece = try repeated(try atom())
            program += piece.moved(by: program.count)
            try check(program)
        }
        return program
    }

    private func check(_ program: Program) throws(RegularExpression.Failure) {
        guard program.count <= Self.longestProgram else { throw Failure(expected: "a shorter regular expression") }
    }

    // MARK: Repetition

    private mutating func repeated(_ atom: Program) throws(RegularExpression.Failure) -> Program {
        guard let (least, most) = try quantifier() else { return atom }
        // Lazy or greedy is the same to a match of the whole text.
        _ = take("?")
        guard !"*+{".unicodeScalars.contains(peek ?? " ") else { throw failure("no second quantifier") }
        let copies = max(least, most ?? least + 1)
        guard copies * atom.count <= Self.longestProgram else {
            throw Failure(expected: "a shorter regular expression")
        }
        var program: Program = []
        for _ in 0..<least { program += atom.moved(by: program.count) }
        if let most {
            let end = program.count + (most - least) * (atom.count + 1)
            for _ in least..<most {
                program.append(.fork(program.count + 1, end))
                program += atom.moved(by: program.count)
            }
        } else {
            let start = program.count
            program.append(.fork(start + 1, start + atom.count + 2))
            program += atom.moved(by: start + 1)
            program.append(.jump(start))
        }
        return program
    }

    private mutating func quantifier() throws(RegularExpression.Failure) -> (least: Int, most: Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        guard take("{") else { return nil }
        guard let least = number() else { throw failure("a number behind {; a brace itself is \\{") }
        var most: Int? = least
        if take(",") { most = number() }
        guard take("}"), most.map({ $0 >= least }) ?? true, max(least, most ?? 0) <= Self.mostRepetitions else {
            throw failure("{n}, {n,} or {n,m} up to \(Self.mostRepetitions)")
        }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var digits = ""
        while let scalar = peek, ("0"..."9").contains(scalar), digits.count < 6 {
            digits.unicodeScalars.append(scalar)
            next += 1
        }
        return Int(digits)
    }

    // MARK: Atoms

    private mutating func atom() throws(RegularExpression.Failure) -> Program {
        guard let scalar = peek else { return [] }
        switch scalar {
        case "(": return try group()
        case "[":
            next += 1
            return take(try characterClass())
        case "*", "+", "?", "{": throw failure("something before \(scalar) to repeat")
        default: next += 1
        }
        switch scalar {
        case ".": return take(CharacterClass(sets: [.lineEnd], isNegated: true))
        case "^": return [.assert(.textStart)]
        case "$": return [.assert(.textEnd)]
        case "\\": return try escape()
        default: return literal(scalar)
        }
    }

    private mutating func group() throws(RegularExpression.Failure) -> Program {
        next += 1
        if take("?"), !take(":") {
            throw failure("( or (?: ; looking around, names and flags are not supported, [c] ignores case")
        }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepestNesting else { throw Failure(expected: "a regular expression less nested") }
        let inner = try alternatives()
        guard take(")") else { throw failure("a ) for the (") }
        return inner
    }

    private mutating func literal(_ scalar: Unicode.Scalar) -> Program {
        TextFolding.fold(String(scalar), options).unicodeScalars.flatMap { take(CharacterClass(ranges: [$0...$0])) }
    }

    private mutating func take(_ characters: CharacterClass) -> Program {
        if let number = numbers[characters] { return [.take(number)] }
        numbers[characters] = classes.count
        var settled = characters
        settled.settle()
        classes.append(settled)
        return [.take(classes.count - 1)]
    }

    private mutating func escape() throws(RegularExpression.Failure) -> Program {
        if take("b") { return [.assert(.word)] }
        if take("B") { return [.assert(.notWord)] }
        switch try escaped() {
        case .set(let set): return take(CharacterClass(sets: [set]))
        case .scalar(let scalar): return literal(scalar)
        }
    }

    private enum Escaped {
        case set(CharacterClass.Named)
        case scalar(Unicode.Scalar)
    }

    /// What a `\` means outside and inside a class.
    private mutating func escaped() throws(RegularExpression.Failure) -> Escaped {
        guard let scalar = peek else { throw failure("a character behind \\") }
        next += 1
        switch scalar {
        case "d": return .set(.digit)
        case "D": return .set(.notDigit)
        case "w": return .set(.word)
        case "W": return .set(.notWord)
        case "s": return .set(.space)
        case "S": return .set(.notSpace)
        case "n": return .scalar("\n")
        case "r": return .scalar("\r")
        case "t": return .scalar("\t")
        case "0"..."9": throw failure("no reference to a group, which is not supported")
        case "a"..."z", "A"..."Z": throw failure("one of \\d \\w \\s \\D \\W \\S \\b \\B \\n \\r \\t")
        default: return .scalar(scalar)
        }
    }

    private mutating func characterClass() throws(RegularExpression.Failure) -> CharacterClass {
        var result = CharacterClass(ignoresCase: options.contains(.caseInsensitive))
        result.isNegated = take("^")
        var isFirst = true
        while let scalar = peek, isFirst || scalar != "]" {
            isFirst = false
            next += 1
            guard scalar != "[" else { throw failure("\\[ inside a class") }
            var member = Escaped.scalar(scalar)
            if scalar == "\\" { member = try escaped() }
            guard case .scalar(let first) = member else {
                if case .set(let set) = member { result.sets.append(set) }
                continue
            }
            guard peek == "-", next + 1 < scalars.count, scalars[next + 1] != "]" else {
                let folded = TextFolding.fold(String(first), options).unicodeScalars
                result.ranges.append(first...first)
                if let only = folded.first, folded.count == 1 { result.ranges.append(only...only) }
                continue
            }
            next += 1
            guard var last = peek else { break }
            next += 1
            if last == "\\" {
                guard case .scalar(let scalar) = try escaped() else { throw failure("a character to end the range") }
                last = scalar
            }
            guard first <= last else { throw failure("a range from low to high") }
            result.ranges.append(first...last)
        }
        guard take("]") else { throw failure("a ] for the [") }
        return result
    }

    // MARK: Characters

    private var peek: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        next += 1
        return true
    }

    private func failure(_ expected: String) -> RegularExpression.Failure {
        Failure(expected: "\(expected), at character \(next + 1) of the regular expression")
    }
}

extension [RegularExpression.Instruction] {
    /// The same program that many places further down.
    fileprivate func moved(by offset: Int) -> [RegularExpression.Instruction] {
        map {
            switch $0 {
            case .fork(let first, let second): .fork(first + offset, second + offset)
            case .jump(let target): .jump(target + offset)
            case .take, .assert, .end: $0
            }
        }
    }
}
