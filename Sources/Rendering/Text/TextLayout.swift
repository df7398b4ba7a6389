extension String {
    /// The text cut to so many columns, with `…` as its last where something was cut.
    func truncated(to width: Int) -> String {
        // A text has at least one byte a column, so that most need no measuring.
        if utf8.count <= width || displayWidth <= width { return self }
        guard width > 0 else { return "" }
        var kept = ""
        var room = width - 1
        for character in self {
            room -= character.displayWidth
            if room < 0 { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// The text as lines of at most so many columns, broken at spaces, and inside a word that is longer than a line,
    /// unless it is a URL, which has to be copied in one piece.
    func wrapped(to width: Int) -> [String] {
        let limit = max(width, 2)
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in split(separator: " ") {
            var rest = word
            var wide = rest.displayWidth
            if used > 0, used + 1 + wide <= limit {
                line += " " + rest
                used += 1 + wide
                continue
            }
            if used > 0 { lines.append(line) }
            while wide > limit, !word.contains("://") {
                let head = Self.head(of: rest, width: limit)
                lines.append(String(rest[..<head]))
                rest = rest[head...]
                wide = rest.displayWidth
            }
            line = String(rest)
            used = wide
        }
        if used > 0 || lines.isEmpty { lines.append(line) }
        return lines
    }

    /// The text broken between words where a terminal is narrower; as it is elsewhere.
    func wrapped(on terminal: Terminal) -> String {
        terminal.width.map { wrapped(to: $0).joined(separator: "\n") } ?? self
    }

    /// Where a line of so many columns ends; always after at least one character.
    private static func head(of text: Substring, width: Int) -> Substring.Index {
        var room = width
        var index = text.startIndex
        while index < text.endIndex {
            room -= text[index].displayWidth
            if room < 0, index > text.startIndex { break }
            index = text.index(after: index)
        }
        return index
    }

    /// The text with spaces before or after it, up to so many columns.
    func padded(to width: Int, _ alignment: TextTable.Alignment) -> String {
        let gap = String(repeating: " ", count: max(0, width - displayWidth))
        return alignment == .left ? self + gap : gap + self
    }
}

/// A paragraph under a margin: the first line begins with `label`, the others with as many spaces.
///
/// A label that does not fit into the margin stands on a line of its own. Without a width nothing is wrapped.
func hanging(_ label: String, _ text: String, indent: Int, width: Int?) -> String {
    let margin = String(repeating: " ", count: indent)
    let start = label.displayWidth < indent ? label.padded(to: indent, .left) : label + "\n" + margin
    let lines = width.map { text.wrapped(to: max($0 - indent, 16)) } ?? [text]
    return start + lines.joined(separator: "\n" + margin) + "\n"
}
