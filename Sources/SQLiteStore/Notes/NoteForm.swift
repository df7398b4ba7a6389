package import Articles

/// The form in which notes are kept, whichever way they come: by `notes`, by `records`, or from code.
extension Note.Content {
    /// The same as it is kept: title and keywords a line each, each keyword once, and no blank lines around the body.
    package var settled: Note.Content {
        Note.Content(title: Self.line(title), body: Self.body(body), keywords: Self.keywords(keywords))
    }

    /// Whether it holds a NUL character somewhere, at which SQLite's own functions would take a text to end.
    package var hasNUL: Bool { ([title, body] + keywords).contains { $0.utf8.contains(0) } }

    /// A title, or a keyword, as one line.
    package static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A body with the line ends of the system, and without the blank lines around it.
    package static func body(_ text: String) -> String {
        var lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.first, line.allSatisfy(\.isWhitespace) { lines.removeFirst() }
        while let line = lines.last, line.allSatisfy(\.isWhitespace) { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// Keywords that say something, a line each and each once, in their order.
    package static func keywords(_ words: [String]) -> [String] {
        var keywords: [String] = []
        for word in words {
            let keyword = line(word)
            if !keyword.isEmpty, !keywords.contains(keyword) { keywords.append(keyword) }
        }
        return keywords
    }
}
