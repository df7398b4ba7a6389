internal import Mapping
internal import Testing

@Suite struct JSONDocumentTests {
    @Test func `a body is parsed and its root handed over`() throws {
        #expect(try withJSON("{\"a\": [1, 2]}") { $0["a"]?.elements.count } == 2)
    }

    @Test func `one document parses one body after another, larger and smaller`() throws {
        var document = JSONDocument()
        for size in [1, 5_000, 3, 200_000, 0, 70_000] {
            let body = "[" + (0..<size).map { "\"value \($0)\"" }.joined(separator: ",") + "]"
            let (count, last) = try document.parse(Array(body.utf8)) { ($0.elements.count, $0[-1]?.string) }
            #expect(count == size)
            #expect(last == (size == 0 ? nil : "value \(size - 1)"))
        }
    }

    @Test func `a document is good again after a bad body`() throws {
        var document = JSONDocument()
        #expect(throws: JSONError.self) { try document.parse(Array("{".utf8)) { _ in } }
        #expect(try document.parse(Array("[7]".utf8)) { $0[0]?.integer } == 7)
    }

    @Test func `an empty body, a blank one and a web page are told apart`() {
        #expect(throws: JSONError.empty) { try withJSON("") { _ in } }
        #expect(throws: JSONError.blank) { try withJSON(" \r\n\t ") { _ in } }
        let page = #expect(throws: JSONError.self) { try withJSON("\n<html>secret</html>") { _ in } }
        #expect(page?.description.contains("'<', as a web page does") == true)
        #expect(page?.description.contains("secret") == false)
    }

    @Test(arguments: ["{", "[1,]", "{\"a\" 1}", "{\"a\":1} x", "nul", "[1 2]", "\"open", "{'a':1}", "[\"\u{1}\"]"])
    func `a cut or damaged body is an error`(text: String) {
        let error = #expect(throws: JSONError.self) { try withJSON(text) { _ in } }
        guard case .notJSON(let reason, _) = error else {
            Issue.record("\(text) gave \(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func `every beginning of a good body is an error, and only the whole is good`() throws {
        let body = Array("{\"docs\":[{\"a\":\"é—\",\"n\":-1.5e3},null,true]}".utf8)
        var document = JSONDocument()
        for length in 1..<body.count {
            #expect(throws: JSONError.self) { try document.parse(Array(body.prefix(length))) { _ in } }
        }
        #expect(try document.parse(body) { $0["docs"]?.elements.count } == 3)
    }

    @Test func `invalid UTF-8 is an error`() {
        var document = JSONDocument()
        let body = Array("{\"a\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
        #expect(throws: JSONError.notUTF8) { try document.parse(body) { _ in } }
    }

    @Test func `nesting beyond the limit is an error, and up to it is not`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(String(repeating: "[", count: depth).utf8) + Array(String(repeating: "]", count: depth).utf8)
        }
        var document = JSONDocument(maximumDepth: 32)
        #expect(throws: JSONError.tooDeep(limit: 32)) { try document.parse(nested(100)) { _ in } }
        #expect(throws: JSONError.tooDeep(limit: 32)) { try document.parse(nested(100_000)) { _ in } }
        #expect(try document.parse(nested(31)) { $0.kind } == .array)
    }

    @Test func `an integer beyond 64 bits keeps its text and costs no page`() throws {
        let digits = "123456789012345678901234567890"
        try withJSON(
            "[-\(digits), {\"id\": \(digits)}, 18446744073709551615, \"\(digits)\", 7, -9223372036854775808, 0.12345678901234567890123]"
        ) { root in
            #expect(root[1]?["id"]?.numberText == digits)
            #expect(root[0]?.numberText == "-" + digits)
            #expect(root[0]?.integer == nil)
            #expect(root[1]?["id"]?.integer == nil)
            #expect(abs((root[1]?["id"]?.double ?? 0) / 1.2345678901234567e29 - 1) < 1e-14)
            #expect(root[2]?.numberText == "18446744073709551615")
            #expect(root[3]?.string == digits)
            #expect(root[4]?.integer == 7)
            #expect(root[5]?.integer == Int.min)
            #expect(root[6]?.double == 0.12345678901234568)
            #expect(root[6]?.numberText == "0.12345678901234567890123")
        }
    }

    @Test(arguments: [
        "[01]", "[1.]", "[1e999]", "[-]", "[123456789012345678901234567890x]", "[0123456789012345678901234567890]",
    ])
    func `what is no number is an error`(text: String) {
        #expect(throws: JSONError.self) { try withJSON(text) { _ in } }
    }

    @Test(arguments: [
        (#""cut \ud83d""#, "cut \u{FFFD}"), (#""\ud83d\udcf0""#, "📰"), (#""\udcf0x""#, "\u{FFFD}x"),
        (#""\ud83d\ud83d\udcf0""#, "\u{FFFD}📰"),
        (#""\\ud83d \ud83d\n""#, "\\ud83d \u{FFFD}\n"), (#""\uD83D\u0041""#, "\u{FFFD}A"),
    ])
    func `half a surrogate pair becomes a replacement character and costs no page`(json: String, expected: String)
        throws
    {
        #expect(try withJSON("[\(json), \"\\ud83d\"]") { $0[0]?.string } == expected)
    }

    @Test func `a bad escape is an error all the same`() {
        for text in [#"["\ud83"]"#, #"["\x"]"#, #"["\ud83d\u12"]"#, #"["\ud83d"#] {
            #expect(throws: JSONError.self) { try withJSON(text) { _ in } }
        }
    }

    @Test func `a byte order mark is passed over`() throws {
        #expect(try withJSON("\u{FEFF}[1]") { $0[0]?.integer } == 1)
        #expect(throws: JSONError.empty) { try withJSON("\u{FEFF}") { _ in } }
    }

    @Test func `a body may be a span of bytes`() throws {
        let body = Array("{\"a\":1}".utf8)
        var document = JSONDocument()
        let value = try unsafe document.parse(body.span.bytes) { $0["a"]?.integer }
        #expect(value == 1)
    }
}
