extension String {
    /// The text as one line that cannot do anything to a terminal but be read.
    ///
    /// Line ends, tabs and runs of white space become one space. Other control characters, the start of every escape
    /// sequence among them, become `�`. Marks that turn the direction of writing and other invisible ones go, but for
    /// the joiners that scripts and emoji need; of stacked accents eight stay.
    package var harmless: String {
        if isHarmlessASCII { return self }
        var result = String.UnicodeScalarView()
        var pendingSpace = false
        var marks = 0
        for scalar in unicodeScalars {
            if scalar == " " || !scalar.isPlain && scalar.properties.isWhitespace {
                pendingSpace = !result.isEmpty
                continue
            }
            guard let safe = scalar.harmless else { continue }
            marks = !safe.isPlain && safe.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
            guard marks <= 8 else { continue }
            if pendingSpace { result.append(" ") }
            pendingSpace = false
            result.append(safe)
        }
        return String(result)
    }

    /// Whether the text is ASCII and as it should be, which most are: words with one space between them.
    private var isHarmlessASCII: Bool {
        var previous = UInt8(ascii: " ")
        for byte in utf8 {
            guard (0x20..<0x7F).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20 || utf8.isEmpty
    }
}

extension String {
    /// The text as data, but for what could do anything to a terminal.
    ///
    /// Each control character, and each mark that turns the direction of writing, becomes `�`. Line ends and tabs stay.
    package var visible: String {
        let isPlain = utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x09 }
        if isPlain { return self }
        var result = UnicodeScalarView()
        var (previous, rest) = (nil as Unicode.Scalar?, unicodeScalars.makeIterator())
        func show(_ scalar: Unicode.Scalar, isLineEnd: Bool) {
            switch scalar {
            case "\n", "\t": result.append(scalar)
            case "\r" where isLineEnd: result.append(scalar)
            default: result.append(scalar.harmless ?? "\u{FFFD}")
            }
        }
        while let scalar = rest.next() {
            if let previous { show(previous, isLineEnd: scalar == "\n") }
            previous = scalar
        }
        if let previous { show(previous, isLineEnd: false) }
        return String(result)
    }
}

extension Unicode.Scalar {
    /// The scalar, what stands in its place, or nil where nothing does.
    fileprivate var harmless: Unicode.Scalar? {
        if isPlain { return self }
        switch properties.generalCategory {
        case .control: return "\u{FFFD}"
        case .format:
            let joins = value == 0x200C || value == 0x200D
            return joins || !properties.isDefaultIgnorableCodePoint && !properties.isBidiControl ? self : nil
        default: return self
        }
    }
}
