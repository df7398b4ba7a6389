/// A list of strings as the text of a JSON array.
package enum JSONStrings {
    /// The array, compact.
    package static func text(_ values: [String]) -> String {
        guard !values.isEmpty else { return "[]" }
        if let plain = plain(values) { return plain }
        var writer = JSONWriter()
        writer.strings(values)
        return writer.text
    }

    /// The text where every string stands in JSON as it is, which is most often and many times as fast; else nil.
    private static func plain(_ values: [String]) -> String? {
        var text = "["
        text.reserveCapacity(values.reduce(2) { $0 + $1.utf8.count + 3 })
        for value in values {
            let bytes = value.utf8.span
            for index in bytes.indices {
                let byte = bytes[index]
                if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F { return nil }
            }
            text += text.utf8.count == 1 ? "\"" : ",\""
            text += value
            text += "\""
        }
        text += "]"
        return text
    }

    /// The strings of a JSON array; what is no string, or no array at all, is left out: another tool may have written it.
    package static func values(_ text: String?) -> [String] {
        guard let text, text != "[]" else { return [] }
        if let plain = plainValues(text) { return plain }
        var bytes = text.utf8.makeIterator()
        var values: [String] = []
        while let byte = bytes.next() {
            if byte == UInt8(ascii: "\""), let value = string(&bytes) { values.append(value) }
        }
        return values
    }

    /// The same where no string has an escape in it, which is most often and twice as fast; else nil.
    private static func plainValues(_ text: String) -> [String]? {
        let bytes = text.utf8.span
        var values: [String] = []
        var start: String.Index?
        for place in bytes.indices {
            switch bytes[place] {
            case UInt8(ascii: "\\"): return nil
            case UInt8(ascii: "\""):
                let here = text.utf8.index(text.startIndex, offsetBy: place)
                if let from = start {
                    values.append(String(decoding: text.utf8[from..<here], as: UTF8.self))
                    start = nil
                } else {
                    start = text.utf8.index(after: here)
                }
            default: break
            }
        }
        return values
    }

    /// The rest of a string after its opening quote; nil where it has no end.
    private static func string(_ bytes: inout String.UTF8View.Iterator) -> String? {
        var result: [UInt8] = []
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: result, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escape = bytes.next() else { return nil }
                append(escape, &bytes, to: &result)
            default: result.append(byte)
            }
        }
        return nil
    }

    private static func append(_ escape: UInt8, _ bytes: inout String.UTF8View.Iterator, to result: inout [UInt8]) {
        switch escape {
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "u"): result += scalar(&bytes)
        default: result.append(escape)
        }
    }

    private static func scalar(_ bytes: inout String.UTF8View.Iterator) -> [UInt8] {
        let first = unit(&bytes)
        guard (0xD800..<0xDC00).contains(first) else { return utf8([first]) }
        // The second half of a pair comes as an escape of its own.
        guard bytes.next() == UInt8(ascii: "\\"), bytes.next() == UInt8(ascii: "u") else { return utf8([first]) }
        return utf8([first, unit(&bytes)])
    }

    private static func utf8(_ units: [UInt16]) -> [UInt8] { Array(String(decoding: units, as: UTF16.self).utf8) }

    private static func unit(_ bytes: inout String.UTF8View.Iterator) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = bytes.next(), let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
                return 0xFFFD
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
