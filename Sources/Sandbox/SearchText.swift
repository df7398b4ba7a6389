/// The words of a text, in lower case, ready to be searched for words and phrases.
///
/// A word is a run of letters and digits, whatever the script. Accents count.
struct SearchText: Hashable, Sendable {
    /// Words, each with a space before and after.
    private let bytes: [UInt8]

    init(_ text: String) {
        let words = text.lowercased().split { !($0.isLetter || $0.isNumber) }
        bytes = words.isEmpty ? [] : Array((" " + words.joined(separator: " ") + " ").utf8)
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// Whether all the words of another text stand here, in a row.
    func contains(_ phrase: SearchText) -> Bool {
        let wanted = phrase.bytes
        guard let first = wanted.first else { return true }
        var start = 0
        while start + wanted.count <= bytes.count {
            if bytes[start] == first, bytes[start..<(start + wanted.count)].elementsEqual(wanted) { return true }
            start += 1
        }
        return false
    }
}

/// What `q` asks: every word and every quoted phrase must be there.
struct SearchTerms: Hashable, Sendable {
    private let phrases: [SearchText]

    init(_ query: String) {
        // Every second part stood between quotes.
        let parts = query.split(separator: "\"", omittingEmptySubsequences: false)
        var phrases: [SearchText] = []
        for (number, part) in parts.enumerated() {
            let texts = number % 2 == 1 ? [part] : part.split(separator: " ")
            phrases += texts.map { SearchText(String($0)) }
        }
        self.phrases = phrases.filter { !$0.isEmpty }
    }

    func match(_ text: SearchText) -> Bool { phrases.allSatisfy(text.contains) }
}
