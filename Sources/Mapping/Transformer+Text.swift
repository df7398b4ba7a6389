extension Transformer where Input == String, Output == String {
    /// Takes the tags out of a text and decodes its entities; a line break or block becomes a space.
    ///
    /// - Parameter decodedTwice: whether entities are decoded again, for sources that encode `&amp;lt;`.
    package static func html(decodedTwice: Bool = false) -> Transformer {
        Transformer("html") { text in
            let once = HTMLText.plain(text)
            return decodedTwice ? HTMLText.plain(once) : once
        }
    }

    /// Decodes named and numeric entities, once.
    package static var entities: Transformer { Transformer("entities") { HTMLText.decodingEntities(in: $0) } }

    /// Makes one space of every run of white space, line breaks and no-break spaces included, and none at the ends.
    package static var collapseSpace: Transformer { Transformer("collapse_space") { $0.collapsingSpace() } }

    /// Takes white space off both ends.
    package static var trim: Transformer { Transformer("trim") { $0.trimmed() } }

    package static var lowercase: Transformer { Transformer("lowercase") { $0.lowercased() } }

    /// Puts another beginning in the place of one; a text that begins otherwise is left.
    package static func replacingPrefix(_ old: String, with new: String) -> Transformer {
        Transformer("replace_prefix") { $0.utf8.starts(with: old.utf8) ? new + $0.dropFirst(old.count) : $0 }
    }
}

extension StringProtocol {
    func trimmed() -> String {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[start...end])
    }
}

extension String {
    func collapsingSpace() -> String {
        if !needsCollapsing { return self }
        var collapsed = ""
        collapsed.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if !scalar.properties.isWhitespace {
                collapsed.unicodeScalars.append(scalar)
            } else if !collapsed.isEmpty, collapsed.utf8.last != UInt8(ascii: " ") {
                collapsed.append(" ")
            }
        }
        if collapsed.utf8.last == UInt8(ascii: " ") { collapsed.removeLast() }
        return collapsed
    }

    /// Whether there may be white space other than single spaces between words; a text beyond ASCII is looked at whole.
    private var needsCollapsing: Bool {
        var previous = UInt8(ascii: " ")
        for byte in utf8 {
            switch byte {
            case 0x20 where previous == 0x20: return true
            case 0x00..<0x20: return true
            // What begins a scalar that can be white space: U+0085, U+00A0, U+1680, U+2000 to U+205F, U+3000.
            case 0xC2, 0xE1, 0xE2, 0xE3: return true
            default: previous = byte
            }
        }
        return previous == 0x20 && !isEmpty
    }
}
