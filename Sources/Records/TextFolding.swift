// `_nfd` and `_nfc`, the normal forms that String's own equality is made of, are public in the library's binary but
// offered as SPI only. The toolchain is pinned, and should they move, this file fails to compile and nothing else.
@_spi(_Unicode) private import Swift

/// Makes texts that differ only in case or in diacritics the same text.
///
/// The steps, each code point by code point and independent of locale: canonical decomposition; where diacritics do
/// not count, the marks of the blocks *Combining Diacritical Marks* (with Extended, Supplement, for Symbols, and Half
/// Marks) are dropped and the letters that Unicode does not decompose but people type without their stroke are
/// replaced (đ ð→d, ħ→h, ı→i, ł→l, ø→o, ŧ→t); where case does not count, the simple or special lower-case mapping,
/// and final ς as σ; canonical composition. Vowel points of Arabic and Hebrew, the vowel signs of Indic scripts and
/// the voicing marks of kana are part of the word and stay. ß stays ß, ligatures stay ligatures.
package enum TextFolding {
    /// The folded form of a text; two texts are alike under the options where their folded forms are equal.
    package static func fold(
        _ text: String, caseInsensitive: Bool = true, diacriticInsensitive: Bool = true
    ) -> String {
        var options: TextOptions = []
        if caseInsensitive { options.insert(.caseInsensitive) }
        if diacriticInsensitive { options.insert(.diacriticInsensitive) }
        return fold(text, options)
    }

    /// The folded form of a text; the text itself where there is no option.
    package static func fold(_ text: String, _ options: TextOptions) -> String {
        options.isEmpty ? text : normalized(text, options)
    }

    /// The folded form of a text; where there is no option, its canonical composition.
    static func normalized(_ text: String, _ options: TextOptions) -> String {
        FoldedLetters.of(options).fold(text) ?? foldByNormalForms(text, options)
    }

    /// The definition, which any text may need and few do.
    static func foldByNormalForms(_ text: String, _ options: TextOptions) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text._nfd {
            var scalar = scalar
            if options.contains(.diacriticInsensitive) {
                if isDiacritic(scalar) { continue }
                scalar = plain(scalar)
            }
            if !options.contains(.caseInsensitive) {
                folded.append(scalar)
            } else if scalar == "ς" {
                folded.append("σ")
            } else {
                folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return composed(String(folded))
    }

    /// The canonical composition of a text, the form in which folded texts are compared.
    private static func composed(_ text: String) -> String {
        var composed = String.UnicodeScalarView()
        for scalar in text._nfc { composed.append(scalar) }
        return String(composed)
    }

    /// The canonical decomposition of a letter.
    static func normalForm(_ scalar: Unicode.Scalar) -> String {
        var decomposed = String.UnicodeScalarView()
        for part in String(scalar)._nfd { decomposed.append(part) }
        return String(decomposed)
    }

    private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        default: false
        }
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "đ", "ð": "d"
        case "Đ", "Ð": "D"
        case "ħ": "h"
        case "Ħ": "H"
        case "ı": "i"
        case "ł": "l"
        case "Ł": "L"
        case "ø": "o"
        case "Ø": "O"
        case "ŧ": "t"
        case "Ŧ": "T"
        default: scalar
        }
    }
}
