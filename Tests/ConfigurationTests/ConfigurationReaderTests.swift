import Chronology
import Configuration
import TestSupport
import Testing

@Suite struct ConfigurationReaderTests {
    private enum Level: String, CaseIterable { case info, debug }

    private func reader(_ text: String) throws -> ConfigurationReader {
        let diagnostics = Diagnostics()
        let table = TOMLDocument.parse(text, file: "F", diagnostics: diagnostics)
        return ConfigurationReader(try #require(table, "\(diagnostics.found)"), diagnostics: diagnostics)
    }

    @Test func `each kind of value is read as its type`() throws {
        let root = try reader(
            """
            name = "x"
            empty = ""
            count = -3
            whole = 2
            part = 0.25
            yes = true
            list = ["a", ""]
            none = []
            day = 2015-07-01
            text_day = "2016-02-29"
            wait = "6h"
            level = "debug"
            """)
        #expect(root.string("name") == "x")
        #expect(root.text("name") == "x")
        #expect(root.string("empty")?.isEmpty == true)
        #expect(root.integer("count") == -3)
        #expect(root.integer("count", in: -3...3) == -3)
        #expect(root.number("whole") == 2)
        #expect(root.number("part", in: 0...0.25) == 0.25)
        #expect(root.bool("yes") == true)
        #expect(root.strings("list") == ["a", ""])
        #expect(root.strings("none") == [])
        #expect(root.day("day") == CalendarDay(year: 2015, month: 7, day: 1))
        #expect(root.day("text_day") == CalendarDay(year: 2016, month: 2, day: 29))
        #expect(root.duration("wait") == .seconds(21_600))
        #expect(root.choice("level", of: Level.self) == .debug)
        root.finish()
        #expect(root.diagnostics.isEmpty)
    }

    @Test func `an absent key is nil and no mistake`() throws {
        let root = try reader("")
        #expect(root.string("a") == nil)
        #expect(root.integer("a") == nil)
        #expect(root.strings("a") == nil)
        #expect(root.choice("a", of: Level.self) == nil)
        #expect(root.table("a") == nil)
        #expect(root.tables("a").isEmpty)
        #expect(root.list("a").isEmpty)
        #expect(!root.has("a"))
        root.finish()
        #expect(root.diagnostics.isEmpty)
    }

    @Test func `rooms that share a reader each know their keys`() throws {
        let root = try reader("[log]\nlevel = \"info\"\nformat = \"text\"\nother = 1\n")
        #expect(root.table("log")?.string("level") == "info")
        #expect(root.table("log")?.string("format") == "text")
        root.finish()
        root.finish()
        root.table("log")?.finish()
        #expect(root.diagnostics.found.map(\.description) == ["F:4:1: unknown key log.other (known: level, format)"])
    }

    @Test func `tables come in the order written, under their dotted names`() throws {
        let root = try reader("[queries.zebra]\n[queries.\"a b\"]\n[queries.c]\n[[e]]\n[[e]]\n")
        #expect(root.tables("queries").map(\.key) == ["zebra", "a b", "c"])
        #expect(root.tables("queries").map(\.reader.name) == ["queries.zebra", "queries.\"a b\"", "queries.c"])
        #expect(root.list("e").map(\.name) == ["e[0]", "e[1]"])
    }

    @Test func `a room's own complaint stands at the value, or at the table`() throws {
        let root = try reader("\n[a]\nb = 1\n")
        let table = try #require(root.table("a"))
        table.complain("b", "is odd")
        table.complain("c", "is not there")
        table.complain(nil, "is all wrong")
        #expect(
            root.diagnostics.found.map(\.description) == [
                "F:3:5: is odd", "F:2:1: is not there", "F:2:1: is all wrong",
            ])
    }

    @Test func `each mistake is told once, in the order of the places`() {
        let diagnostics = Diagnostics()
        let place = { SourceLocation(file: $0, line: $1, column: $2) }
        for (file, line, column) in [("b", 1, 1), ("a", 10, 1), ("a", 2, 9), ("a", 2, 9), ("a", 2, 1)] {
            diagnostics.add(place(file, line, column), "wrong")
        }
        #expect(diagnostics.found.count == 5)
        #expect(
            diagnostics.sorted.map(\.description) == ["a:2:1: wrong", "a:2:9: wrong", "a:10:1: wrong", "b:1:1: wrong"])
    }

    @Test func `a table laid over another replaces key by key and keeps the rest`() throws {
        let lower = try reader("a = 1\nb = 2\n[t]\nc = 3\nd = [1, 2]\n").table
        let upper = try reader("b = \"two\"\n[t]\nd = [3]\ne = 5\n[u]\n").table
        let both = lower.overlaid(with: upper)
        #expect(both.entries.map(\.key) == ["a", "b", "t", "u"])
        #expect(both["b"]?.value.kind == .string("two"))
        guard case .table(let table)? = both["t"]?.value.kind else { return #expect(Bool(false), "no table") }
        #expect(table.entries.map(\.key) == ["c", "d", "e"])
        #expect(table["c"]?.value.kind == .integer(3))
        #expect(table["d"]?.value.location.line == 3)
        #expect(table.location.line == 2)
    }
}
