internal import TestSupport

/// A JSON text as a value, read strictly after RFC 8259; the tests' own, to judge the writer by.
indirect enum JSONValue: Hashable {
    case null, bool(Bool), number(String), string(String), array([JSONValue]), object([Member])

    struct Member: Hashable {
        let name: String
        let value: JSONValue
    }

    static func parse(_ text: String) throws -> JSONValue {
        var reader = JSONReader(text.unicodeScalars)
        let value = try reader.value()
        guard reader.next == nil else { throw TestFailure("text after the end of \(text)") }
        return value
    }
}

/// Recursive descent without white space, which the writer never writes.
private struct JSONReader {
    private var rest: Substring.UnicodeScalarView

    init(_ scalars: String.UnicodeScalarView) { rest = scalars[...] }

    var next: Unicode.Scalar? { rest.first }

    mutating func take() throws -> Unicode.Scalar {
        guard let first = rest.popFirst() else { throw TestFailure("the text ends too early") }
        return first
    }

    mutating func expect(_ word: String) throws {
        for scalar in word.unicodeScalars where try take() != scalar { throw TestFailure("expected \(word)") }
    }

    mutating func value() throws -> JSONValue {
        switch next {
        case "{": return .object(try list("{", "}") { .init(name: try $0.string(), value: try $0.colonAndValue()) })
        case "[": return .array(try list("[", "]") { try $0.value() })
        case "\"": return .string(try string())
        case "t":
            try expect("true")
            return .bool(true)
        case "f":
            try expect("false")
            return .bool(false)
        case "n":
            try expect("null")
            return .null
        default: return .number(try number())
        }
    }

    private mutating func colonAndValue() throws -> JSONValue {
        try expect(":")
        return try value()
    }

    private mutating func list<Item>(
        _ open: String, _ close: Unicode.Scalar, _ item: (inout JSONReader) throws -> Item
    ) throws -> [Item] {
        try expect(open)
        var items: [Item] = []
        if next == close {
            _ = try take()
            return items
        }
        while true {
            items.append(try item(&self))
            let separator = try take()
            if separator == close { return items }
            guard separator == "," else { throw TestFailure("expected a comma, found \(separator)") }
        }
    }

    mutating func string() throws -> String {
        try expect("\"")
        var text = String.UnicodeScalarView()
        while true {
            let scalar = try take()
            switch scalar {
            case "\"": return String(text)
            case "\\": text.append(try escaped())
            case _ where scalar.value < 0x20: throw TestFailure("a raw control character")
            default: text.append(scalar)
            }
        }
    }

    private mutating func escaped() throws -> Unicode.Scalar {
        let letter = try take()
        switch letter {
        case "\"", "\\", "/": return letter
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            let digits = String(String.UnicodeScalarView([try take(), try take(), try take(), try take()]))
            guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
                throw TestFailure("\\u\(digits)")
            }
            return scalar
        default: throw TestFailure("unknown escape \\\(letter)")
        }
    }

    private mutating func number() throws -> String {
        var text = ""
        if next == "-" { text.unicodeScalars.append(try take()) }
        text += try digits()
        if text.hasPrefix("0"), text != "0" || text.hasPrefix("-0"), text.utf8.count > 1 { throw TestFailure(text) }
        if next == "." { text += String(try take()) + (try digits()) }
        if next == "e" || next == "E" {
            text.unicodeScalars.append(try take())
            if next == "-" || next == "+" { text.unicodeScalars.append(try take()) }
            text += try digits()
        }
        return text
    }

    private mutating func digits() throws -> String {
        var text = ""
        while let digit = next, ("0"..."9").contains(digit) { text.unicodeScalars.append(try take()) }
        guard !text.isEmpty else { throw TestFailure("a number without digits") }
        return text
    }
}
