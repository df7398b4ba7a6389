import Records
import SQLite
import TestSupport
import Testing

struct RegularExpressionTests {
    @Test(arguments: [
        ("abc", "abc", true), ("abc", "abcd", false), ("b", "abc", false), (".*b.*", "abc", true), ("", "", true),
        ("", "a", false), ("a|bc|d", "bc", true), ("a|bc|d", "ab", false), ("(?:a|b)*c", "ababc", true),
        ("a{2,3}", "aa", true), ("a{2,3}", "a", false), ("a{2,3}", "aaaa", false), ("a{2}", "aa", true),
        ("a{0}", "", true), ("a+?b*?", "aab", true), ("[a-c]+", "abcabc", true), ("[^a-c]+", "xyz", true),
        ("[^a-c]+", "xaz", false), ("[]a]+", "]a", true), ("[a\\]-]+", "]-a", true), ("\\d{4}-\\d\\d", "2015-07", true),
        ("\\S+", "a b", false), ("^a$", "a", true), ("a$b", "ab", false), (".*\\bknicks\\b.*", "the knicks win", true),
        (".*\\bknick\\b.*", "the knicks win", false), ("kn\\Bicks", "knicks", true), ("a.c", "a\nc", false),
        ("(?s)a.c", "a\nc", true), ("a\n", "a", false), ("a", "a\n", false), ("(?m)a$", "a\n", false),
        ("a\\.c", "abc", false), ("a\\.c", "a.c", true), ("(a*)*b", "aaab", true), ("(|a)+", "aaa", true),
        ("(?P<word>a)b", "ab", true), ("\\Qa.c\\E", "a.c", true), ("(?i)KNICKS", "knicks", true),
        ("(?i)AÑO", "año", true), ("AÑO", "año", false),
    ])
    func `a regular expression is held against the whole text`(pattern: String, text: String, expected: Bool) throws {
        #expect(try bothHold("MATCHES", pattern, text) == expected)
    }

    @Test(arguments: [
        ("😀+", "😀😀", true), (".", "é", true), ("..", "e\u{301}", true), ("[à-ö]+", "éñ", true),
        ("\\p{L}+ \\p{L}+", "año nuevo", true), ("\\p{Lu}\\p{Ll}+", "Élan", true), ("\\pN+", "٣4", true),
        ("\\P{L}+", "é", false), ("\\p{Greek}+", "Σίσυφος", true), ("[\\p{L}\\d]+", "año2015", true),
        // Perl's classes are of ASCII in RE2.
        ("\\w+", "año", false), ("\\W", "é", true),
    ])
    func `a regular expression is over code points`(pattern: String, text: String, expected: Bool) throws {
        #expect(try bothHold("MATCHES", pattern, text) == expected)
    }

    @Test(arguments: [
        ("[c]", "knicks.*", "KNICKS win", true), ("[c]", "KN[A-Z]CKS", "knicks", true), ("[c]", "É", "é", true),
        ("[c]", "[^É]", "é", false), ("[c]", "e", "É", false), ("[c]", "[À-Ý]+", "éÑ", true),
        ("[cd]", "ano.*", "Año nuevo", true), ("[cd]", "AÑO", "ano", true), ("[cd]", "\\w+", "AÑO", true),
        ("[d]", "[ñ]", "n", true), ("[d]", "[^ñ]", "ñ", false), ("[d]", "Ñ", "n", false), ("[d]", "\\D", "d", true),
        ("[c]", "e\u{301}", "É", true), ("[c]", "é", "E\u{301}", true), ("", "e\u{301}", "é", false),
        ("[c]", "\\W+", "KNICKS", false), ("[c]", "\\S+", "K S", false), ("[c]", "\\P{L}", "k", false),
        ("[c]", "İstanbul", "İstanbul", true), ("[cd]", "istanbul", "İstanbul", true), ("[c]", "ς", "Σ", true),
        ("[c]", "(?-i)a", "A", false),
    ])
    func `options fold pattern and text alike`(options: String, pattern: String, text: String, expected: Bool) throws {
        #expect(try bothHold("MATCHES\(options)", pattern, text) == expected)
    }

