package import Articles
internal import Chronology
package import JSONText

/// One note in full: what is known of it, then what it says, line by line as it was written.
///
/// ## JSON
/// The note as in `NotesDocument`.
package struct NoteDetails: Report {
    package var note: Note

    package init(_ note: Note) { self.note = note }

    package func text(on terminal: Terminal) -> String {
        var text = terminal.paint("note \(note.id)", .heading) + "\n"
        for (label, value) in facts where !value.isEmpty {
            text += hanging("  \(label)", value.harmless, indent: 12, width: terminal.width)
        }
        let body = note.content.body
        guard !body.allSatisfy(\.isWhitespace) else { return text }
        text += "\n"
        for line in body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            text += self.line(line, on: terminal)
        }
        return text
    }

    /// A line of the body, with the margin that it was given, wrapped under it.
    private func line(_ line: Substring, on terminal: Terminal) -> String {
        let words = String(line).harmless
        guard !words.isEmpty else { return "\n" }
        let indent = line.prefix { $0 == " " || $0 == "\t" }.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
        if indent == 0 { return words.wrapped(on: terminal) + "\n" }
        return hanging("", words, indent: min(indent, 16), width: terminal.width)
    }

    private var facts: [(label: String, value: String)] {
        let changed = note.changedAt == note.date ? nil : note.changedAt
        return [
            ("title", note.content.title), ("keywords", note.content.keywords.joined(separator: ", ")),
            ("date", note.date.map { "\($0.minuteText) UTC" } ?? ""),
            ("changed", changed.map { "\($0.minuteText) UTC" } ?? ""),
            ("about", note.subject.map { $0.label + ($0.isNamed ? " (article \($0.article))" : "") } ?? ""),
            ("url", note.subject?.headline == nil ? "" : note.subject?.url ?? ""),
        ]
    }

    package func write(to writer: inout JSONWriter) { writer.note(note) }
}
