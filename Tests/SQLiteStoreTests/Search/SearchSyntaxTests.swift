internal import Records
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import SQLiteStore

/// Search texts against FTS5 itself.
@Suite struct SearchSyntaxTests {
    private static let index = """
        CREATE VIRTUAL TABLE t USING fts5(headline, abstract, lead_paragraph, byline, keywords, columnsize = 0,
            tokenize = 'unicode61 remove_diacritics 2')
        """

    private static let letters = ["a", "b", "c", "ab", "bc"]

    /// Sixty rows of a few words.
    private static func filled(_ random: inout Dice) throws -> Connection {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.execute(index)
        for id in 1...60 as ClosedRange<Int64> {
            let texts = (0..<5).map { _ in
                SQLiteValue.text((0..<random.next() % 4).map { _ in random.pick(letters) }.joined(separator: " "))
            }
            try connection.run(
                "INSERT INTO t (rowid, headline, abstract, lead_paragraph, byline, keywords) VALUES (?, ?, ?, ?, ?, ?)",
                .integer(id), texts[0], texts[1], texts[2], texts[3], texts[4])
        }
        return connection
    }

    private static func rows(_ match: String, in connection: borrowing Connection) throws(SQLiteError) -> [Int64] {
        try connection.all("SELECT rowid FROM t WHERE t MATCH ?1 ORDER BY rowid", .text(match)) { $0.int64(0) ?? 0 }
    }

    private static let pieces =
        letters + [
            "\"", "\"a b\"", "\"\"", "*", "(", ")", "{", "}", ":", "^", "+", "-", ",", "AND", "OR", "NOT", "NEAR",
            "NEAR(",
            ", 3)", "headline", "headline:", "-byline:", "{headline keywords} :", "nobody:", "é", "Ø", "ﬁ", "й",
            "\u{301}",
            "\u{0}", "\u{1A}", "'", "''", ";", "--", "/*", "\\", "%", "?", "?1", "𐐷", "\u{10FFFF}", "5",
            "9999999999999",
        ]

    @Test(arguments: 1...4)
    func `no text whatever makes FTS5 complain`(_ seed: Int) throws {
        var random = Dice(seed: UInt64(seed))
        let connection = try Self.filled(&random)
        for _ in 0..<2_000 {
            let count = random.next() % 12
            let text = (0..<count).map { _ in random.pick(Self.pieces) }
                .joined(separator: random.next() % 2 == 0 ? " " : "")
            guard let search = try? SearchText(articles: text) else { continue }
            do { _ = try Self.rows(search.match, in: connection) } catch {
                Issue.record("\(text.debugDescription) as \(search.match): \(error)")
            }
        }
    }

