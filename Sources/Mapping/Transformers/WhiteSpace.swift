/// White space in UTF-8, found byte by byte: what Unicode calls so, no-break spaces included.
///
/// Looking at bytes instead of characters is what makes cleaning a text cheaper than parsing the JSON around it.
enum WhiteSpace {
    /// Whether a byte is no part of any white space: the common case, told by one comparison.
    static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x80 }

    /// How many bytes the white space at a position has; 0 where there is none.
    static func width(at position: Int, of bytes: borrowing Span<UInt8>) -> Int {
        switch bytes[position] {
        case 0x20, 0x09...0x0D: 1
        case 0xC2: position + 1 < bytes.count && isSecondOfLatin(bytes[position + 1]) ? 2 : 0
        case 0xE1...0xE3:
            position + 2 < bytes.count && isOfThree(bytes[position], bytes[position + 1], bytes[position + 2]) ? 3 : 0
        default: 0
        }
    }

    /// Where words end that single spaces stand between; the first byte is no white space.
    ///
    /// No branch is taken for a single space, as no processor can tell beforehand how long a word is.
    static func endOfTidy(from start: Int, in bytes: borrowing Span<UInt8>) -> Int {
        var position = start + TextTraits.tidyBytes(of: bytes.extracting(start...))
        var previous: UInt8 = position > start ? bytes[position - 1] : 0
        while position < bytes.count {
            let byte = bytes[position]
            let isPlain = byte &- 0x20 < 0x60 && byte | previous != 0x20
            if !isPlain, byte == 0x20 ? previous == 0x20 : width(at: position, of: bytes) > 0 { break }
            previous = byte
            position += 1
        }
        return previous == 0x20 ? position - 1 : position
    }

    /// U+0085 and U+00A0.
    private static func isSecondOfLatin(_ second: UInt8) -> Bool { second == 0x85 || second == 0xA0 }

    /// U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000.
    private static func isOfThree(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
        switch (first, second) {
        case (0xE1, 0x9A): third == 0x80
        case (0xE2, 0x80): third <= 0x8A || third == 0xA8 || third == 0xA9 || third == 0xAF
        case (0xE2, 0x81): third == 0x9F
        case (0xE3, 0x80): third == 0x80
        default: false
        }
    }
}

extension String {
    /// Whether there is white space only, or nothing.
    var isBlank: Bool {
        let bytes = utf8.span
        var position = 0
        while position < bytes.count {
            let width = WhiteSpace.width(at: position, of: bytes)
            if width == 0 { return false }
            position += width
        }
        return true
    }

    /// This text without white space at its ends.
    func trimmed() -> String {
        let bytes = utf8.span
        if bytes.count > 0, WhiteSpace.isVisible(bytes[0]), WhiteSpace.isVisible(bytes[bytes.count - 1]) { return self }
        var start = 0
        var end = 0
        var position = 0
        while position < bytes.count {
            let width = WhiteSpace.width(at: position, of: bytes)
            if width > 0 {
                if end == 0 { start = position + width }
                position += width
            } else {
                position += 1
                end = position
            }
        }
        if start == 0, end == bytes.count { return self }
        guard end > 0 else { return "" }
        return String(utf8.dropFirst(start).prefix(end - start)) ?? self
    }

    /// This text with one space for every run of white space, and none at its ends.
    func collapsingSpace() -> String {
        let bytes = utf8.span
        var collapsed = ""
        var position = 0
        while position < bytes.count {
            let width = WhiteSpace.width(at: position, of: bytes)
            guard width == 0 else {
                position += width
                continue
            }
            let end = WhiteSpace.endOfTidy(from: position, in: bytes)
            if position == 0, end == bytes.count { return self }
            if collapsed.isEmpty { collapsed.reserveCapacity(bytes.count) } else { collapsed += " " }
            let start = utf8.index(startIndex, offsetBy: position)
            collapsed += self[start..<utf8.index(start, offsetBy: end - position)]
            position = end
        }
        return collapsed
    }
}
