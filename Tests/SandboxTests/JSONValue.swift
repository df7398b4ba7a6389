import TestSupport

/// A strict little reader, so that these tests believe no reader of the program.
indirect enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([(name: String, value: JSONValue)])

    static func == (left: JSONValue, right: JSONValue) -> Bool { "\(left)" == "\(right)" }

    init(_ bytes: [UInt8]) throws {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw TestFailure("not UTF-8") }
        var reader = Reader(bytes: bytes)
        self = try reader.value()
        guard reader.next() == nil else { throw TestFailure("text after the end") }
    }

    /// The value of a member, the element of an index, or nil.
    subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var string: String? { if case .string(let value) = self { value } else { nil } }
    var integer: Int? { if case .number(let value) = self { Int(value) } else { nil } }
    var elements: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
    var isNull: Bool { if case .null = self { true } else { false } }

    private struct Reader {
        let bytes: [UInt8]
        var place = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        /// The next byte that is no white space, which stays.
        mutating func next() -> Unicode.Scalar? {
            while place < bytes.count {
                let scalar = Unicode.Scalar(bytes[place])
                guard scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t" else { return scalar }
                place += 1
            }
            return nil
        }

        mutating func expect(_ scalar: Unicode.Scalar) throws {
            guard next() == scalar else { throw TestFailure("\(scalar) expected at byte \(place)") }
            place += 1
        }

        mutating func word(_ word: String, _ value: JSONValue) throws -> JSONValue {
            for scalar in word.unicodeScalars { try expect(scalar) }
            return value
        }

        mutating func value() throws -> JSONValue {
            switch next() {
            case "n": return try word("null", .null)
            case "t": return try word("true", .bool(true))
            case "f": return try word("false", .bool(false))
            case "\"": return .string(try string())
            case "[":
                return .array(try sequence("[", "]") { reader in try reader.value() })
            case "{":
                return .object(
                    try sequence("{", "}") { reader in
                        let name = try reader.string()
                        try reader.expect(":")
                        return (name, try reader.value())
                    })
            default:
                let digits = bytes[place...].prefix { "+-.eE0123456789".utf8.contains($0) }
                guard let number = Double(String(decoding: digits, as: UTF8.self)) else {
                    throw TestFailure("no value at byte \(place)")
                }
                place += digits.count
                return .number(number)
            }
        }

        private mutating func sequence<Element>(
            _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ element: (inout Reader) throws -> Element
        ) throws -> [Element] {
            try expect(open)
            var elements: [Element] = []
            if next() != close {
                elements.append(try element(&self))
                while next() != close {
                    try expect(",")
                    elements.append(try element(&self))
                }
            }
            try expect(close)
            return elements
        }

        private mutating func string() throws -> String {
            try expect("\"")
            var text: [UInt8] = []
            while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
                let byte = bytes[place]
                place += 1
                guard byte >= 0x20 else { throw TestFailure("a raw control character at byte \(place)") }
                if byte != UInt8(ascii: "\\") {
                    text.append(byte)
                    continue
                }
                guard place < bytes.count else { break }
                let escaped = Unicode.Scalar(bytes[place])
                place += 1
                switch escaped {
                case "n": text.append(10)
                case "r": text.append(13)
                case "t": text.append(9)
                case "\"", "\\", "/": text.append(UInt8(escaped.value))
                case "u":
                    let digits = String(decoding: bytes[place...].prefix(4), as: UTF8.self)
                    guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
                        throw TestFailure("an escape that is none at byte \(place)")
                    }
                    place += 4
                    text += String(scalar).utf8
                default: throw TestFailure("an escape that is none at byte \(place)")
                }
            }
            try expect("\"")
            return String(decoding: text, as: UTF8.self)
        }
    }
}
