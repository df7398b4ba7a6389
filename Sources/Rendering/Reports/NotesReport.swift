package import Articles
internal import Chronology
package import JSONText

/// Notes, a line each, the newest first.
///
/// ## JSON
/// `{"notes": […]}`; a note has `id`, `date` (when it was made), `changed_at`, `title`, `body`, `keywords` (a list), and
/// `article`: null where it is free, else `id` (the store's), `headline` and `url`.
package struct NotesReport: Report {
    package var notes: [Note]
    /// Whether notes were left out that are not of what was asked.
    package var isSelection: Bool

    package init(_ notes: [Note], isSelection: Bool = false) {
        self.notes = notes
        self.isSelection = isSelection
    }

    package func text(on terminal: Terminal) -> String {
        if notes.isEmpty { return Self.nothing(isSelection: isSelection) }
        var table = TextTable(Self.columns)
        for note in notes { table.append(Self.cells(of: note)) }
        return table.text(on: terminal)
    }

    static func nothing(isSelection: Bool) -> String {
        isSelection ? "No note is like that.\n" : "No notes yet; `articlesync notes add` makes one.\n"
    }

    static var columns: [TextTable.Column] {
        [
            .init("NOTE", .right), .init("DATE (UTC)"), .init("TITLE", flexibleTo: 12),
            .init("KEYWORDS", flexibleTo: 10), .init("ABOUT", flexibleTo: 10, isOptional: true),
        ]
    }

    static func cells(of note: Note) -> [TextTable.Cell] {
        [
            .init("\(note.id)"), .init(note.date?.minuteText ?? ""), .init(note.label),
            .init(note.content.keywords.joined(separator: ", ")), .init(note.subject?.label ?? ""),
        ]
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("notes")
            writer.array { writer in
                for note in notes { writer.note(note) }
            }
        }
    }
}

extension Note {
    /// Its title, or how it begins where it has none.
    fileprivate var label: String {
        if !content.title.harmless.isEmpty { return content.title }
        return String(content.body.drop(while: \.isWhitespace).prefix { !$0.isNewline })
    }
}

extension Note.Subject {
    /// The article in a few words.
    var label: String { headline ?? url ?? "article \(article)" }
    /// Whether the label is more than its number.
    var isNamed: Bool { headline != nil || url != nil }
}

extension JSONWriter {
    /// A note as one object.
    mutating func note(_ note: Note) {
        object { writer in
            writer.key("id")
            writer.integer(note.id)
            writer.member("date", note.date?.description)
            writer.member("changed_at", note.changedAt?.description)
            writer.member("title", note.content.title)
            writer.member("body", note.content.body)
            writer.member("keywords", note.content.keywords)
            writer.key("article")
            guard let subject = note.subject else { return writer.null() }
            writer.object { writer in
                writer.key("id")
                writer.integer(subject.article)
                writer.member("headline", subject.headline)
                writer.member("url", subject.url)
            }
        }
    }
}
