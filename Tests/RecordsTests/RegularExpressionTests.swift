import Records
import Testing

struct RegularExpressionTests {
    @Test(arguments: [
        ("abc", "abc", true), ("abc", "abcd", false), ("b", "abc", false), (".*b.*", "abc", true), ("", "", true),
        ("a|bc|d", "bc", true), ("a|bc|d", "ab", false), ("(?:a|b)*c", "ababc", true), ("a{2,3}", "aa", true),
        ("a{2,3}", "a", false), ("a{2,3}", "aaaa", false), ("a{2}", "aa", true), ("a{2,}", "aaaaa", true),
        ("a{0}", "", true), ("a+?b*?", "aab", true), ("[a-c]+", "abcabc", true), ("[^a-c]+", "xyz", true),
        ("[^a-c]+", "xaz", false), ("[]a]+", "]a", true), ("[a\\]-]+", "]-a", true), ("\\d{4}-\\d\\d", "2015-07", true),
        ("\\w+\\s\\w+", "año nuevo", true), ("\\W", "é", false), ("\\D+", "abc", true), ("\\S+", "a b", false),
        ("^a$", "a", true), ("a$b", "ab", false), (".*\\bknicks\\b.*", "the knicks win", true),
        (".*\\bknick\\b.*", "the knicks win", false), ("kn\\Bicks", "knicks", true), ("a.c", "a\nc", false),
        ("a\\.c", "abc", false), ("a\\.c", "a.c", true), ("(a*)*b", "aaab", true), ("(|a)+", "aaa", true),
        ("😀+", "😀😀", true),
    ])
    func `a regular expression is held against the whole text`(pattern: String, text: String, expected: Bool) throws {
        #expect(try holds("headline MATCHES %@", ["headline": .text(text)], [.text(pattern)]) == expected)
    }

    @Test(arguments: [
        ("[c]", "knicks.*", "KNICKS win", true), ("[c]", "KN[A-Z]CKS", "knicks", true), ("[c]", "É", "é", true),
        ("[c]", "[^É]", "é", false), ("[c]", "e", "É", false), ("[cd]", "ano.*", "Año nuevo", true),
        ("[cd]", "AÑO", "ano", true), ("[d]", "[ñ]", "n", true), ("[d]", "Ñ", "n", false),
        ("[c]", "e\u{301}", "É", true), ("[c]", "\\W+", "KNICKS", false), ("[c]", "\\S+", "K S", false),
    ])
    func `options fold pattern and text alike`(options: String, pattern: String, text: String, expected: Bool) throws {
        #expect(try holds("headline MATCHES\(options) %@", ["headline": .text(text)], [.text(pattern)]) == expected)
    }

    @Test(arguments: [
        ("(", "a ) for the (, at character 2"), ("a)", "a ( for the ), at character 2"),
        ("[a", "a ] for the [, at character 3"), ("*a", "something before * to repeat, at character 1"),
        ("a**", "no second quantifier, at character 3"), ("a++", "no second quantifier, at character 3"),
        ("a{", "a number behind {; a brace itself is \\{, at character 3"),
        ("a{3,2}", "{n}, {n,} or {n,m} up to 1000, at character 7"), ("(a)\\1", "no reference to a group"),
        ("(?=a)", "looking around, names and flags are not supported"), ("\\q", "one of \\d"),
        ("a\\", "a character behind \\"),
        ("[z-a]", "a range from low to high"), ("(a{100}){100}", "a shorter regular expression"),
        (String(repeating: "(", count: 60), "a regular expression less nested"),
    ])
    func `what is not supported is refused by name`(pattern: String, expected: String) throws {
        let message = try #require(complaint("headline MATCHES %@", [.text(pattern)]))
        #expect(message.hasPrefix("column 18: found ") && message.contains(expected), "\(message)")
    }

    @Test func `a pattern made to backtrack takes time linear in the text`() throws {
        let text = String(repeating: "a", count: 20_000)
        #expect(try !holds("headline MATCHES '(a+)+b'", ["headline": .text(text)]))
        #expect(try !holds("headline MATCHES '(a|a?)+b'", ["headline": .text(text)]))
    }
}
