import TestSupport
import Testing

@testable import Records

struct TextFoldingTests {
    @Test(arguments: [
        ("Búsqueda", "busqueda"), ("Año", "ano"), ("TÍTULO", "titulo"), ("Ångström", "angstrom"), ("Điện", "dien"),
        ("Việt Nam", "viet nam"), ("Łódź", "lodz"), ("Jørgensen", "jorgensen"), ("İstanbul", "istanbul"),
        ("Ёлка й", "елка и"), ("ΆΛΦΑΣ", "αλφασ"), ("λόγος", "λογοσ"), ("naı\u{308}ve", "naive"), ("K\u{212A}", "kk"),
        ("STRASSE ß", "strasse ß"), ("", ""), ("plain", "plain"),
    ])
    func `001-48 case and diacritics fold away`(text: String, folded: String) {
        #expect(TextFolding.fold(text).unicodeScalars.elementsEqual(folded.unicodeScalars))
    }

    @Test(arguments: ["ß", "が", "ガ", "한국어", "हिन्दी", "שָׁלוֹם", "مُحَمَّد", "ไทยน้ำ", "日本", "🏀👩‍👩‍👧", "ﬁ"])
    func `marks that make another word stay`(text: String) {
        #expect(TextFolding.fold(text) == text)
        #expect(!TextFolding.fold("한").unicodeScalars.starts(with: "하".unicodeScalars))
    }

    @Test func `each option folds its own part`() {
        #expect(TextFolding.fold("ÁÉ", .caseInsensitive) == "áé")
        #expect(TextFolding.fold("ÁÉ", .diacriticInsensitive) == "AE")
        #expect(TextFolding.fold("e\u{301}", .caseInsensitive).unicodeScalars.elementsEqual("é".unicodeScalars))
        #expect(TextFolding.fold("e\u{301}", []).unicodeScalars.count == 2)
    }

    @Test func `folding twice is folding once, for every letter but Han and Hangul`() {
        for value in [UInt32(1)..<0x3400, 0xA000..<0xAC00, 0xD700..<0x1_1000, 0x1_1E00..<0x1_F000].joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for options: TextOptions in [.caseInsensitive, .diacriticInsensitive, .caseDiacritic] {
                let once = TextFolding.fold(String(scalar), options)
                let twice = TextFolding.fold(once, options)
                if !once.unicodeScalars.elementsEqual(twice.unicodeScalars) {
                    Issue.record("U+\(String(value, radix: 16)) under \(options.letters)")
                }
            }
        }
    }

    @Test func `letter by letter is the same as by normal forms`() {
        let letters = [0..<0x530, 0x1E00..<0x2070, 0x3400..<0x3410, 0x1F600..<0x1F603].joined()
            .compactMap { Unicode.Scalar($0 as UInt32) }
        var random = Dice(seed: 48)
        for options: TextOptions in [.caseInsensitive, .diacriticInsensitive, .caseDiacritic] {
            for _ in 0..<3_000 {
                var text = String.UnicodeScalarView()
                for _ in 0..<1 + random.next() % 5 { text.append(random.pick(letters)) }
                let folded = TextFolding.fold(String(text), options)
                let defined = TextFolding.foldByNormalForms(String(text), options)
                if !folded.unicodeScalars.elementsEqual(defined.unicodeScalars) {
                    Issue.record("\(String(text).debugDescription) under \(options.letters)")
                }
            }
        }
    }
}
