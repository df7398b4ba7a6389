import Chronology
import Configuration
import TestSupport
import Testing

@Suite struct TOMLDocumentTests {
    private func table(_ text: String) throws -> ConfigurationTable {
        let diagnostics = Diagnostics()
        let table = TOMLDocument.parse(text, file: "F", diagnostics: diagnostics)
        return try #require(table, "\(diagnostics.found)")
    }

    private func kind(_ text: String) throws -> ConfigurationValue.Kind? {
        try table("key = " + text)["key"]?.value.kind
    }

    @Test func `each kind of value is read`() throws {
        #expect(try kind("\"a\\u00e9\\n\"") == .string("aé\n"))
        #expect(try kind("'''\nraw \\n'''") == .string("raw \\n"))
        #expect(try kind("\"a\\u0000b\"") == .string("a\0b"))
        #expect(try kind("-9223372036854775808") == .integer(.min))
        #expect(try kind("0xff") == .integer(255))
        #expect(try kind("1_000") == .integer(1_000))
        #expect(try kind("1.5e3") == .double(1_500))
        #expect(try kind("inf") == .double(.infinity))
        #expect(try kind("true") == .bool(true))
        #expect(try kind("07:32:00.5") == .local("07:32:00.500000000"))
        #expect(try kind("2015-07-01T07:32:00") == .local("2015-07-01T07:32:00"))
    }

    @Test func `a date without a time is a day and never an instant`() throws {
        #expect(try kind("2015-07-01") == .day(#require(CalendarDay(year: 2015, month: 7, day: 1))))
        #expect(try kind("2016-02-29") == .day(#require(CalendarDay(year: 2016, month: 2, day: 29))))
    }

    @Test(arguments: [
        "2015-07-04T00:00:00Z", "2015-07-04 00:00:00z", "2015-07-03T20:00:00-04:00", "2015-07-04T05:30:00+05:30",
    ]) func `a date with a time and a zone is an instant`(_ text: String) throws {
        #expect(try kind(text) == .instant(#require(Instant(iso8601: "2015-07-04T00:00:00Z"))))
    }

    @Test func `keys and values have their places, in the order written`() throws {
        let table = try table("zebra = 1\n\n[b.\"c d\"]\n  x.y = [1,\n   2]\n[a]\n")
        #expect(table.entries.map(\.key) == ["zebra", "b", "a"])
        #expect(table.entries.map(\.location.description) == ["F:1:1", "F:3:2", "F:6:2"])
        guard case .table(let b)? = table["b"]?.value.kind, case .table(let c)? = b["c d"]?.value.kind,
            case .table(let x)? = c["x"]?.value.kind, case .array(let values)? = x["y"]?.value.kind
        else { return #expect(Bool(false), "the tables are not nested as written") }
        #expect(b["c d"]?.location.description == "F:3:4")
        #expect(c["x"]?.location.description == "F:4:3")
        #expect(x["y"]?.location.description == "F:4:5")
        #expect(values.map(\.location.description) == ["F:4:10", "F:5:4"])
    }

    @Test func `arrays of tables and inline tables are read`() throws {
        let table = try table("[[e]]\na = 1\n[[e]]\na = 2\n[f]\ng = { h = { i = 3 } }\n")
        guard case .array(let list)? = table["e"]?.value.kind, case .table(let second)? = list.last?.kind else {
            return #expect(Bool(false), "no list")
        }
        #expect(list.count == 2)
        #expect(second["a"]?.value.kind == .integer(2))
    }

    @Test func `line ends of other systems and an empty file are fine`() throws {
        #expect(try table("a = 1\r\nb = 2\r\n")["b"]?.location.description == "F:2:1")
        #expect(try table("").entries == [])
        #expect(try table("\u{feff}a = 1")["a"]?.value.kind == .integer(1))
    }

    @Test func `dots in values and comments are no deep keys`() throws {
        let dots = String(repeating: "a.", count: 200)
        let text =
            "# \(dots)\na = \"\(dots)\" # \(dots)\nb = '\(dots)'\nc = \"\"\"\n\(dots)\"\n\\\"\"\"\"\"\nd = [1.5, 2.5]\n"
        #expect(try table(text).entries.count == 4)
        let key = (0..<64).map { "k\($0)" }.joined(separator: ".")
        #expect(try table("\(key) = 1").entries.count == 1)
    }

    @Test func `depth is bounded wherever it comes from`() {
        let key = (0..<60).map { "k\($0)" }.joined(separator: ".")
        for text in [
            "[\(key)]\n\(key) = 1", "a = {\(key) = {\(key) = 1}}", "\(key).\(key) = 1",
            "a = " + String(repeating: "[", count: 500_000), "a = " + String(repeating: "{a=", count: 300_000),
            String(repeating: "a.", count: 500_000) + "a = 1",
            "a = \"\"\"\"\"\"\n" + String(repeating: "'b'.", count: 9_999),
        ] {
            #expect(Sample.complaints(of: text).count == 1, "\(text.prefix(40))")
        }
    }
}
