import JSONText
import Testing

@Suite struct `Lists of strings` {
    @Test(arguments: [
        [], [""], ["a", "b"], ["é🏀", "ß", "a,b", "[", "]"], ["\"\\\u{1}\n\t\u{7F}/", "é🏀"], ["", "", "x"],
    ])
    func `come back from JSON as they were`(values: [String]) {
        #expect(JSONStrings.values(JSONStrings.text(values)) == values)
    }

    @Test(arguments: [
        (#" [ "a" , "\u00e9\ud83c\udfc0\/\b" ] "#, ["a", "é🏀/\u{8}"]), (#"["é" , "ß"]"#, ["é", "ß"]),
        (#"[1,"a",null,"b"]"#, ["a", "b"]), ("{", []), (#"["a"#, []), (#"["a","b"#, ["a"]), (#"["a","\"#, ["a"]),
        (#"["\n","b"#, ["\n"]), ("", []),
    ])
    func `come from another tool's JSON, without what is no string`(text: String, values: [String]) {
        #expect(JSONStrings.values(text) == values)
    }

    @Test func `are none where there is no text`() { #expect(JSONStrings.values(nil) == []) }

    @Test func `come back whatever is in them`() {
        var state: UInt64 = 7
        func next(_ limit: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % limit
        }
        let letters: [Unicode.Scalar] = ["a", "\"", "\\", "é", "🏀", "\n", ",", "[", "\u{0}", "\u{301}"]
        for _ in 0..<500 {
            let values = (0..<next(4)).map { _ in
                String(String.UnicodeScalarView((0..<next(6)).map { _ in letters[Int(next(10))] }))
            }
            // By code points, as two texts that differ may count as equal.
            let back = JSONStrings.values(JSONStrings.text(values))
            #expect(back.map { Array($0.utf8) } == values.map { Array($0.utf8) })
        }
    }
}
