/// The inside of a JSON string.
///
/// Quotes, backslashes and control characters are escaped, as JSON demands. So are those that JSON allows and that do
/// harm where the text is shown: DEL and the C1 controls, the line ends of Unicode, and marks that turn the direction
/// of writing. All else stands as it is, in UTF-8.
package enum JSONEscape {
    /// Appends a text without the quotes around it.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        var rest = text.utf8[...]
        while let index = rest.firstIndex(where: mayNeedEscape) {
            bytes += rest[..<index]
            let scalar = text.unicodeScalars[index]
            append(scalar, to: &bytes)
            rest = rest[text.unicodeScalars.index(after: index)...]
        }
        bytes += rest
    }

    /// Whether a scalar that begins with this byte may be one that is escaped.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: true
        // The first bytes of U+0080…00BF, U+0600…063F and U+2000…2FFF.
        case 0xC2, 0xD8, 0xE2: true
        default: false
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar.value {
        case 0x22: bytes += "\\\"".utf8
        case 0x5C: bytes += "\\\\".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0D: bytes += "\\r".utf8
        case 0x09: bytes += "\\t".utf8
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
            let digits = String(scalar.value, radix: 16)
            bytes += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
        default: bytes += String(scalar).utf8
        }
    }
}
