internal import TestSupport
internal import Testing

@testable internal import Mapping

@Suite struct TextTraitsTests {
    /// Texts of every length around the width of a vector, so that each trait falls on each place in it.
    private static let texts: [String] = {
        var numbers = Dice(seed: 17)
        let alphabet = Array("abcdefghijklmnop  ")
        let rare = Array(
            " &<>\u{0}\u{7F}\t\n\r\u{B}\u{8}\u{E}\u{1F}é—’🗞\u{85}\u{A0}\u{A1}\u{1680}\u{1681}\u{2000}\u{200A}\u{200B}")
        let wide = Array("\u{2027}\u{2028}\u{2029}\u{202A}\u{202F}\u{205F}\u{205E}\u{3000}\u{3001}")
        return (0..<6_000).map { number in
            var text = (0..<number % 70).map { _ in alphabet.randomElement(using: &numbers) ?? "a" }
            if number % 3 > 0, !text.isEmpty {
                let odd = number % 3 == 1 ? rare : wide
                text[Int.random(in: 0..<text.count, using: &numbers)] = odd.randomElement(using: &numbers) ?? "&"
            }
            return String(text)
        }
    }()

    /// The traits by their definitions, scalar by scalar.
    private static func traits(of text: String) -> TextTraits {
        var traits: TextTraits = []
        if text.unicodeScalars.contains(where: { !$0.isASCII }) { traits.insert(.beyondASCII) }
        if text.contains("&") { traits.insert(.ampersand) }
        if text.contains("<") { traits.insert(.bracket) }
        if text.unicodeScalars.contains(where: {
            $0.value <= 0x20 || $0.value == 0x7F || "<>\"".contains(Character($0))
        }) {
            traits.insert(.beyondURL)
        }
        let words = text.unicodeScalars.split(omittingEmptySubsequences: true) { $0.properties.isWhitespace }
        if words.map({ String($0) }).joined(separator: " ") != text { traits.insert(.untidy) }
        return traits
    }

    private static func escaped(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { $0.value < 0x20 ? "\\u00" + hexadecimal($0.value) : String($0) }.joined()
            + "\""
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        (value < 0x10 ? "0" : "") + String(value, radix: 16)
    }

    @Test func `traits found by vectors are those of the definitions, and the text is the same`() throws {
        for text in Self.texts {
            try withJSON(Self.escaped(text)) { root in
                let found = try #require(root.foundText)
                #expect(found.text == text)
                #expect(found.traits == TextTraits(of: text))
                #expect(found.traits == Self.traits(of: text), "\(text.debugDescription)")
                #expect(found.isBlank == text.unicodeScalars.allSatisfy { $0.properties.isWhitespace })
            }
        }
    }

    @Test func `a transformer changes no text without the traits that it names`() throws {
        #expect(!Transformer.html().changes([.beyondASCII, .untidy]))
        #expect(!Transformer.entities.changes([.beyondASCII, .untidy, .bracket]))
        #expect(!Transformer.collapseSpace.changes([.beyondASCII, .ampersand, .bracket]))
        let transformers: [Transformer<String, String>] = [.html(), .entities, .collapseSpace, .trim]
        for text in Self.texts {
            let traits = Self.traits(of: text)
            for transformer in transformers {
                if !transformer.changes(traits) { #expect(try transformer.forward(text) == text) }
            }
        }
    }
}
