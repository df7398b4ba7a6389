extension JSONNode {
    /// The text of a string; nil for every other kind.
    package var string: String? { mark == UInt8(ascii: "\"") ? stringText : nil }

    /// The value of a boolean; nil for every other kind.
    package var bool: Bool? {
        switch mark {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: nil
        }
    }

    /// The value of a number without a fraction (`3.0` has none); nil for every other kind, and beyond 64 bits.
    package var integer: Int? {
        switch mark {
        case UInt8(ascii: "l"): Int(truncatingIfNeeded: bits)
        case UInt8(ascii: "u"): Int(exactly: bits)
        case UInt8(ascii: "d"): Int(exactly: Double(bitPattern: bits))
        default: nil
        }
    }

    /// The value of a number, rounded where an integer is too large for a double; nil for every other kind.
    package var double: Double? {
        switch mark {
        case UInt8(ascii: "l"): Double(Int64(bitPattern: bits))
        case UInt8(ascii: "u"): Double(bits)
        case UInt8(ascii: "d"): Double(bitPattern: bits)
        default: nil
        }
    }

    /// A number as it is written in the body: `1.10` and `1e3` stay what they are; nil for every other kind.
    package var numberText: String? {
        switch mark {
        case UInt8(ascii: "l"): String(Int64(bitPattern: bits))
        case UInt8(ascii: "u"): String(bits)
        case UInt8(ascii: "d"): unsafe withSource { unsafe String(decoding: $0, as: UTF8.self) }
        default: nil
        }
    }

    /// A scalar as text: a string itself, a number as written, `true`, `false`; nil for null, arrays and objects.
    package var scalarText: String? {
        switch mark {
        case UInt8(ascii: "\""): stringText
        case UInt8(ascii: "t"): "true"
        case UInt8(ascii: "f"): "false"
        default: numberText
        }
    }

    /// Whether this is `""`, `[]` or `{}`.
    package var isEmpty: Bool {
        switch mark {
        case UInt8(ascii: "\""): unsafe withStringBytes { $0.isEmpty }
        case UInt8(ascii: "["), UInt8(ascii: "{"): index + 1 == end
        default: false
        }
    }

    /// The JSON text as it stands in the body, cut to so many characters, for messages.
    package func excerpt(upTo limit: Int = 80) -> String {
        // A character has four bytes at most in the common case; what is cut in two shows as a replacement character.
        unsafe withSource { source in
            unsafe String(decoding: source.prefix(limit * 4 + 4), as: UTF8.self).shortened(to: limit)
        }
    }
}

extension String {
    /// This text, or so much of it that it has no more than so many characters with an ellipsis at the end.
    func shortened(to limit: Int) -> String {
        guard let cut = index(startIndex, offsetBy: limit, limitedBy: endIndex), cut != endIndex else { return self }
        return self[..<index(before: cut)] + "…"
    }
}
