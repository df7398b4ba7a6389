internal import Mapping
internal import TestSupport
internal import Testing

@Suite struct JSONPathTests {
    private static let body = """
        {"response": {"docs": [{"headline": {"main": "one"}}, {"headline": {"main": "two"}}, {"headline": null}]},
         "tags": [{"type": "keyword", "n": "k1"}, {"type": "contributor", "n": "c1"}, {"type": "keyword", "n": "k2"},
                  {"type": 7, "n": "seven"}, {"type": true, "n": "yes"}, {"n": "untyped"}, "keyword"],
         "odd.key": 1, "a b": 2, "it's": 3, "@ref": 4, "dc:title": 5, "": 6, "[x]": 7, "$v-1_2": 8}
        """

    private func texts(_ path: String) throws -> [String] {
        let path = try JSONPath(path)
        return try withJSON(Self.body) { root in path.all(in: root).map { $0.scalarText ?? $0.kind.rawValue } }
    }

    @Test(arguments: [
        ("response.docs[0].headline.main", ["one"]), ("response.docs[-2].headline.main", ["two"]),
        ("response.docs[*].headline.main", ["one", "two"]),
        ("response.docs[*].headline", ["object", "object", "null"]),
        ("response.docs[9].headline", []), ("response.docs.headline", []), ("response[0]", []), ("tags[*].n.x", []),
        ("tags[?type=keyword].n", ["k1", "k2"]), ("tags[?type=7].n", ["seven"]), ("tags[?type=true].n", ["yes"]),
        ("tags[?type='contributor'].n", ["c1"]), ("tags[?type=].n", []), ("tags[?'type'=keyword].n", ["k1", "k2"]),
        ("'odd.key'", ["1"]), ("'a b'", ["2"]), ("'it''s'", ["3"]), ("@ref", ["4"]), ("dc:title", ["5"]), ("''", ["6"]),
        ("'[x]'", ["7"]), ("$v-1_2", ["8"]), ("", ["object"]),
    ])
    func `a path leads to its values in order`(path: String, expected: [String]) throws {
        #expect(try texts(path) == expected)
    }

    @Test func `the root may be an array`() throws {
        try withJSON("[{\"x\": 1}, {\"x\": 2}]") { root throws in
            #expect(try JSONPath("[0].x").first(in: root)?.integer == 1)
            #expect(try JSONPath("[*].x").all(in: root).map(\.integer) == [1, 2])
            #expect(try JSONPath("[-1]").first(in: root)?.kind == .object)
        }
    }

    @Test func `the first value may be null, which is not absent`() throws {
        try withJSON("{\"a\": null}") { root throws in
            #expect(try JSONPath("a").first(in: root)?.isNull == true)
            #expect(try JSONPath("a.b").first(in: root) == nil)
        }
    }

    @Test(arguments: [
        ("a..b", 3), (".a", 1), ("a.", 3), ("a[", 3), ("a[x]", 3), ("a[1", 4), ("a[]", 3), ("a]b", 2), ("a b", 2),
        ("'open", 1), ("a[?k]", 5), ("a[?=v]", 4), ("a[?k=v", 7), ("[0]x", 4), ("a[+1]", 3),
        ("a[99999999999999999999]", 23),
        ("a'b'", 2), ("a[?k='v]", 6), ("a[1.5]", 4),
    ])
    func `a path that cannot be read is an error with its column`(path: String, column: Int) {
        let error = #expect(throws: JSONPathError.self) { try JSONPath(path) }
        #expect(error?.column == column, "\(String(describing: error))")
        #expect(error?.path == path)
    }

    @Test func `what is written is read back, whatever the names`() throws {
        var numbers = Dice(seed: 11)
        for _ in 0..<500 {
            var written = ""
            for _ in 0..<Int.random(in: 0...5, using: &numbers) {
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: written += "[\(Int.random(in: -9...9, using: &numbers))]"
                case 1: written += "[*]"
                case 2: written += "[?'\(quoted(&numbers))'='\(quoted(&numbers))']"
                default: written += (written.isEmpty ? "" : ".") + "'\(quoted(&numbers))'"
                }
            }
            let path = try JSONPath(written)
            #expect(try JSONPath(path.description) == path, "\(written)")
        }
    }

    private func quoted(_ numbers: inout Dice) -> String {
        numbers.text().map { $0 == "'" ? "''" : String($0) }.joined()
    }

    @Test func `plain paths are written as they were`() throws {
        for path in ["a.b", "a[0].b", "[0].x", "a[*].b", "a[?k=v].b", "a[-1]", "'odd.key'.x", "a[?k=b c.d]"] {
            #expect(try JSONPath(path).description == path)
        }
    }

    @Test func `a path of one value at most is singular`() throws {
        #expect(try JSONPath("a[0].b").isSingular)
        #expect(try !JSONPath("a[*].b").isSingular)
        #expect(try !JSONPath("a[?k=v]").isSingular)
        #expect(try JSONPath("a.b").keys == ["a", "b"])
        #expect(try JSONPath("a[0]").keys == nil)
        #expect(try JSONPath("a").appending(try JSONPath("[0].b")).description == "a[0].b")
    }
}
