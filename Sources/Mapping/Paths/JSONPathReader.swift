/// Reads the written form of a path.
struct JSONPathReader {
    private let source: String
    private let characters: [Character]
    private var position = 0

    init(_ source: String) {
        self.source = source
        characters = Array(source)
    }

    static func isPlainInKey(_ character: Character) -> Bool {
        !".[]'".contains(character) && !character.isWhitespace
    }

    static func isPlainInFilterKey(_ character: Character) -> Bool { character != "=" && isPlainInKey(character) }

    static func isPlainInFilterValue(_ character: Character) -> Bool { character != "]" && character != "'" }

    mutating func path() throws(JSONPathError) -> JSONPath {
        var path = JSONPath()
        while let next {
            if next == "[" {
                try bracket(into: &path)
            } else {
                if position > 0 { try expect(".", "a '.' or a '[' belongs here") }
                path.append(key: try name(Self.isPlainInKey, "a key"))
            }
        }
        return path
    }

    private var next: Character? { position < characters.count ? characters[position] : nil }

    private mutating func bracket(into path: inout JSONPath) throws(JSONPathError) {
        position += 1
        switch next {
        case "*":
            position += 1
            path.appendAll()
        case "?":
            position += 1
            let key = try name(Self.isPlainInFilterKey, "the key of a filter")
            try expect("=", "a filter reads [?key=value]")
            let value = next == "'" ? try quoted() : plain(Self.isPlainInFilterValue)
            path.append(matching: key, value)
        default:
            let digits = plain { $0 == "-" || $0.isNumber }
            guard let index = Int(digits), digits.first != "+" else {
                throw error("a number, * or ?key=value belongs between brackets")
            }
            path.append(index: index)
        }
        try expect("]", "the bracket is not closed")
    }

    private mutating func name(
        _ isPlain: (Character) -> Bool, _ what: String
    ) throws(JSONPathError) -> String {
        if next == "'" { return try quoted() }
        let name = plain(isPlain)
        guard !name.isEmpty else {
            throw error(next == nil ? "\(what) is missing" : "\(what) is missing; quote odd ones: 'a.b'")
        }
        return name
    }

    private mutating func plain(_ isPlain: (Character) -> Bool) -> String {
        let start = position
        while let next, isPlain(next) { position += 1 }
        return String(characters[start..<position])
    }

    private mutating func quoted() throws(JSONPathError) -> String {
        let start = position
        position += 1
        var name = ""
        while let character = next {
            position += 1
            guard character == "'" else {
                name.append(character)
                continue
            }
            guard next == "'" else { return name }
            name.append("'")
            position += 1
        }
        position = start
        throw error("the quote is not closed")
    }

    private mutating func expect(_ character: Character, _ reason: String) throws(JSONPathError) {
        guard next == character else { throw error(reason) }
        position += 1
    }

    private func error(_ reason: String) -> JSONPathError {
        JSONPathError(path: source, column: position + 1, reason: reason)
    }
}
