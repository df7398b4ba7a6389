/// A LIKE pattern: `*` is any run, `?` one code point, `\` makes the next one literal.
struct Wildcard: Hashable, Sendable {
    let parts: [Part]

    /// The bytes of `glob` that SQLite takes, its SQLITE_MAX_LIKE_PATTERN_LENGTH.
    static let longestGlob = 50_000

    enum Part: Hashable, Sendable {
        case run
        case one
        case literal(Unicode.Scalar)
    }

    init(_ pattern: String) {
        var parts: [Part] = []
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            if isEscaped {
                parts.append(.literal(scalar))
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "*" {
                if parts.last != .run { parts.append(.run) }
            } else {
                parts.append(scalar == "?" ? .one : .literal(scalar))
            }
        }
        if isEscaped { parts.append(.literal("\\")) }
        self.parts = parts
    }

    /// The texts between what is left open, each of which stands in whatever is of the pattern.
    var literals: [String] {
        var literals: [String.UnicodeScalarView] = [.init()]
        for part in parts {
            if case .literal(let scalar) = part {
                literals[literals.count - 1].append(scalar)
            } else if !literals[literals.count - 1].isEmpty {
                literals.append(.init())
            }
        }
        return literals.filter { !$0.isEmpty }.map { String($0) }
    }

    /// As a pattern of SQLite's GLOB, where `[` opens a class and so puts any special character into one of its own.
    var glob: String {
        var glob = String.UnicodeScalarView()
        for part in parts {
            switch part {
            case .run: glob.append("*")
            case .one: glob.append("?")
            case .literal(let scalar) where scalar == "*" || scalar == "?" || scalar == "[":
                glob.append(contentsOf: ["[", scalar, "]"])
            case .literal(let scalar): glob.append(scalar)
            }
        }
        return String(glob)
    }

    /// Whether the whole text is of the pattern; time is bounded by the product of their lengths.
    func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var place = 0
        var part = 0
        // Where the last run began, and how much of the text it has taken: only the last one ever needs to grow.
        var retry: (part: Int, place: Int)?
        while place < scalars.count {
            if part < parts.count, parts[part] == .run {
                retry = (part + 1, place)
                part += 1
            } else if part < parts.count, parts[part] == .one || parts[part] == .literal(scalars[place]) {
                part += 1
                place += 1
            } else if let (afterRun, start) = retry {
                retry = (afterRun, start + 1)
                part = afterRun
                place = start + 1
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .run }
    }
}
