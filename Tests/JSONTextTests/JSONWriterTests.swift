internal import JSONText
internal import TestSupport
internal import Testing

@Suite struct JSONWriterTests {
    private func written(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return writer.text
    }

    @Test func `commas stand between siblings and nowhere else`() {
        let text = written { writer in
            writer.object { writer in
                writer.member("a", 1)
                writer.key("b")
                writer.array { writer in
                    writer.array { _ in }
                    writer.object { _ in }
                    writer.null()
                    writer.object { $0.member("c", "d") }
                }
                writer.member("e", true)
                writer.member("f", ["x", "y"])
                writer.member("g", nil as Int?)
                writer.member("h", nil as String?)
                writer.key("i")
                writer.literal("[1,2]")
            }
        }
        #expect(
            text == #"{"a":1,"b":[[],{},null,{"c":"d"}],"e":true,"f":["x","y"],"g":null,"h":null,"i":[1,2]}"#)
    }

    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("\"\\/", #"\"\\/"#), ("\n\r\t", #"\n\r\t"#), ("\u{0}\u{1F}", #"\u0000\u001f"#),
        ("\u{7F}\u{80}\u{9F}\u{A0}", "\\u007f\\u0080\\u009f\u{A0}"), ("\u{2028}\u{2029}", #"\u2028\u2029"#),
        ("\u{61C}\u{200E}\u{202E}\u{2066}", #"\u061c\u200e\u202e\u2066"#), ("é東🏀‍…¢ش", "é東🏀‍…¢ش"),
        ("\r\n", #"\r\n"#),
    ])
    func `what could do harm is escaped and all else stands as it is`(_ text: String, _ escaped: String) {
        let json = written { $0.string(text) }
        #expect(Array(json.utf8) == Array("\"\(escaped)\"".utf8))
    }

    @Test func `every scalar comes back as it went in`() throws {
        for start in stride(from: UInt32(0), through: 0x10_FFFF, by: 0x1000) {
            let end = min(start + 0xFFF, 0x10_FFFF)
            let text = String(String.UnicodeScalarView((start...end).compactMap(Unicode.Scalar.init)))
            let value = try JSONValue.parse(written { $0.string(text) })
            #expect(value == .string(text))
            guard case .string(let back) = value else { continue }
            #expect(Array(back.utf8) == Array(text.utf8))
        }
    }

    @Test func `numbers are those of JSON`() {
        let text = written { writer in
            writer.array { writer in
                writer.integer(Int64.min)
                writer.integer(UInt64.max)
                writer.double(0.1)
                writer.double(1e300)
                writer.double(-0.5e-7)
                writer.double(3)
                writer.double(.infinity)
                writer.double(.nan)
            }
        }
        #expect(text == "[-9223372036854775808,18446744073709551615,0.1,1e+300,-5e-08,3.0,null,null]")
    }

    @Test func `a writer that forgets begins anew`() {
        var writer = JSONWriter()
        writer.object { $0.member("a", 1) }
        writer.removeAll()
        writer.object { $0.member("b", 2) }
        #expect(writer.text == #"{"b":2}"#)
    }

    @Test func `an error of the body passes through`() {
        struct Stop: Error {}
        var writer = JSONWriter()
        #expect(throws: Stop.self) { try writer.array { _ in throw Stop() } }
    }

    @Test func `whatever is written is JSON and reads back the same`() throws {
        var random = Dice(seed: 7)
        for _ in 0..<2_000 {
            let value = Self.value(depth: 4, &random)
            var writer = JSONWriter()
            Self.write(value, to: &writer)
            let read = try JSONValue.parse(writer.text)
            #expect(read == value, "\(writer.text)")
        }
    }

    private static func value(depth: Int, _ random: inout Dice) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .number(String(Int64.random(in: .min ... .max, using: &random)))
        case 3: return .number("\(Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 997)")
        case 4: return .string(text(&random))
        case 5: return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth - 1, &random) })
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    .init(name: text(&random), value: value(depth: depth - 1, &random))
                })
        }
    }

    private static func text(_ random: inout Dice) -> String {
        let limits: [UInt32] = [0x80, 0x100, 0x3000, 0x1_FFFF]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            let limit = limits[Int.random(in: 0..<limits.count, using: &random)]
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) { text.append(scalar) }
        }
        return String(text)
    }

    private static func write(_ value: JSONValue, to writer: inout JSONWriter) {
        switch value {
        case .null: writer.null()
        case .bool(let bool): writer.bool(bool)
        case .number(let text):
            if let integer = Int64(text) { writer.integer(integer) } else { writer.double(Double(text) ?? 0) }
        case .string(let text): writer.string(text)
        case .array(let values): writer.array { for value in values { write(value, to: &$0) } }
        case .object(let members):
            writer.object { writer in
                for member in members {
                    writer.key(member.name)
                    write(member.value, to: &writer)
                }
            }
        }
    }
}
