internal import Records
internal import Testing

/// How a search text is read, and what is handed to FTS5 for it.
@Suite struct SearchTextTests {
    private static let columns = ["headline", "abstract", "lead_paragraph", "byline", "keywords"]

    private static func read(_ text: String) throws -> SearchText { try SearchText(text, columns: columns) }

    @Test(arguments: [
        ("knicks", #""knicks""#), ("  knicks  win ", #""knicks" "win""#), ("\"new york\"", #""new york""#),
        ("bask*", #""bask" *"#), ("bask *", #""bask" *"#), ("\"new yo\"*", #""new yo" *"#),
        ("a AND b", #""a" "b""#), ("a OR b", #""a" OR "b""#), ("a NOT b", #""a" NOT "b""#),
        ("a b OR c", #"("a" "b") OR "c""#), ("a OR b c", #""a" OR ("b" "c")"#),
        ("a AND b OR c AND d", #"("a" "b") OR ("c" "d")"#), ("a NOT b AND c", #"("a" NOT "b") AND "c""#),
        ("a NOT b c", #""a" NOT ("b" "c")"#), ("a NOT b NOT c", #""a" NOT ("b" OR "c")"#),
        ("(a OR b) c", #"("a" OR "b") AND "c""#), ("a (b NOT c)", #""a" AND ("b" NOT "c")"#), ("((a))", #""a""#),
        ("NEAR(a b)", #"NEAR("a" "b", 10)"#), ("NEAR (a \"b c\" d*, 5)", #"NEAR("a" "b c" "d" *, 5)"#),
        ("NEAR(a, 5)", #""a""#), ("NEAR(a b, 99999999999999999999)", #"NEAR("a" "b", 100000)"#),
        ("NEAR(a b) OR c", #"NEAR("a" "b", 10) OR "c""#), ("NEAR", #""NEAR""#),
        ("headline:a", #"{headline} : "a""#), ("Headline : a b", #"({headline} : "a") AND "b""#),
        ("\"headline\":a", #"{headline} : "a""#),
        ("{headline abstract}:(a OR b)", #"{headline abstract} : ("a" OR "b")"#),
        ("-byline:a", #"- {byline} : "a""#), ("- byline : a", #"- {byline} : "a""#),
        ("-{byline keywords}: NEAR(a b)", #"- {byline keywords} : NEAR("a" "b", 10)"#),
        ("^a b", #"^ "a" "b""#), ("headline:^a", #"{headline} : ^ "a""#), ("a + b + c*", #""a b c" *"#),
        ("and or not", #""and" "or" "not""#), ("a, b, c", #""a" "b" "c""#), ("a & b", #""a" "b""#),
        ("a OR ???", #""a""#), ("a NOT --", #""a""#), ("- a", #""a""#), ("a - b", #""a" "b""#),
        ("climate-change", #""climate-change""#), ("don't", #""don't""#), ("U.S.", #""U.S.""#), ("AT&T", #""AT&T""#),
        ("10:30", #""10:30""#), ("-5", #""-5""#), ("C++", #""C++""#), ("$1.50", #""$1.50""#),
        ("\"say \"\"hi\"\"\"", #""say ""hi""""#), ("\u{201C}new york\u{201D} win", #""new york" "win""#),
        ("«été»", #""été""#), ("a\u{0}b\tc\u{A0}d", #""a" "b" "c" "d""#), ("\"a\u{0}b\"", #""a b""#),
    ])
    func `a text that can be read becomes FTS5's, every word in quotes`(_ text: String, _ match: String) throws {
        let read = try Self.read(text)
        #expect(read.match == match)
        #expect(read.mistake == nil)
        #expect(read.plainWords == [])
    }

    @Test(arguments: [
        ("los AND", 8, "found the end, expected a word or a phrase", ["los", "AND"]),
        ("los OR OR angeles", 8, "found OR, expected a word or a phrase", ["los", "OR", "OR", "angeles"]),
        ("NOT knicks", 1, "found NOT, expected a word or a phrase", ["NOT", "knicks"]),
        ("?? NOT knicks", 4, "found NOT, expected a word before it to take something from", ["NOT", "knicks"]),
        ("\"los angeles", 1, "found a quote without its end, expected a closing \"", ["los", "angeles"]),
        ("(los", 5, "found the end, expected a closing bracket", ["los"]),
        ("los)", 4, "found ), expected a word, or AND, OR or NOT", ["los"]),
        ("*a", 1, "found *, expected a word or a phrase", ["a"]),
        (
            "nobody:los angeles", 1,
            "there is no column nobody to search; there are headline, abstract, lead_paragraph, byline, keywords",
            ["nobody", "los", "angeles"]
        ),
        ("a -knicks", 3, "found a dash before a word, expected NOT where a word is to be left out", ["a", "-knicks"]),
        ("headline:", 10, "found the end, expected a word, a phrase or a bracket behind the colon", ["headline"]),
        (
            "{headline a", 11,
            "there is no column a to search; there are headline, abstract, lead_paragraph, byline, keywords",
            ["headline", "a"]
        ),
        ("{headline} a", 12, "found \"a\", expected a colon behind the columns", ["headline", "a"]),
        ("NEAR(a b, c)", 11, "found \"c\", expected a number of words", ["NEAR", "a", "b", "c"]),
        (
            "NEAR(a OR b)", 8, "found OR, expected words, a comma and a number, or a closing bracket",
            ["NEAR", "a", "OR", "b"]
        ),
        ("é \u{1F600} (", 6, "found the end, expected a word or a phrase", ["é"]),
    ])
    func `a text that cannot be read is plain words, all of them, and tells why`(
        _ text: String, _ column: Int, _ message: String, _ words: [String]
    ) throws {
        let read = try Self.read(text)
        #expect(read.mistake?.message == message)
        #expect(read.mistake?.column == column)
        #expect(read.plainWords == words)
        #expect(read.match == words.map { "\"\($0)\"" }.joined(separator: " "))
    }

    @Test(arguments: [
        ("", "the search text is empty"), (" \n", "the search text is empty"),
        ("?? -", "the search text has no letter and no digit to look for"),
        ("(*", "the search text has no letter and no digit to look for"),
        (String(repeating: "a ", count: 10_001), "longer than 20000 characters; shorten it"),
    ])
    func `a text without a word is a mistake`(_ text: String, _ message: String) {
        let error = #expect(throws: PredicateError.self) { try Self.read(text) }
        #expect(error?.message == message)
    }

    @Test func `brackets nest as deep as anyone writes, and no deeper`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
        }
        #expect(try Self.read(nested(5)).mistake == nil)
        #expect(try Self.read(nested(6)).mistake?.column == 6)
        #expect(try Self.read(nested(5_000)).match == "\"a\"")
    }

    @Test(arguments: [
        ("Ørsted", #"("Ørsted" OR "orsted")"#), ("Łódź", #"("Łódź" OR "lodz")"#), ("ışık", #"("ışık" OR "isik")"#),
        ("йод", #"("йод" OR "иод")"#), ("Ωμέγα", #"("Ωμέγα" OR "ωμεγα")"#),
        ("\u{959}", "(\"\u{916}\u{93C}\" OR \"\u{959}\")"), ("ΐ\u{1FD3}", "(\"ΐΐ\" OR \"ιι\" OR \"ΐ\u{1FD3}\")"),
        ("Café", #""Café""#), ("Straße", #""Straße""#), ("ﬁsh", #""ﬁsh""#), ("Cafe\u{301}", #""Café""#),
        ("Øre* x", #"("Øre" * OR "ore" *) AND "x""#), ("STRASSE", #""STRASSE""#), ("ΣΟΦΟΣ", #""ΣΟΦΟΣ""#),
    ])
    func `001-48 a word is also looked for as [cd] folds it, where the index keeps more of it`(
        _ text: String, _ match: String
    ) throws {
        #expect(try Self.read(text).match == match)
    }
}
