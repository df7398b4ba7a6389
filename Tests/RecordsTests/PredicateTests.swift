import Records
import SQLite
import Testing

struct PredicateTests {
    @Test func `002-16 no predicate is every row`() throws {
        #expect(try Filter(nil, over: .articles) == .always)
    }

    @Test(arguments: ["", "  ", "\n"])
    func `002-17 an empty predicate is every row`(text: String) throws {
        #expect(try Filter(text, over: .articles) == .always)
    }

    @Test func `002-15 a predicate text is read at run time`() throws {
        let filter = try Filter("word_count > 18 and section = 'Sports'", over: .articles)
        #expect(filter == .all([.greater("word_count", 18), .equal("section", "Sports")]))
    }

    @Test func `000-19 two contains joined by or are read as written`() throws {
        let filter = try Filter("headline contains[cd] %@ OR section contains[cd] %@", ["q", "q"], over: .articles)
        #expect(
            filter == .any([.contains("headline", "q", .caseDiacritic), .contains("section", "q", .caseDiacritic)]))
    }

    @Test func `000-20 predicates compose with OR`() throws {
        let parts = try ["word_count > 1", "score < 2.5"].map { try Filter($0, over: .articles) }
        #expect(try Filter("word_count > 1 || score < 2.5", over: .articles) == .any(parts))
    }

    @Test func `000-21 the query text is an argument, never part of the predicate`() throws {
        let hostile = "\" OR TRUEPREDICATE OR headline == \""
        let fragment = try sql("headline CONTAINS %@", [.text(hostile)])
        #expect(fragment.text == "instr(a.headline, ?) > 0")
        #expect(fragment.values == [.text(hostile)])
    }

    @Test func `002-28 quotes in an argument do not end a text`() throws {
        let filter = try Filter("headline == %@ AND word_count IN %@", ["O'Neal \"x\"", [1, 2]], over: .articles)
        #expect(filter == .all([.equal("headline", "O'Neal \"x\""), .among("word_count", [1, 2])]))
        let named = try Filter("%K > %d AND score > %f", ["word_count", 3, 1.5], over: .articles)
        #expect(named == .all([.greater("word_count", 3), .greater("score", 1.5)]))
        #expect(try Filter("headline == '%@'", over: .articles) == .equal("headline", "%@"))
    }

    @Test(arguments: [
        ("NOT word_count > 1 AND score > 1 OR id = 1", "((NOT word_count > 1) AND score > 1) OR id == 1"),
        ("id = 1 OR id = 2 AND id = 3", "id = 1 OR (id = 2 AND id = 3)"),
        ("!(id = 1) && id <> 2 || id =< 3", "((NOT (id = 1)) AND id != 2) OR id <= 3"),
        ("5 < word_count", "word_count > 5"), ("'x' IN keywords", "keywords CONTAINS 'x'"),
        ("word_count BETWEEN (1, 9)", "word_count between {1, 9}"), ("some keywords = 'x'", "ANY keywords == \"x\""),
        ("is_opinion == YES", "is_opinion = true"), ("section == nil", "section == NULL"),
        ("headline ==[dc] 'x'", "headline ==[cd] 'x'"), ("headline == 'a\\u00f1o'", "headline == 'año'"),
    ])
    func `the same filter in two spellings`(left: String, right: String) throws {
        #expect(try Filter(left, over: .articles) == Filter(right, over: .articles))
    }

    @Test(arguments: [
        ("headlin == 'x'", "column 1: headlin: no such field (nearest: headline)"),
        ("id = 1 AND sectoin = 'x'", "column 12: sectoin: no such field (nearest: section)"),
        ("zebra = 1", "column 1: zebra: no such field"),
        (
            "word_count > \"many\"",
            "column 14: found text \"many\", expected a whole number (word_count is a whole number)"
        ),
        ("headline == 5", "column 13: found a whole number 5, expected a text (headline is a text)"),
        (
            "published_at > \"2015-02-30\"",
            """
            column 16: found text "2015-02-30", expected "2015-07-01" or "2015-07-01T10:00:00Z" (published_at is a date)
            """
        ),
        (
            "word_count CONTAINS \"1\"",
            "column 12: found CONTAINS, expected a text field before it (word_count is a whole number)"
        ),
        ("word_count ==[c] 1", "column 12: found [c], expected no option but on a text (word_count is a whole number)"),
        ("headline ==[x] 'x'", "column 13: found x, expected c, d or cd"),
        (
            "headline < NIL",
            "column 12: found NIL, expected a value; only == and != compare with NIL (headline is a text)"
        ),
        ("ANY headline == 'x'", "column 5: found headline, expected a list behind ANY (headline is a text)"),
        (
            "keywords == 'x'",
            "column 10: found ==, expected CONTAINS, == NIL, or ANY, ALL, NONE before it (keywords is a list)"
        ),
        (
            "section == Sports",
            "column 12: found Sports, expected a value or a field; a text stands in quotes, \"Sports\""
        ),
        ("published_at < updatd_at", "column 16: updatd_at: no such field (nearest: updated_at)"),
        ("section IN {'a', 3}", "column 18: found a whole number 3, expected a text (section is a text)"),
        ("section IN 'a'", "column 12: found \"a\", expected a list in braces, like {\"Sports\", \"Arts\"}"),
        ("word_count BETWEEN {1}", "column 20: found {1}, expected two values in braces, like {1, 9}"),
        ("(id = 1", "column 8: found the end, expected AND, OR or ) for the ( in column 1"),
        ("id = 1)", "column 7: found ), expected AND, OR or the end"),
        ("id = 'x", "column 6: found a text without an end, expected a closing '"),
        ("id", "column 3: found the end, expected an operator such as ==, <, IN or CONTAINS"),
        ("id = 1 id = 2", "column 8: found id, expected AND, OR or the end"),
        ("id = 1 AND", "column 11: found the end, expected a field"),
        ("1 = 1", "column 1: found 1, expected a field on one side of =="),
        (
            "id = 99999999999999999999",
            "column 6: found 99999999999999999999, expected a whole number of 64 bits or a decimal number"
        ),
        ("id = 5abc", "column 6: found 5abc, expected a whole number of 64 bits or a decimal number"),
        ("id ~ 5", "column 4: found \"~\", expected a field, a value or an operator"),
        ("is_opinion < TRUE", "column 12: found <, expected == or != (is_opinion is a truth value)"),
        (
            "headline == 'a\\u0000b'",
            "column 13: found a text with a NUL character, expected one without (headline is a text)"
        ),
        ("headline MATCHES '('", "column 18: cannot read the regular expression: missing ): ("),
    ])
    func `what cannot be read is an error with its place`(text: String, expected: String) {
        #expect(complaint(text) == expected)
    }

    @Test func `arguments must be there, of the right kind, and all used`() {
        #expect(complaint("id = %@") == "column 6: found %@, expected argument 1, and only 0 given")
        #expect(complaint("id = %d", ["x"]) == "column 6: found argument 1: text, expected a whole number for %d")
        #expect(
            complaint("%K = 1", [1])
                == "column 1: found argument 1: a whole number, expected the name of a field for %K")
        #expect(complaint("id = 1", [1]) == "found 1 arguments, expected 0, as many as there are placeholders")
    }

    @Test func `a field that is named like a word of the language stands behind a hash`() throws {
        let columns = Columns([Column("in", .integer), Column("No", .text)])
        let filter = try Filter("#in == 5 AND #No CONTAINS 'x'", over: columns)
        #expect(filter == .all([.equal("in", 5), .contains("No", "x")]))
        #expect(filter.description == "#in == 5 AND #No CONTAINS \"x\"")
        #expect(try Filter(filter.description, over: columns) == filter)
    }

    @Test func `002-15 the value behind an escape is the character it names`() throws {
        let filter = try Filter(#"headline == "a\"b\\c\n\u00e9" AND section MATCHES '\d+'"#, over: .articles)
        #expect(filter == .all([.equal("headline", "a\"b\\c\n\u{e9}"), .matches("section", "\\d+")]))
    }

    @Test func `depth and length are bounded`() throws {
        let deep = String(repeating: "(", count: 101) + "id=1" + String(repeating: ")", count: 101)
        #expect(complaint(deep) == "column 101: nested deeper than 100 levels")
        let fine = String(repeating: "(", count: 99) + "id=1" + String(repeating: ")", count: 99)
        #expect(complaint(fine) == nil)
        #expect(complaint(String(repeating: "!", count: 200) + "id=1") == "column 101: nested deeper than 100 levels")
        #expect(
            complaint(String(repeating: " ", count: 20_001)) == "column 20001: longer than 20000 characters; shorten it"
        )
        let many = FilterValue.list((0...10_000).map { .integer($0) })
        #expect(throws: PredicateError(column: nil, .limit("more than 10000 values"))) {
            try sql("id IN %@", [many])
        }
    }
}
