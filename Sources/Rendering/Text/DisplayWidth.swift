extension StringProtocol {
    /// How many columns of a terminal the text takes; control characters take none.
    package var displayWidth: Int {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
        return reduce(0) { $0 + $1.displayWidth }
    }
}

extension Character {
    /// How many columns of a terminal the grapheme cluster takes.
    var displayWidth: Int {
        let scalars = unicodeScalars
        if let first = scalars.first, first.isPlain, scalars.dropFirst().isEmpty { return 1 }
        // One picture, however many scalars it is joined from: families, flags, skin tones, keycaps.
        if scalars.contains(where: { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }) { return 2 }
        return scalars.reduce(0) { $0 + $1.displayWidth }
    }
}

extension Unicode.Scalar {
    /// How many columns of a terminal the scalar takes by itself.
    var displayWidth: Int {
        if isPlain { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: return 0
        case .format where properties.isDefaultIgnorableCodePoint: return 0
        default: break
        }
        // Vowels and finals of Hangul stand in the square of the initial before them.
        if (0x1160...0x11FF).contains(value) { return 0 }
        return Self.wide.contains { $0.contains(value) } ? 2 : 1
    }

    /// Whether the scalar is of the many that are known, without a look into tables, to be one column wide: ASCII,
    /// Latin letters, dashes, quotation marks.
    var isPlain: Bool {
        switch value {
        case 0x20..<0x7F, 0xAE..<0x300, 0x2010...0x2027: true
        default: false
        }
    }

    /// East Asian Wide and Fullwidth of UAX #11, blocks taken whole; the standard library does not know the property.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
        0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
}
