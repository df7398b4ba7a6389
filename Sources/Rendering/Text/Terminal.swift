/// What a text is written for: how wide it may be, and whether colour is welcome.
package struct Terminal: Hashable, Sendable {
    /// Columns a line; nil where the reader is no terminal, and nothing is cut or wrapped.
    package var width: Int?
    package var usesColour: Bool

    package init(width: Int? = nil, usesColour: Bool = false) {
        self.width = width
        self.usesColour = usesColour
    }

    /// A file or a pipe.
    package static let plain = Terminal()

    /// A text in a style where colour is welcome, else the text as it is.
    func paint(_ text: String, _ style: TextStyle) -> String {
        guard usesColour, let code = style.code, !text.isEmpty else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}

/// What a piece of text means to the eye.
package enum TextStyle: Hashable, Sendable {
    case plain, heading, good, warning, bad
    /// Four that are told apart from these and from each other, and say nothing by themselves.
    case limit, doubt, quiet, early
    /// What a search found, on any palette.
    case hit

    /// The parameter of the terminal's "select graphic rendition".
    var code: Int? {
        switch self {
        case .plain: nil
        case .heading: 1
        case .good: 32
        case .warning: 33
        case .bad: 31
        case .limit: 35
        case .doubt: 34
        case .quiet: 36
        case .early: 92
        case .hit: 7
        }
    }
}
