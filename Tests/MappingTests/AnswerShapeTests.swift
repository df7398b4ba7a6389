import Mapping
import TestSupport
import Testing

/// The shape of an answer that a text holds.
func shape(_ json: String) throws -> AnswerShape {
    var reader = ShapeReader()
    let seen = try withJSON(json) { reader.read($0) }
    return try #require(seen)
}

/// What some answers taught, one after another.
func learnt(_ answers: String...) throws -> AnswerShape {
    try answers.reduce(AnswerShape()) { try $0.learning(shape($1)) }
}

@Suite struct AnswerShapeTests {
    @Test func `a shape is its paths with their kinds, whatever the values`() throws {
        let text = """
            articlesync-shape 1
            .\tobject\talways
            a\tarray\talways
            a[*]\tnumber,object\talways(3)
            a[*].b\tnull,string\talways(2)
            a[*].c\tbool\tsometimes(1)
            d\tobject\talways

            """
        #expect(try shape(#"{"d":{},"a":[{"b":"x","c":true},{"b":null},3]}"#).text == text)
        #expect(try shape(#"{"a":[2e9,{"b":null},{"c":false,"b":""}],"d":{}}"#).text == text)
    }

    @Test(arguments: [
        ("[1]", ".\tarray\talways\n[*]\tnumber\talways(1)\n"), ("[]", ".\tarray\talways\n"),
        ("null", ".\tnull\talways\n"), ("18446744073709551615", ".\tnumber\talways\n"),
        (
            #"[[["x"]]]"#,
            ".\tarray\talways\n[*]\tarray\talways(1)\n[*][*]\tarray\talways(1)\n[*][*][*]\tstring\talways(1)\n"
        ),
    ]) func `any value has a shape`(_ json: String, _ lines: String) throws {
        #expect(try shape(json).text == "articlesync-shape 1\n" + lines)
    }

    @Test func `a key is promised until an object is seen without it`() throws {
        let key = ShapePath(keys: ["a", "k"])
        #expect(try learnt(#"{"a":{"k":1}}"#, #"{"a":{"k":1}}"#)[key]?.isOptional == false)
        #expect(try learnt(#"{"a":{"k":1}}"#, #"{"a":{}}"#)[key]?.isOptional == true)
        #expect(try learnt(#"{"a":{}}"#, #"{"a":{"k":1}}"#)[key]?.isOptional == true)
        // Where there is no object nothing is missing from it.
        #expect(try learnt(#"{"a":{"k":1}}"#, #"{"a":null}"#, "{}")[key]?.isOptional == false)
        #expect(try learnt(#"{"a":{"k":1}}"#, #"{"a":null}"#, "{}")[ShapePath(keys: ["a"])]?.isOptional == true)
        let inRecords = try #require(ShapePath("a[*].k"))
        #expect(try shape(#"{"a":[{"k":1},{}]}"#)[inRecords]?.isOptional == true)
    }

    @Test func `values are counted until a path is familiar, and then a shape rests`() throws {
        let answer = "{\"a\":[" + (0..<10).map { "{\"b\":\($0)}" }.joined(separator: ",") + "]}"
        let path = try #require(ShapePath("a[*].b"))
        #expect(try learnt(answer, answer)[path]?.count == 20)
        let three = try learnt(answer, answer, answer)
        let lines = [".\tobject", "a\tarray", "a[*]\tobject", "a[*].b\tnumber"].map { $0 + "\talways\n" }
        #expect(three.text == "articlesync-shape 1\n" + lines.joined())
        #expect(try three.learning(shape(answer)) == three)
        let one = "{\"a\":[" + (0..<77).map { "{\"b\":\($0)}" }.joined(separator: ",") + "]}"
        #expect(try learnt(one) == three)
    }