    @Test(arguments: [
        ("(", "missing ): ("), ("a)", "unexpected ): a)"), ("[a", "missing ]: [a"),
        ("*a", "no argument for repetition operator: *"), ("a**", "bad repetition operator: **"),
        ("a{3,2}", "invalid repetition size: {3,2}"), ("a{1001}", "invalid repetition size: {1001}"),
        ("(a)\\1", "invalid escape sequence: \\1"), ("(?=a)", "invalid perl operator: (?="),
        ("(?!a)", "invalid perl operator: (?!"), ("(?<=a)b", "invalid perl operator: (?<"),
        ("\\q", "invalid escape sequence: \\q"),
        ("a\\", "trailing \\"), ("[z-a]", "invalid character class range: z-a"),
        ("\\p{Klingon}", "invalid character class range: \\p{Klingon}"),
        ("((a{100}){100}){100}", "invalid repetition size: {100}"),
        ("(\\pL{500}|\\pN{500}){2}", "pattern too large - compile failed"),
    ])
    func `what is not supported is refused in RE2's words`(pattern: String, reason: String) {
        let message = complaint("id = 1 AND headline MATCHES %@", [.text(pattern)])
        #expect(message == "column 29: cannot read the regular expression: \(reason)")
    }

    @Test func `what RE2 says of a long pattern is cut`() throws {
        let pattern = String(repeating: "(", count: 5_000)
        #expect(try #require(complaint("headline MATCHES %@", [.text(pattern)])).count < 120)
    }

    @Test(arguments: [
        "(a+)+b", "(a|a?)+b", "(a*)*b", ".*.*.*.*.*b", "(x+x+)+y|(a|aa)+b", "(.*a){20}b", "(a|b)*a(a|b){60}c",
    ])
    func `a pattern made to backtrack takes time linear in the text`(pattern: String) throws {
        let text = String(repeating: "a", count: 200_000)
        #expect(try !holds("headline MATCHES %@", ["headline": .text(text)], [.text(pattern)]))
        #expect(try holds("headline MATCHES %@", ["headline": .text(text)], [.text("(\(pattern))|a*")]))
    }

    @Test func `a pattern with more states than memory is still answered`() throws {
        var random = Dice(seed: 7)
        let text = String((0..<20_000).map { _ in random.chance(2) ? "a" : "b" } + "a" + (0..<30).map { _ in "b" })
        #expect(try holds("headline MATCHES '[ab]*a[ab]{30}'", ["headline": .text(text)]))
        #expect(try !holds("headline MATCHES '[ab]*a[ab]{29}a'", ["headline": .text(text)]))
    }

    @Test func `patterns are told apart by code points, and used anew after many others`() throws {
        let table = try ArticleTable([["id": 1, "headline": "é"], ["id": 2, "headline": "e\u{301}"]])
        for _ in 0..<2 {
            #expect(try table.ids(where: sql("headline MATCHES %@", ["é"])) == [1])
            #expect(try table.ids(where: sql("headline MATCHES %@", ["e\u{301}"])) == [2])
            #expect(try table.ids(where: sql("headline MATCHES[c] %@", ["É"])) == [1, 2])
            for number in 0..<40 {
                #expect(try table.ids(where: sql("headline MATCHES %@", [.text("(?:é|\(number))")])) == [1])
            }
        }
    }

    @Test func `one expression serves many tasks at a time`() async throws {
        let filter = try Columns.articles.compile(Filter("headline MATCHES[c] '(a|b)*a(a|b){8}'", over: .articles))
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var random = Dice(seed: 1)
                    return (0..<2_000).count { _ in
                        let text = String((0..<20).map { _ in random.chance(2) ? "A" : "b" })
                        return filter.matches { _ in .text(text) }
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(counts).count == 1 && counts[0] > 800 && counts[0] < 1_200, "\(counts)")
    }

    /// Whether the evaluator and SQL, which must agree, find a text.
    private func bothHold(
        _ verb: String, _ pattern: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Bool {
        let inMemory = try holds("headline \(verb) %@", ["headline": .text(text)], [.text(pattern)])
        let table = try ArticleTable([["id": 1, "headline": .text(text)]])
        let bySQL = try !table.ids(where: sql("headline \(verb) %@", [.text(pattern)])).isEmpty
        #expect(inMemory == bySQL, sourceLocation: sourceLocation)
        return inMemory
    }
}
