internal import Articles
internal import SQLiteStore

/// A note as a person edits it: a line for the title, one for the keywords, a blank one, and the body.
///
/// The two lines may be in any order, or go; where the first line is neither, all of the text is the body.
enum NoteText {
    /// What is laid before the editor.
    static func text(of content: Note.Content) -> String {
        var text =
            "Title: \(oneLine(content.title))\nKeywords: \(content.keywords.map(quoted).joined(separator: ", "))\n\n"
        text += content.body
        if !content.body.isEmpty, !content.body.hasSuffix("\n") { text += "\n" }
        return text
    }

    /// What an edited text says.
    static func content(of text: String) -> Note.Content {
        var content = Note.Content()
        var rest = text.replacing("\r\n", with: "\n")[...]
        while let end = rest.firstIndex(of: "\n") ?? (rest.isEmpty ? nil : rest.endIndex) {
            let line = rest[..<end]
            if let title = value(of: "title", line) {
                content.title = title
            } else if let keywords = value(of: "keywords", line) {
                content.keywords = self.keywords(keywords)
            } else {
                break
            }
            rest = rest[end...].dropFirst()
        }
        content.body = body(String(rest))
        return content
    }

    /// A body without the blank lines around it.
    static func body(_ text: String) -> String { Note.Content.body(text) }

    /// Keywords as they are typed, with commas between them.
    ///
    /// One in quotes may hold commas, and quotes as two of them. Each stands once.
    static func keywords(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        func end() {
            words.append(word)
            word = ""
        }
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "\"" where isQuoted && rest.first == "\"": word.append(rest.removeFirst())
            case "\"" where isQuoted || word.allSatisfy(\.isWhitespace): isQuoted.toggle()
            case "," where !isQuoted: end()
            default: word.append(character)
            }
        }
        end()
        return Note.Content.keywords(words)
    }

    /// A title as one line.
    static func oneLine(_ text: String) -> String { Note.Content.line(text) }

    private static func quoted(_ keyword: String) -> String {
        let word = oneLine(keyword)
        guard word.contains(",") || word.hasPrefix("\"") else { return word }
        return "\"" + word.replacing("\"", with: "\"\"") + "\""
    }

    private static func value(of name: String, _ line: Substring) -> String? {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, trimmed(parts[0]).lowercased() == name else { return nil }
        return oneLine(String(parts[1]))
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
