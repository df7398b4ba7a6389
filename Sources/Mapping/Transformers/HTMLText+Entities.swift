extension HTMLText {
    /// Decodes `&name;`, `&#8212;` and `&#x2014;`, once; what is no entity stands as it is.
    static func decodingEntities(in text: String) -> String {
        guard var mark = firstAmpersand(in: text) else { return text }
        var decoded = String(text[..<mark])
        decoded.reserveCapacity(text.utf8.count)
        var rest = text[mark...]
        while true {
            if let (scalar, end) = entity(at: mark, in: rest) {
                decoded.unicodeScalars.append(scalar)
                rest = rest[end...]
            } else {
                decoded.unicodeScalars.append("&")
                rest = rest[rest.utf8.index(after: mark)...]
            }
            guard let next = rest.utf8.firstIndex(of: UInt8(ascii: "&")) else { break }
            decoded += rest[..<next]
            rest = rest[next...]
            mark = next
        }
        return decoded + rest
    }

    /// Found in the span, which is quicker to walk than the indices of a view.
    private static func firstAmpersand(in text: String) -> String.Index? {
        let bytes = text.utf8.span
        for position in bytes.indices where bytes[position] == UInt8(ascii: "&") {
            return text.utf8.index(text.startIndex, offsetBy: position)
        }
        return nil
    }

    /// Longer than any name in the table, shorter than what would make a text of ampersands slow.
    private static let longestName = 12

    private static func entity(
        at mark: String.Index, in text: Substring
    ) -> (scalar: Unicode.Scalar, end: String.Index)? {
        let after = text.utf8.index(after: mark)
        let window = text[after...].utf8.prefix(longestName + 1)
        guard let semicolon = window.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = text[after..<semicolon]
        let end = text.utf8.index(after: semicolon)
        guard name.utf8.first == UInt8(ascii: "#") else {
            return EntityTable.character(named: name).map { ($0, end) }
        }
        return numeric(name.dropFirst()).map { ($0, end) }
    }

    private static func numeric(_ digits: Substring) -> Unicode.Scalar? {
        let isHexadecimal = digits.utf8.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let body = isHexadecimal ? digits.dropFirst() : digits
        guard body.utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true,
            let code = UInt32(body, radix: isHexadecimal ? 16 : 10)
        else { return nil }
        if (0x80...0x9F).contains(code) { return Unicode.Scalar(windows1252[Int(code) - 0x80]) }
        return code == 0 ? "\u{FFFD}" : Unicode.Scalar(code) ?? "\u{FFFD}"
    }

    /// What browsers read for the control characters 0x80 to 0x9F, as HTML 5 lays down.
    private static let windows1252: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
