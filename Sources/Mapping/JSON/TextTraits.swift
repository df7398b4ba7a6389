internal import CSimdjson

/// What one look at the bytes of a text tells: enough to leave alone what no transformer would change.
struct TextTraits: OptionSet, Sendable {
    let rawValue: UInt32

    /// There is a character that is not ASCII.
    static let beyondASCII = TextTraits(rawValue: UInt32(CSIMDJSON_BEYOND_ASCII))
    static let ampersand = TextTraits(rawValue: UInt32(CSIMDJSON_AMPERSAND))
    /// There is a `<`.
    static let bracket = TextTraits(rawValue: UInt32(CSIMDJSON_BRACKET))
    /// There is white space other than single spaces between words.
    static let untidy = TextTraits(rawValue: UInt32(CSIMDJSON_UNTIDY))
    /// There is what no URL has: white space of ASCII, a control character, `<`, `>` or `"`.
    static let beyondURL = TextTraits(rawValue: UInt32(CSIMDJSON_BEYOND_URL))
}

extension TextTraits {
    /// The traits of a text.
    init(of text: String) {
        self = unsafe text.utf8.span.withUnsafeBufferPointer { unsafe TextTraits(of: $0) }
    }

    /// How many bytes are surely not untidy, nearly up to where a text becomes so.
    static func tidyBytes(of bytes: borrowing Span<UInt8>) -> Int {
        unsafe bytes.withUnsafeBufferPointer { unsafe csimdjson_tidy($0.baseAddress, $0.count) }
    }

    /// The traits of a text's bytes.
    fileprivate init(of bytes: UnsafeBufferPointer<UInt8>) {
        self = unsafe TextTraits(rawValue: csimdjson_traits(bytes.baseAddress, bytes.count))
    }
}

/// A text on its way to a property, with what is known of it.
struct FoundText {
    let text: String
    let traits: TextTraits

    init(_ text: String) { self.init(text, traits: TextTraits(of: text)) }

    fileprivate init(_ text: String, traits: TextTraits) {
        self.text = text
        self.traits = traits
    }

    /// Whether there is white space only, or nothing.
    var isBlank: Bool { text.isEmpty || traits.contains(.untidy) && text.isBlank }
}

extension JSONNode {
    /// The traits of a string or key; the caller has made sure that it is one.
    var stringTraits: TextTraits { unsafe withStringBytes { unsafe TextTraits(of: $0) } }

    /// A scalar as text; see `scalarText`.
    var foundText: FoundText? {
        guard mark == UInt8(ascii: "\"") else { return scalarText.map { FoundText($0, traits: []) } }
        let traits = stringTraits
        return FoundText(stringText(traits), traits: traits)
    }
}
