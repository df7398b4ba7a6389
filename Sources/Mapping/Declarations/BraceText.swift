/// A text with placeholders in braces, the form that templates share; `{{` and `}}` stand for a brace.
enum BraceText {
    enum Part: Hashable, Sendable {
        case literal(String)
        /// What stands between the braces, and the column of the opening one, counted from 1.
        case placeholder(String, column: Int)
    }

    /// Why a text cannot be read.
    struct Failure: Error {
        let column: Int
        let reason: String

        func described(as text: String) -> String { "template \"\(text)\", column \(column): \(reason)" }
    }

    static func parts(of text: String) throws(Failure) -> [Part] {
        var parts: [Part] = []
        var literal = ""
        let characters = Array(text)
        var position = 0
        while position < characters.count {
            let character = characters[position]
            let isDoubled = position + 1 < characters.count && characters[position + 1] == character
            switch character {
            case "{" where isDoubled, "}" where isDoubled:
                literal.append(character)
                position += 2
            case "{":
                guard let end = characters[position...].firstIndex(of: "}") else {
                    throw Failure(column: position + 1, reason: "the brace is not closed")
                }
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                parts.append(.placeholder(String(characters[(position + 1)..<end]), column: position + 1))
                position = end + 1
            case "}": throw Failure(column: position + 1, reason: "this brace closes nothing; a brace itself is }}")
            default:
                literal.append(character)
                position += 1
            }
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        return parts
    }
}
