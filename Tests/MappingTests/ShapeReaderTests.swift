import Mapping
import TestSupport
import Testing

@Suite struct ShapeReaderTests {
    /// Shows answers one after another, and tells of each whether there was something to learn.
    private func news(_ answers: String...) throws -> [Bool] {
        var reader = ShapeReader()
        return try answers.map { answer in
            try withJSON(answer) { root in
                guard let seen = reader.read(root) else { return false }
                reader.known = reader.known.learning(seen)
                return true
            }
        }
    }

    @Test func `an answer that is known is none to learn`() throws {
        let records = [String](repeating: #"{"b":"x"},{"b":null}"#, count: 5).joined(separator: ",")
        let answer = "{\"a\":[\(records)],\"c\":{\"d\":1.5}}"
        #expect(try news(answer, answer, answer, answer, answer) == [true, true, true, false, false])
        #expect(
            try news(answer, answer, answer, #"{"c":{"d":2},"a":[{"b":"y"}]}"#, #"{"c":{"d":2},"a":[]}"#).last == false)
    }

    @Test(arguments: [
        #"{"a":[{"b":1}]}"#, #"{"a":[{"b":"x","c":1}]}"#, #"{"a":[{}]}"#, #"{"a":{"b":"x"}}"#, "[]", "{}",
        #"{"a":[{"b":"x"},{}]}"#, #"{"a":[{"b":"x"},1]}"#, #"{"a":[{"b":null}]}"#, #"{"A":[{"b":"x"}]}"#,
    ]) func `what is not known is, each for its own reason`(_ odd: String) throws {
        let answer = "{\"a\":[" + [String](repeating: #"{"b":"x"}"#, count: 30).joined(separator: ",") + "]}"
        #expect(try news(answer, answer, odd) == [true, false, true])
    }

    @Test func `what is seen does not depend on what is known`() throws {
        var numbers = Dice(seed: 9)
        var reader = ShapeReader()
        for _ in 0..<500 {
            let json = numbers.json()
            let alone = try shape(json)
            let known = reader.known
            let seen = try withJSON(json) { reader.read($0) }
            if let seen {
                #expect(seen == alone, "\(json)")
                reader.known = known.learning(seen)
            } else {
                #expect(known.learning(alone) == known, "\(json)")
            }
        }
    }

    @Test func `an object with very many keys is a map, and stays one`() throws {
        let object = { (range: Range<Int>) in
            "{\"a\":{" + range.map { "\"key_\($0)x\":{\"v\":\($0)}" }.joined(separator: ",") + "}}"
        }
        let many = try shape(object(0..<1_000))
        #expect(many.text.hasSuffix("a\tmap\talways\na.{*}\tobject\talways\na.{*}.v\tnumber\talways\n"))
        #expect(try AnswerShape(text: many.text) == many)
        #expect(try many.differences(of: shape(object(5_000..<5_003))) == [])
        #expect(try shape(object(0..<200)).pathCount == 402)
        #expect(try shape(object(0..<200)).merging(shape(object(100..<300))).pathCount == 4)
        #expect(try news(object(0..<500), object(900..<905)) == [true, false])
    }

    @Test(arguments: [
        "17", "2015-07-01", "6eab88a9-d45a-5468-a520-68fedb434391", "54f3274d38f0d8529ba360f0", "12:30", #"\n"#,
        "https://example.org/a", #"a\u2028b"#, #"a\u0085b"#, String(repeating: "k", count: 65),
    ]) func `a key that is data is one of many`(_ key: String) throws {
        #expect(try shape("{\"\(key)\":1}").text.hasSuffix(".\tobject\talways\n{*}\tnumber\talways(1)\n"))
    }

    @Test(arguments: ["a1", "day_of_week", "facade", "h264", "é", "", "a b", "v2.1x", "Ünï"])
    func `a key that is a name has a path of its own`(_ key: String) throws {
        #expect(try shape("{\"\(key)\":1}")[ShapePath(keys: [key])] != nil)
    }

    @Test func `depth and number of paths are bounded`() throws {
        let deep = String(repeating: #"{"a":["#, count: 60) + String(repeating: "]}", count: 60)
        #expect(try shape(deep).pathCount == AnswerShape.depthLimit + 1)
        let wide =
            "{"
            + (0..<150).map { outer in
                "\"o\(outer)x\":{" + (0..<150).map { "\"i\($0)x\":\($0)" }.joined(separator: ",") + "}"
            }.joined(separator: ",") + "}"
        let full = try shape(wide)
        #expect(full.pathCount == AnswerShape.pathLimit)
        #expect(try AnswerShape(text: full.text) == full)
        let renamed = try shape(wide.split(separator: "\"i").joined(separator: "\"j"))
        #expect(full.merging(renamed).pathCount <= AnswerShape.pathLimit)
        #expect(full.merging(renamed) == renamed.merging(full))
        #expect(try news(wide, wide) == [true, false])
    }

    @Test func `every record is looked at, and of a list in it the first seven elements and the last`() throws {
        let elements = (0..<20).map { "{\"k\($0)x\":1}" }.joined(separator: ",")
        let seen = Set(0..<7).union([19])
        let records = try shape("{\"a\":[\(elements)]}")
        let lists = try shape("{\"a\":[{\"b\":[\(elements)]}]}")
        for position in 0..<20 {
            let record = try #require(ShapePath("a[*].k\(position)x"))
            let element = try #require(ShapePath("a[*].b[*].k\(position)x"))
            #expect(records[record] != nil)
            #expect((lists[element] != nil) == seen.contains(position))
        }
    }

    @Test func `of doubled keys all are looked at`() throws {
        let twice = try shape(#"{"a":1,"a":"x"}"#)
        #expect(twice.text.hasSuffix("a\tnumber,string\talways\n"))
    }

    @Test func `whatever parses can be looked at`() throws {
        var numbers = Dice(seed: 10)
        var reader = ShapeReader()
        for _ in 0..<2_000 {
            let keys = (0..<Int.random(in: 0...40, using: &numbers)).map { _ in
                numbers.text().unicodeScalars.map {
                    $0.value < 0x20 || "\"\\".unicodeScalars.contains($0)
                        ? "\\u00\($0.value < 16 ? "0" : "")" + String($0.value, radix: 16) : "\($0)"
                }.joined()
            }
            let json = "[{" + keys.map { "\"\($0)\":\(numbers.json(depth: 2))" }.joined(separator: ",") + "}]"
            try withJSON(json) { root in
                guard let seen = reader.read(root) else { return }
                reader.known = reader.known.learning(seen)
            }
            #expect(reader.known.pathCount <= AnswerShape.pathLimit)
        }
        #expect(try AnswerShape(text: reader.known.text) == reader.known)
        #expect(reader.known.pathCount > 100)
    }

    @Test func `the shape of an answer has every path of it`() throws {
        // Counted by other means.
        let invented = [
            ("2015_two-ids", 46), ("2016_images-and-entities", 63), ("2019_uri-and-id", 69), ("2021_zero-hits", 9),
            ("2025_metadata", 47), ("2026_zero-hits", 8),
        ]
        let recorded = [
            ("2015-08_array-multimedia_34hits", 50), ("2016-04_33169hits", 65), ("2019-02_vcr_fq_money", 75),
            ("2021-07_zero-hits_docs-empty-array", 9), ("2026-02_zero-hits_docs-null", 8),
        ]
        for (name, paths) in Recordings.cases(invented, recorded: recorded, { "nyt/\($0.0).json" }) {
            var document = JSONDocument()
            var reader = ShapeReader()
            let seen = try document.parse(Recordings.bytes("nyt/" + name + ".json")) { reader.read($0) }
            #expect(seen?.pathCount == paths, "\(name)")
        }
    }
}