    @Test func `no random characters make FTS5 complain`() throws {
        var random = Dice(seed: 7)
        let connection = try Self.filled(&random)
        for _ in 0..<5_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<random.next() % 20 {
                let most: UInt64 = random.next() % 4 == 0 ? 0x11_0000 : 0x100
                if let scalar = Unicode.Scalar(UInt32(random.next() % most)) { text.append(scalar) }
            }
            guard let search = try? SearchText(articles: String(text)) else { continue }
            do { _ = try Self.rows(search.match, in: connection) } catch {
                Issue.record("\(String(text).debugDescription) as \(search.match): \(error)")
            }
        }
    }

    @Test func `thousands of words, brackets and joins are still a search`() throws {
        var random = Dice(seed: 8)
        let connection = try Self.filled(&random)
        for text in [
            String(repeating: "a ", count: 9_999), String(repeating: "a OR ", count: 3_900) + "b",
            "a" + String(repeating: " NOT b", count: 3_000), "a" + String(repeating: " AND (b OR c)", count: 1_500),
            String(repeating: "(a NOT ", count: 5) + "b" + String(repeating: ")", count: 5),
            String(repeating: "(", count: 9_000) + "a", "NEAR(" + String(repeating: "a ", count: 9_000) + ", 5)",
            // As many signs before each bracket as there can be.
            String(repeating: "a OR b AND c NOT d -headline:(", count: 5)
                + "a OR b AND c NOT d - headline: NEAR(a b* \"c\")"
                + String(repeating: ")", count: 5),
            String(repeating: "a OR b AND c NOT d {headline byline}:(", count: 5)
                + "a OR b AND c NOT d headline:^Ørsted*"
                + String(repeating: ")", count: 5),
            String(repeating: "Ø ", count: 9_999),
        ] {
            let search = try SearchText(articles: text)
            #expect(throws: Never.self) { try Self.rows(search.match, in: connection) }
        }
    }

    /// A text in FTS5's language.
    private static func valid(_ random: inout Dice, depth: Int) -> String {
        switch random.next() % (depth == 0 ? 6 : 11) {
        case 0, 1, 2: return random.pick(letters)
        case 3: return "\"\(random.pick(letters)) \(random.pick(letters))\""
        case 4: return random.pick(letters) + "*"
        case 5:
            let filter = random.pick(["headline", "{headline abstract}", "- byline", "-{keywords byline}"])
            return filter + " : " + random.pick(["", "^"]) + random.pick(letters)
        case 6: return "NEAR(\(random.pick(letters)) \(random.pick(letters)), \(random.next() % 4))"
        case 7: return random.pick(letters) + " " + random.pick(letters) + " \"\(random.pick(letters))\""
        case 8: return "headline : (" + valid(&random, depth: depth - 1) + ")"
        default:
            let join = random.pick([" AND ", " OR ", " NOT "])
            return "(" + valid(&random, depth: depth - 1) + ")" + join + valid(&random, depth: depth - 1)
        }
    }

    @Test(arguments: 1...6)
    func `what FTS5 can read finds what FTS5 finds`(_ seed: Int) throws {
        var random = Dice(seed: UInt64(seed))
        let connection = try Self.filled(&random)
        var found = 0
        for _ in 0..<800 {
            let text = Self.valid(&random, depth: 3)
            let search = try SearchText(articles: text)
            #expect(search.mistake == nil, "\(text)")
            let rows = try Self.rows(text, in: connection)
            #expect(try Self.rows(search.match, in: connection) == rows, "\(text) as \(search.match)")
            found += rows.isEmpty ? 0 : 1
        }
        #expect(found > 300)
    }

    /// A text has the letter, and what `[cd]` takes it for is looked for.
    @Test func `001-48 what [cd] takes for the same is found, but for letters with a stroke and accents beyond Latin`()
        throws
    {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.execute(Self.index)
        // Letters that Unicode had before FTS5's table was made.
        let letters = [UInt32(0x80)..<0x3400, 0xA640..<0xA7D0, 0xFB00..<0xFE00, 0xFF10..<0xFFDD, 0x1_0400..<0x1_0450]
            .joined().compactMap(Unicode.Scalar.init)
            .filter { $0.properties.isAlphabetic && $0.properties.age.map { $0.major < 7 } ?? false }
            .filter { !TextFolding.fold(String($0)).unicodeScalars.elementsEqual([$0]) }
        try connection.transaction(.immediate) { () throws(SQLiteError) in
            for letter in letters {
                let word = SQLiteValue.text("x\(letter)x")
                try connection.run(
                    "INSERT INTO t (rowid, headline) VALUES (?1, ?2)", .integer(Int64(letter.value)), word)
            }
        }
        func finds(_ text: String, _ letter: Unicode.Scalar) throws -> Bool {
            try Self.rows(SearchText(articles: text).match, in: connection).contains(Int64(letter.value))
        }
        var missed: Set<Unicode.Scalar> = []
        for letter in letters {
            #expect(try finds("x\(letter)x", letter), "U+\(String(letter.value, radix: 16)) \(letter)")
            if try !finds(TextFolding.fold("x\(letter)x"), letter) { missed.insert(letter) }
        }
        let strokes: [Unicode.Scalar] = ["đ", "Đ", "ð", "Ð", "ħ", "Ħ", "ı", "ł", "Ł", "ø", "Ø", "ŧ", "Ŧ"]
        #expect(missed.isSuperset(of: strokes) && missed.isSuperset(of: ["й", "ά", "ǽ"]))
        for letter in missed.subtracting(strokes) {
            let lower = TextFolding.fold(String(letter), .caseInsensitive)
            // Beyond A to Z: has an accent, is written otherwise by Unicode's own rules, or is Cherokee, whose lower case
            // is younger than the table.
            let hasAccent = !lower.unicodeScalars.elementsEqual(TextFolding.fold(String(letter)).unicodeScalars)
            let isRewritten = !lower.unicodeScalars.elementsEqual(letter.properties.lowercaseMapping.unicodeScalars)
            let isCherokee = (0x13A0...0x13FF).contains(letter.value)
            #expect(hasAccent || isRewritten || isCherokee, "U+\(String(letter.value, radix: 16)) \(letter)")
        }
        let latin = missed.filter { TextFolding.fold(String($0)).unicodeScalars.first?.isASCII ?? false }
        // The last two have two accents, for which the index makes exceptions.
        #expect(latin == Set(strokes + ["Ǿ", "ǿ", "Ǡ", "ǡ"]))
        // Of what no side takes apart, both say the same.
        for (word, other) in [("Straße", "strasse"), ("ﬁsh", "fish"), ("Œuvre", "oeuvre")] {
            #expect(TextFolding.fold(word) != TextFolding.fold(other))
            try connection.run("DELETE FROM t")
            try connection.run("INSERT INTO t (rowid, headline) VALUES (1, ?1)", .text(word))
            #expect(try Self.rows(SearchText(articles: word).match, in: connection) == [1])
            #expect(try Self.rows(SearchText(articles: other).match, in: connection) == [])
        }
    }

    @Test(arguments: [
        ("año", "ano"), ("Año", "ANO"), ("búsqueda", "Busqueda"), ("busqueda", "BÚSQUEDA"), ("İstanbul", "istanbul"),
        ("Zürich", "zurich"), ("ZURICH", "Zürich"), ("Cafe\u{301}", "café"), ("café", "cafe\u{301}"),
        ("ΣΟΦΟΣ", "σοφος"),
        ("Kelvin", "\u{212A}elvin"), ("orsted", "Ørsted"), ("lodz", "Łódź"), ("иод", "Йод"), ("ωμεγα", "Ωμέγα"),
        ("isik", "ışık"), ("Tiếng Việt", "tieng viet"),
    ])
    func `001-48 a word is found whatever its case and accents`(_ text: String, _ search: String) throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.execute(Self.index)
        try connection.run("INSERT INTO t (rowid, abstract) VALUES (1, ?1)", .text("the \(text) of"))
        #expect(TextFolding.fold(text) == TextFolding.fold(search))
        #expect(try Self.rows(SearchText(articles: search).match, in: connection) == [1])
        #expect(try Self.rows(SearchText(articles: "\"the \(search)\"").match, in: connection) == [1])
    }
}

extension Dice {
    fileprivate mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(next() % UInt64(elements.count))]
    }
}
