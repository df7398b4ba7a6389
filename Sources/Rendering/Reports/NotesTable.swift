package import Articles
internal import Chronology

/// Notes, a line each, the newest first.
///
/// It holds no more of a note than its line; `NotesDocument` writes them whole.
package struct NotesTable {
    private var lines: [[TextTable.Cell]] = []
    private let isSelection: Bool

    /// - Parameter isSelection: whether notes are left out that are not of what was asked.
    package init(isSelection: Bool = false) { self.isSelection = isSelection }

    package mutating func append(_ note: Note) { lines.append(Self.cells(of: note)) }

    /// The words, each line with its end.
    package func text(on terminal: Terminal) -> String {
        if lines.isEmpty { return Self.nothing(isSelection: isSelection) }
        var table = TextTable(Self.columns)
        for line in lines { table.append(line) }
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
}

extension Note {
    private static let longestBeginning = 400

    /// Its title, or how it begins where it has none.
    fileprivate var label: String {
        if !content.title.harmless.isEmpty { return content.title }
        let line = content.body.drop(while: \.isWhitespace).prefix { !$0.isNewline }
        let beginning = line.prefix(Self.longestBeginning)
        return beginning.endIndex == line.endIndex ? String(line) : beginning + "…"
    }
}

extension Note.Subject {
    /// The article in a few words.
    var label: String { headline ?? url ?? "article \(article)" }
    /// Whether the label is more than its number.
    var isNamed: Bool { headline != nil || url != nil }
}
