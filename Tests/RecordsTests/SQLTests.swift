import Records
import SQLite
import Testing

struct SQLTests {
    @Test(
        arguments: [
            ("word_count >= 5", "a.word_count >= ?", [5]),
            ("NOT word_count > 5", "NOT (ifnull(a.word_count > ?, 0))", [5]),
            ("word_count != 5", "NOT (ifnull(a.word_count = ?, 0))", [5]),
            ("NOT id > 5", "NOT (a.id > ?)", [5]), ("section == nil", "a.section IS NULL", []),
            ("section != nil AND id = 1", "(NOT (a.section IS NULL) AND a.id = ?)", [1]),
            ("headline CONTAINS[cd] 'Año'", "instr(fold(a.headline, 'cd'), ?) > 0", ["ano"]),
            ("headline BEGINSWITH[c] 'Ab'", "substr(fold(a.headline, 'c'), 1, 2) = ?", ["ab"]),
            ("headline ENDSWITH 'ab'", "substr(a.headline, -2) = ?", ["ab"]),
            ("headline LIKE 'a*[?]%_'", "a.headline GLOB ?", ["a*[[]?]%_"]),
            ("headline MATCHES[c] 'a.*'", "matches(a.headline, ?, 'c')", ["a.*"]),
            ("section IN {'a', 'b'}", "a.section IN (?, ?)", ["a", "b"]),
            (
                "ANY keywords == 'x'",
                "EXISTS (SELECT 1 FROM json_each(a.keywords) AS element WHERE element.value = ?)",
                ["x"]
            ),
            (
                "published_at >= '2015-07-01' AND published_at <= '2015-07-07'",
                "(a.published_at >= ? AND a.published_at < ?)", ["2015-07-01", "2015-07-08"]
            ),
            ("published_at > '2015-07-01T10:00:00Z'", "rtrim(a.published_at, 'Z') >= ?", ["2015-07-01T10:00:00.001"]),
            ("published_at < '2015-07-01T02:00:00+02:00'", "a.published_at < ?", ["2015-07-01"]),
            ("is_opinion == TRUE", "a.is_opinion = ?", [1]),
            ("", "1", []), ("FALSEPREDICATE", "0", []),
        ] as [(String, String, [SQLiteValue])])
    func `000-18 a predicate is SQL with every value bound`(
        predicate: String, text: String, values: [SQLiteValue]
    ) throws {
        #expect(try sql(predicate) == SQLFragment(text, values))
    }

    @Test func `a column without an expression of its own is quoted`() throws {
        let columns = Columns([Column("a\"b", .integer)])
        #expect(try columns.compile(.equal("a\"b", 1)).sql.text == "\"a\"\"b\" = ?")
    }

    @Test func `a pattern is as long as SQLite takes it, and a longer one is told with its place`() throws {
        let rows = try ArticleTable([["id": 1, "headline": .text(String(repeating: "a", count: 49_999))]])
        let longest = String(repeating: "a", count: 49_999) + "*"
        #expect(try rows.ids(where: sql("headline LIKE %@", [.text(longest)])) == [1])
        #expect(
            complaint("id == 1 AND headline LIKE %@", [.text(longest + "b")])
                == "column 27: a pattern of more than 50,000 bytes; shorten it")
        // What stands in brackets in SQLite's pattern counts there.
        #expect(complaint("headline LIKE %@", [.text(String(repeating: "\\*", count: 20_000))]) != nil)
        #expect(complaint("ANY keywords LIKE[c] %@", [.text(longest + "b")]) != nil)
    }
}
