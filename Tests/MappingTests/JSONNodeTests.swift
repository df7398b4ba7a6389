internal import Mapping
internal import TestSupport
internal import Testing

@Suite struct JSONNodeTests {
    @Test func `every kind is known`() throws {
        try withJSON("[null, true, -1, 18446744073709551615, 1.5, \"s\", [], {}]") { root in
            let expected: [JSONNode.Kind] = [.null, .bool, .number, .number, .number, .string, .array, .object]
            #expect(root.elements.map(\.kind) == expected)
        }
    }

    @Test func `null, absent and a value are three things`() throws {
        try withJSON("{\"a\": null, \"b\": 0}") { root in
            #expect(root["a"]?.isNull == true)
            #expect(root["b"]?.isNull == false)
            #expect(root["c"] == nil)
        }
    }

    @Test func `of members with one name the first counts, and the walk shows both`() throws {
        try withJSON("{\"a\": 1, \"a\": 2}") { root in
            #expect(root["a"]?.integer == 1)
            #expect(root.members.map(\.name) == ["a", "a"])
            #expect(root.members.map(\.value.integer) == [1, 2])
        }
    }

    @Test func `keys are compared after unescaping, and as bytes`() throws {
        try withJSON(#"{"\u0061b": 1, "": 2, "é": 3, "é": 4}"#) { root in
            #expect(root["ab"]?.integer == 1)
            #expect(root[""]?.integer == 2)
            #expect(root["\u{E9}"]?.integer == 3)
        }
    }

    @Test func `elements are found from both ends`() throws {
        try withJSON("[[1, {\"x\": [9]}], 2, 3]") { root in
            #expect(root[1]?.integer == 2)
            #expect(root[-1]?.integer == 3)
            #expect(root[-3]?.kind == .array)
            #expect(root[3] == nil)
            #expect(root[-4] == nil)
            #expect(root[Int.min] == nil)
            #expect(root[1]?[0] == nil)
        }
    }

    @Test func `members and elements of what has none are none`() throws {
        try withJSON("[{}, [], 7, \"s\", null]") { root in
            for element in root.elements {
                #expect(element.elements.count == 0)
                #expect(Array(element.members).isEmpty)
                #expect(element["a"] == nil)
            }
        }
    }

    @Test func `numbers are had as integer, double and as written`() throws {
        try withJSON("[1.10, 1e2, -5, 18446744073709551615, 0.5, 9007199254740993]") { root in
            #expect(
                root.elements.map(\.numberText) == [
                    "1.10", "1e2", "-5", "18446744073709551615", "0.5", "9007199254740993",
                ])
            #expect(root.elements.map(\.integer) == [nil, 100, -5, nil, nil, 9_007_199_254_740_993])
            #expect(root.elements.map(\.double)[..<3] == [1.1, 100, -5])
        }
    }

    @Test func `scalars have a text and containers have none`() throws {
        try withJSON("[\"s\", 1.50, true, false, null, [], {}]") { root in
            #expect(root.elements.map(\.scalarText) == ["s", "1.50", "true", "false", nil, nil, nil])
        }
    }

    @Test func `an excerpt is the source text, shortened`() throws {
        let text =
            "{\"a\" : [1.0,  \"q\\\"\\\\\"], \"b\": {\"c\":null} , \"long\":\"\(String(repeating: "ab", count: 100))\"}"
        try withJSON(text) { root in
            #expect(root["a"]?.excerpt() == "[1.0,  \"q\\\"\\\\\"]")
            #expect(root["a"]?[1]?.excerpt() == "\"q\\\"\\\\\"")
            #expect(root["b"]?.excerpt() == "{\"c\":null}")
            #expect(root["b"]?["c"]?.excerpt() == "null")
            #expect(root["a"]?[0]?.excerpt() == "1.0")
            #expect(root["long"]?.excerpt().count == 80)
            #expect(root["long"]?.excerpt().hasSuffix("ab…") == true)
            #expect(root.excerpt(upTo: 12) == "{\"a\" : [1.0…")
        }
    }

    @Test func `every value of a random body knows its place and its text`() throws {
        var numbers = Dice(seed: 4)
        var document = JSONDocument()
        for _ in 0..<60 {
            let value = RandomJSON.value(depth: 4, &numbers)
            try document.parse(value.bytes) { root in
                try RandomJSON.walk(root) { node in
                    let place = node.location
                    #expect(try JSONPath(place.description) == place)
                    let found = try #require(place.first(in: root))
                    #expect(found.location == place)
                    #expect(found.excerpt(upTo: 10_000) == node.excerpt(upTo: 10_000))
                }
                #expect(root.excerpt(upTo: 100_000) == String(decoding: value.bytes, as: UTF8.self))
            }
        }
    }
}

/// JSON values made up by a generator, with names that are each used once in an object.
enum RandomJSON {
    static func value(depth: Int, _ numbers: inout Dice) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &numbers) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &numbers))
        case 2: return .number(String(Int.random(in: -1_000...1_000, using: &numbers)))
        case 3: return .number("\(Double.random(in: -9...9, using: &numbers))")
        case 4: return .string(numbers.text())
        case 5:
            return .array((0..<Int.random(in: 0...3, using: &numbers)).map { _ in value(depth: depth - 1, &numbers) })
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &numbers)).map {
                    JSONValue.Member("\($0)" + numbers.text(), value(depth: depth - 1, &numbers))
                })
        }
    }

    static func walk(_ node: JSONNode, _ visit: (JSONNode) throws -> Void) rethrows {
        try visit(node)
        for element in node.elements { try walk(element, visit) }
        for member in node.members { try walk(member.value, visit) }
    }
}