    @Test func `joining shapes knows no order and no repetition`() throws {
        var numbers = Dice(seed: 7)
        for _ in 0..<300 {
            let first = try learnt(numbers.json(), numbers.json())
            let second = try learnt(numbers.json(), numbers.json(), numbers.json())
            let both = first.merging(second)
            #expect(both == second.merging(first))
            #expect(first.merging(first) == first)
            #expect(both.merging(first) == both)
            #expect(both.merging(second) == both)
            #expect(first.merging(AnswerShape()) == first)
            #expect(AnswerShape().merging(first) == first)
        }
    }

    @Test func `what is kept as text comes back as it was`() throws {
        var numbers = Dice(seed: 8)
        for _ in 0..<300 {
            let shape = try learnt(numbers.json(), numbers.json())
            #expect(try AnswerShape(text: shape.text) == shape, "\(shape.text)")
            #expect(shape.text.utf8.split(separator: UInt8(ascii: "\n")).count == shape.pathCount + 1)
        }
        #expect(try AnswerShape(text: AnswerShape().text).isEmpty)
    }

    @Test func `the text is the same whatever the order of keys`() throws {
        #expect(try shape(#"{"b":1,"a":{"d":1,"c":2}}"#).text == shape(#"{"a":{"c":1,"d":1},"b":3}"#).text)
    }

    @Test(arguments: [
        ("", "line 1 is not there"), ("articlesync-shape 2\n", "line 1 is no \"articlesync-shape 1\""),
        (".\tobject\talways\n", "line 1 is no \"articlesync-shape 1\""),
        ("articlesync-shape 1\n.\tobject\n", "line 2 is not a path, its kinds, and always or sometimes"),
        ("articlesync-shape 1\n.\tthing\talways\n", "line 2 is not a path, its kinds, and always or sometimes"),
        ("articlesync-shape 1\n.\tnull,null\talways\n", "line 2 is not a path, its kinds, and always or sometimes"),
        ("articlesync-shape 1\n.\tobject\tnever\n", "line 2 is not a path, its kinds, and always or sometimes"),
        ("articlesync-shape 1\n.\tobject\talways(30)\n", "line 2 is not a path, its kinds, and always or sometimes"),
        (
            "articlesync-shape 1\n.\tobject\talways\n.a\tnull\talways\n",
            "line 3 is not a path, its kinds, and always or sometimes"
        ),
        (
            "articlesync-shape 1\n.\tobject\talways\n'a\tnull\talways\n",
            "line 3 is not a path, its kinds, and always or sometimes"
        ),
        (
            "articlesync-shape 1\n.\tobject\talways\na.b\tnull\talways\n",
            "line 3 has no path above it, or is there twice"
        ),
        ("articlesync-shape 1\na\tobject\talways\n", "line 2 has no path above it, or is there twice"),
        (
            "articlesync-shape 1\n.\tobject\talways\n.\tobject\talways\n",
            "line 3 has no path above it, or is there twice"
        ),
    ]) func `a text that is none is refused with its line`(_ text: String, _ reason: String) throws {
        let error = try #require(throws: ShapeTextError.self) { try AnswerShape(text: text) }
        #expect(error.description == reason)
    }

    @Test(arguments: [
        ".", "a", "a.b[*].c", "[*]", "[*][*].x", "a.{*}.b", "{*}", "'odd.key'.'it''s'", "''.a", "'{*}'", "a.'[*]'",
        "é.—",
    ]) func `a path is written as it is read`(_ text: String) throws {
        #expect(try #require(ShapePath(text)).description == text)
    }

    @Test(arguments: ["", "a.", ".a", "a..b", "a[0]", "a[*", "a[*]b", "a b", "'a", "'a'b", "a{*}"])
    func `a path that is none is not read`(_ text: String) { #expect(ShapePath(text) == nil) }
}

@Suite struct ShapeDifferenceTests {
    private func differences(_ known: String..., answer: String) throws -> [String] {
        let known = try known.reduce(AnswerShape()) { try $0.learning(shape($1)) }
        return try known.differences(of: shape(answer)).map { difference in
            let mark = difference.isSure ? "" : "?"
            switch difference.change {
            case .gone: return "-\(difference.path)\(mark)"
            case .new: return "+\(difference.path)\(mark)"
            case .changed(let from, let to): return "\(difference.path): \(from) > \(to)\(mark)"
            }
        }
    }

