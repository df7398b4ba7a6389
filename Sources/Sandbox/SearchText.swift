/// The words of a text, in lower case, ready to be searched for words and phrases.
///
/// A word is a run of letters and digits, whatever the script. Accents count.
struct SearchText: Hashable, Sendable {
    /// Words, each with a space before and after.
    private let bytes: [UInt8]

    init(_ text: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 2)
        var isInWord = false
        for scalar in text.unicodeScalars {
            guard Self.isPartOfWord(scalar) else {
                isInWord = false
                continue
            }
            if !isInWord { bytes.append(UInt8(ascii: " ")) }
            isInWord = true
            // Most letters are ASCII, where lower case is one bit.
            switch scalar {
            case "A"..."Z": bytes.append(UInt8(scalar.value) | 0x20)
            case _ where scalar.isASCII: bytes.append(UInt8(scalar.value))
            default: bytes += scalar.properties.lowercaseMapping.utf8
            }
        }
        if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
        self.bytes = bytes
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case _ where scalar.isASCII: false
        default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
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

    var isEmpty: Bool { phrases.isEmpty }

    func match(_ text: SearchText) -> Bool { phrases.allSatisfy(text.contains) }

    /// Only those that do not stand in a text anyway.
    func without(_ text: SearchText) -> SearchTerms {
        SearchTerms(phrases: phrases.filter { !text.contains($0) })
    }

    private init(phrases: [SearchText]) { self.phrases = phrases }
}
