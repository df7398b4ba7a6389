/// The inside of a JSON string.
///
/// Quotes, backslashes and control characters are escaped, as JSON demands. So are those that JSON allows and that do
/// harm where the text is shown: DEL and the C1 controls, the line ends of Unicode, and marks that turn the direction
/// of writing. All else stands as it is, in UTF-8.
package enum JSONEscape {
    /// Appends a text without the quotes around it.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        let source = text.utf8.span
        var plain = text.startIndex
        var index = 0
        while index < source.count {
            let length = length(at: index, of: source)
            if length > 0 {
                let place = text.utf8.index(text.startIndex, offsetBy: index)
                bytes += text.utf8[plain..<place]
                escape(text.unicodeScalars[place], to: &bytes)
                plain = text.unicodeScalars.index(after: place)
            }
            index += max(length, 1)
        }
        bytes += text.utf8[plain...]
    }

    /// How many bytes the scalar that begins here takes if it is one to escape, else 0.
    private static func length(at index: Int, of source: borrowing Span<UInt8>) -> Int {
        switch source[index] {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: 1
        case 0xC2 where source[index + 1] < 0xA0: 2
        case 0xD8 where source[index + 1] == 0x9C: 2
        case 0xE2 where isHarmful(source[index + 1], source[index + 2]): 3
        default: 0
        }
    }

    /// Whether these bytes follow `E2` in U+200E…200F, U+2028…202E or U+2066…2069.
    private static func isHarmful(_ second: UInt8, _ third: UInt8) -> Bool {
        switch (second, third) {
        case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar.value {
        case 0x22: bytes += "\\\"".utf8
        case 0x5C: bytes += "\\\\".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0D: bytes += "\\r".utf8
        case 0x09: bytes += "\\t".utf8
        default:
            let digits = String(scalar.value, radix: 16)
            bytes += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
        }
    }
}