    @Test func `what is gone, new or of another kind is named by its path, of a branch the top alone`() throws {
        #expect(
            try differences(#"{"a":{"b":{"c":1}},"d":1,"e":[]}"#, answer: #"{"d":"1","e":{},"f":{"g":1}}"#)
                == ["-a", "d: number > string", "e: array > object", "+f"])
    }

    @Test func `nothing differs from nothing known`() throws {
        #expect(try AnswerShape().differences(of: shape(#"{"a":1}"#)) == [])
    }

    @Test func `in records it takes some of them before one is sure, but for lists and objects`() throws {
        let answer = { (count: Int, record: String) in
            "{\"a\":[" + [String](repeating: record, count: count).joined(separator: ",") + "]}"
        }
        let usual = #"{"k":1,"l":1}"#
        let odd = answer(1, #"{"k":"1","m":1}"#)
        let few = try differences(answer(10, usual), answer(10, usual), answer: odd)
        #expect(few == ["a[*].k: number > string?", "-a[*].l?", "+a[*].m?"])
        let enough = try differences(answer(10, usual), answer(20, usual), answer: odd)
        #expect(enough == ["a[*].k: number > string", "-a[*].l", "+a[*].m"])
        #expect(try differences(answer(1, usual), answer: #"{"a":[{"k":[1],"l":1}]}"#) == ["a[*].k: number > array"])
    }

    @Test(arguments: [
        // Null beside another kind, either way.
        (#"{"a":null}"#, #"{"a":"x"}"#), (#"{"a":"x"}"#, #"{"a":null}"#), (#"{"a":[1]}"#, #"{"a":null}"#),
        // What stands in a list that was empty, or in an object that was null.
        (#"{"a":[]}"#, #"{"a":[{"k":1}]}"#), (#"{"a":[{"k":1}]}"#, #"{"a":[]}"#), (#"{"a":null}"#, #"{"a":{"k":1}}"#),
        (#"{"a":{"k":1}}"#, #"{"a":null}"#),
        // A key that not every object had.
        (#"{"a":[{"k":1},{}]}"#, #"{"a":[{}]}"#), (#"{"a":[{"k":1},{}]}"#, #"{"a":[{"k":2}]}"#),
        // An empty list for an object without members.
        (#"{"a":{"k":1}}"#, #"{"a":[]}"#),
        // Keys that are data.
        (#"{"a":{"17":{"k":1}}}"#, #"{"a":{"18":{"k":1},"19":{"k":1}}}"#),
    ]) func `what is usual is no difference`(_ known: String, _ answer: String) throws {
        #expect(try differences(known, known, known, answer: answer) == [])
    }
}

extension Dice {
    /// A JSON value with odd keys, the same ones again and again.
    mutating func json(depth: Int = 4) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &self) {
        case 0: return "null"
        case 1: return "true"
        case 2: return "\(Int.random(in: -9...9, using: &self))"
        case 3: return "1e3"
        case 4: return #""x""#
        case 5:
            return "["
                + (0..<Int.random(in: 0...3, using: &self)).map { _ in json(depth: depth - 1) }
                .joined(separator: ",") + "]"
        default:
            let keys = [
                "a", "b", "c", "", "a.b", "it's", " ", "{*}", "[*]", ".", "é", "\u{301}", "🗞", "12", "2015-07-01",
                #"\n"#, #"\t"#, #"\u0000"#, #"\u2028"#, #"\""#, #"\\"#, #"\r\n"#, "a/b",
            ]
            return "{"
                + (0..<Int.random(in: 0...5, using: &self)).map { _ in
                    "\"" + keys.randomElement(using: &self)! + "\":" + json(depth: depth - 1)
                }.joined(separator: ",") + "}"
        }
    }
}
