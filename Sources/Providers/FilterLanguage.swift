internal import Configuration

/// The language of a provider's filters, as far as mistakes in it can be seen without asking.
package enum FilterLanguage: String, CaseIterable, Sendable {
    /// The query syntax of Lucene, which Solr and Elasticsearch share.
    case lucene

    /// A mistake in a filter.
    package struct Finding: Hashable, Sendable {
        /// The number of the character where it stands, from 1.
        package let character: Int
        /// What is wrong and, in brackets, what to do.
        package let message: String
    }

    /// What the API would refuse, or would silently match nothing with, in the order of its places.
    package func findings(in filter: String) -> [Finding] {
        var reader = LuceneReader()
        for (index, character) in filter.enumerated() { reader.take(character, at: index + 1) }
        return reader.end()
    }
}

/// Reads a filter in Lucene's syntax, character by character.
private struct LuceneReader {
    private struct Word {
        var text = ""
        var start = 0
        var isOperator: Bool { ["AND", "OR", "NOT"].contains(text) }
        /// What was most likely meant as an operator.
        var meant: String? {
            let upper = text.uppercased()
            return upper != text && ["AND", "OR", "NOT"].contains(upper) ? upper : nil
        }
    }

    private var findings: [FilterLanguage.Finding] = []
    private var brackets: [(character: Character, place: Int)] = []
    private var quote: Int?
    private var isEscaped = false
    private var wildcard: Int?
    private var word: Word?
    /// The word before, if nothing but white space has come since.
    private var last: Word?
    /// Whether a term stands before the place, so that an operator may follow.
    private var hasTerm = false
    /// A lower-case operator that a term has to follow to be one.
    private var candidate: Word?
    /// A field name whose value has yet to come.
    private var field: Word?

    private static let closing: [Character: Character] = ["(": ")", "[": "]", "{": "}"]

    mutating func take(_ character: Character, at place: Int) {
        if isEscaped {
            isEscaped = false
            if quote == nil { append(character, at: place) }
        } else if character == "\\" {
            isEscaped = true
            if quote == nil { append(character, at: place) }
        } else if quote != nil {
            inQuotes(character, at: place)
        } else if character.isWhitespace {
            endWord()
        } else {
            switch character {
            case "\"":
                endWord()
                beginTerm()
                quote = place
            case "(", "[", "{":
                endWord()
                beginTerm()
                brackets.append((character, place))
                if character == "(" { hasTerm = false }
            case ")", "]", "}": close(character, at: place)
            case ":": endField(at: place)
            default: append(character, at: place)
            }
        }
    }

    mutating func end() -> [FilterLanguage.Finding] {
        endWord()
        requireValue()
        if let quote { add(quote, "a quote is never closed (add the closing \"; a quote inside of quotes is \\\")") }
        for bracket in brackets {
            add(bracket.place, "a bracket \(bracket.character) is never closed (add the closing bracket)")
        }
        if let last, last.isOperator { add(last.start, "\(last.text) has no term after it (add one, or remove it)") }
        return findings.sorted { $0.character < $1.character }
    }

    private mutating func inQuotes(_ character: Character, at place: Int) {
        if character == "*", wildcard == nil { wildcard = place }
        guard character == "\"" else { return }
        if let wildcard {
            add(
                wildcard, "a wildcard inside of quotes is an ordinary character (leave the quotes out, or the wildcard)"
            )
        }
        (quote, wildcard) = (nil, nil)
        hasTerm = true
    }

    private mutating func append(_ character: Character, at place: Int) {
        if word == nil { word = Word(start: place) }
        word?.text.append(character)
    }

    /// A term begins: what stands before it and looks like an operator joins two terms, or turns one.
    private mutating func beginTerm() {
        field = nil
        if let candidate, let meant = candidate.meant {
            add(
                candidate.start,
                "`\(candidate.text)` is searched for as a word (write \(meant) in capitals to join terms)")
        }
        (candidate, last) = (nil, nil)
    }

    private mutating func endWord() {
        guard let ended = word else { return }
        word = nil
        // Inside of a range, TO and the limits are no terms.
        if let bracket = brackets.last, bracket.character != "(" { return }
        if ended.isOperator, field == nil {
            if !hasTerm, ended.text != "NOT" {
                add(ended.start, "\(ended.text) has no term before it (add one, or remove it)")
            }
            (candidate, last) = (nil, ended)
        } else if let meant = ended.meant, field == nil, candidate == nil, hasTerm || meant == "NOT" {
            candidate = ended
            last = ended
        } else {
            beginTerm()
            hasTerm = true
        }
    }

    private mutating func endField(at place: Int) {
        // A colon inside of a value, as in a time, ends no field.
        if field != nil, word != nil { return append(":", at: place) }
        guard let name = word else {
            return add(place, "a colon has no field name before it (write field:\"value\")")
        }
        word = nil
        beginTerm()
        field = name
    }

    private mutating func close(_ character: Character, at place: Int) {
        endWord()
        requireValue()
        // A range may include one of its limits and not the other.
        let isRange = character != ")"
        guard let open = brackets.last, isRange == (open.character != "(") else {
            return add(place, "a bracket \(character) closes none (remove it, or add the opening one)")
        }
        brackets.removeLast()
        if let last, last.isOperator { add(last.start, "\(last.text) has no term after it (add one, or remove it)") }
        (last, candidate, hasTerm) = (nil, nil, true)
    }

    private mutating func requireValue() {
        if let field { add(field.start, "the field \(field.text) has no value (write \(field.text):\"value\")") }
        field = nil
    }

    private mutating func add(_ place: Int, _ message: String) {
        findings.append(FilterLanguage.Finding(character: place, message: message))
    }
}
