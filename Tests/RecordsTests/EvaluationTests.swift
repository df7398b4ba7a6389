import Records
import Testing

struct EvaluationTests {
    @Test(arguments: [("headline", "Búsqueda"), ("headline", "Año nuevo"), ("section", "la BUSQUEDA del ano")])
    func `001-48 busqueda finds Búsqueda and ano finds Año under cd, and neither does without`(
        field: String, text: String
    ) throws {
        let query: FilterValue = text.contains("Año") ? "ano" : "busqueda"
        let row: [String: FilterValue] = [field: .text(text)]
        #expect(try holds("headline CONTAINS[cd] %@ OR section CONTAINS[cd] %@", row, [query, query]))
        #expect(try !holds("headline CONTAINS %@ OR section CONTAINS %@", row, [query, query]))
    }

    @Test func `000-18 only rows that match are meant`() throws {
        let rows: [[String: FilterValue]] = [["word_count": 18], ["word_count": 19], [:], ["word_count": 20]]
        #expect(try rows.map { try holds("word_count > 18", $0) } == [false, true, false, true])
        #expect(try rows.map { try holds("word_count > 99", $0) } == [false, false, false, false])
    }

    @Test(arguments: [
        ("word_count == 5", false), ("word_count != 5", true), ("word_count < 5", false), ("NOT word_count < 5", true),
        ("word_count == NIL", true), ("word_count != NIL", false), ("headline CONTAINS ''", false),
        ("NOT headline CONTAINS ''", true), ("word_count IN {1}", false), ("NOT word_count IN {1}", true),
        ("published_at != '2015-07-01'", true), ("published_at < '2015-07-01'", false),
        ("published_at == updated_at", true), ("published_at != updated_at", false), ("word_count == score", true),
        ("word_count <= score", false), ("word_count != id", true), ("word_count < id", false),
        ("ANY keywords == 'x'", false), ("NONE keywords == 'x'", true), ("ALL keywords == 'x'", true),
        ("keywords == NIL", true), ("keywords CONTAINS 'x'", false), ("is_opinion == TRUE", false),
        ("is_opinion != TRUE", true),
    ])
    func `a missing value equals only NIL and other missing values`(predicate: String, expected: Bool) throws {
        #expect(try holds(predicate, ["id": 1]) == expected)
    }

    @Test(arguments: [
        (
            "published_at >= '2015-07-04'", ["2015-07-04", "2015-07-04T00:00:00Z", "2015-07-05"],
            ["2015-07-03T23:59:59.999Z"]
        ),
        (
            "published_at > '2015-07-04'", ["2015-07-05", "2015-07-05T00:00:00Z"],
            ["2015-07-04", "2015-07-04T23:59:59.999Z"]
        ),
        (
            "published_at <= '2015-07-04'", ["2015-07-04", "2015-07-04T23:59:59.999Z"],
            ["2015-07-05", "2015-07-05T00:00:00Z"]
        ),
        ("published_at < '2015-07-04'", ["2015-07-03T23:59:59Z"], ["2015-07-04", "2015-07-04T00:00:00Z"]),
        ("published_at == '2015-07-04'", ["2015-07-04", "2015-07-04T12:00:00Z"], ["2015-07-05"]),
        (
            "published_at BETWEEN {'2015-07-01', '2015-07-07'}",
            ["2015-07-01", "2015-07-07", "2015-07-07T23:59:59.999Z"], ["2015-06-30T23:59:59.999Z", "2015-07-08"]
        ),
        (
            "published_at == '2015-07-04T00:00:00Z'", ["2015-07-04", "2015-07-04T00:00:00Z"],
            ["2015-07-04T00:00:00.001Z", "2015-07-04T00:00:01Z"]
        ),
        (
            "published_at > '2015-07-04T10:00:00Z'", ["2015-07-04T10:00:00.500Z", "2015-07-04T10:00:01Z"],
            ["2015-07-04T10:00:00Z", "2015-07-04"]
        ),
        (
            "published_at <= '2015-07-04T10:00:00.500Z'", ["2015-07-04T10:00:00.500Z", "2015-07-04T10:00:00Z"],
            ["2015-07-04T10:00:00.501Z", "2015-07-04T10:00:01Z"]
        ),
        (
            "published_at == '2015-07-04T12:00:00+02:00'", ["2015-07-04T10:00:00Z"], ["2015-07-04T12:00:00Z"]
        ),
        ("published_at IN {'2015-07-04', '2015-07-06'}", ["2015-07-06T01:00:00Z"], ["2015-07-05"]),
    ])
    func `001-49 a date compares by instant, and a day is all of the day`(
        predicate: String, inside: [String], outside: [String]
    ) throws {
        for date in inside { #expect(try holds(predicate, ["published_at": .text(date)]), "\(date)") }
        for date in outside { #expect(try !holds(predicate, ["published_at": .text(date)]), "\(date)") }
    }

    @Test(arguments: [
        ("ANY keywords == 'Basketball'", true), ("ANY keywords == 'basketball'", false),
        ("ANY keywords ==[c] 'basketball'", true), ("keywords CONTAINS[c] 'basketball'", true),
        ("keywords CONTAINS 'Basket'", false), ("ANY keywords CONTAINS 'Basket'", true),
        ("ALL keywords LIKE '*a*'", true), ("ALL keywords BEGINSWITH 'B'", false), ("NONE keywords == 'Tennis'", true),
        ("'Jazz' IN keywords", true), ("ANY keywords IN {'Jazz', 'Opera'}", true), ("ANY keywords != 'Jazz'", true),
        ("keywords == NIL", false),
    ])
    func `lists are tested by their elements`(predicate: String, expected: Bool) throws {
        #expect(try holds(predicate, ["keywords": .texts(["Basketball", "Jazz"])]) == expected)
    }

    @Test(arguments: [
        ("abc", "abc", true), ("a*", "abc", true), ("*c", "abc", true), ("a?c", "abc", true), ("a?c", "ac", false),
        ("*b*", "abc", true), ("a\\\\*c", "a*c", true), ("a\\\\*c", "abc", false), ("[a]*", "[a]b", true),
        ("a%", "abc", false), ("", "", true), ("*", "", true), ("?", "é", true), ("?", "e\u{301}", false),
        ("*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
    ])
    func `LIKE takes the whole text with its wild cards`(pattern: String, text: String, expected: Bool) throws {
        #expect(try holds("headline LIKE '\(pattern)'", ["headline": .text(text)]) == expected)
    }

    @Test(arguments: ["CONTAINS ''", "BEGINSWITH ''", "ENDSWITH ''", "ENDSWITH[cd] '\u{301}'"])
    func `the empty text is in every text, and in no missing one`(test: String) throws {
        #expect(try holds("headline \(test)", ["headline": "x"]) && holds("headline \(test)", ["headline": ""]))
        #expect(try !holds("headline \(test)", [:]))
        #expect(try sql("headline \(test)").text == "NOT (a.headline IS NULL)")
    }

    @Test func `whole numbers beyond what a real can say are compared exactly`() throws {
        let row: [String: FilterValue] = [
            "word_count": .integer(9_007_199_254_740_993), "score": .real(9_007_199_254_740_992),
        ]
        #expect(try holds("word_count > score", row))
        #expect(try !holds("word_count == 9007199254740992.0", row))
        let odd: [String: FilterValue] = [
            "word_count": .integer(9_007_199_254_740_995), "score": .real(9_007_199_254_740_996),
        ]
        #expect(try holds("word_count < score AND score > word_count", odd))
        #expect(try !holds("word_count >= score OR score <= word_count", odd))
        #expect(try holds("word_count < 1e30 AND word_count > -1e30", row))
    }

    @Test func `depth of a filter that was built is bounded too`() {
        var filter = Filter.equal("id", 1)
        for _ in 0..<400 { filter = .not(filter) }
        #expect(throws: PredicateError(column: nil, .limit("nested deeper than 100 levels"))) {
            try Columns.articles.compile(filter)
        }
        #expect(throws: PredicateError(column: nil, .unknownField("headlin", nearest: "headline"))) {
            try Columns.articles.compile(.all([.equal("headlin", "x"), .equal("id", 1)]))
        }
    }
}
