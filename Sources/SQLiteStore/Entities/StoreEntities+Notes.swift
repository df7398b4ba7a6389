internal import Articles
internal import Records

extension Entity {
    /// By the rules of `notes`: the store dates them, an article that one is about is there, and none says nothing.
    static let notes = Entity(
        "notes", "what a person wrote down, about an article or free",
        columns: Columns([
            .integer("id"), .instant("date"), .text("title"), .text("body"), .list("keywords"),
            .integer("article_id", or: .missing), .instant("created_at"), .instant("changed_at"),
        ]), access: .writable(noteWriting))

    private static var noteWriting: Writing {
        var writing = Writing("note", "notes", settable: ["title", "body", "keywords", "article_id"])
        writing.datedWhenMade = ["date", "created_at", "changed_at"]
        writing.datedWhenChanged = ["changed_at"]
        // An update weighs its predicate and writes within one transaction, and sets what it was given, nothing that it read
        // before: it cannot undo a change that it has not seen. But somebody may have the note in an editor, and is told by
        // the version that it became another. The trigger of the table counts for other programs, and not where only
        // the article is another.
        writing.version = "_version"
        writing.forms = [
            "title": { value in if case .text(let title) = value { .text(Note.Content.line(title)) } else { value } },
            "body": { value in if case .text(let body) = value { .text(Note.Content.body(body)) } else { value } },
            "keywords": keywordForm,
        ]
        writing.references = ["article_id": "articles"]
        writing.rule = Rule(
            "(trim(title, \(blanks)) <> '' OR trim(body, \(blanks)) <> '' OR keywords <> '[]')",
            orElse: "a note needs a title, a body or keywords")
        return writing
    }

    private static let keywordForm: @Sendable (FilterValue) -> FilterValue = { value in
        guard case .list(let elements) = value else { return value }
        var words: [String] = []
        for element in elements {
            guard case .text(let word) = element else { return value }
            words.append(word)
        }
        return .texts(Note.Content.keywords(words))
    }

    /// Space, tab and the line ends.
    private static let blanks = "char(32, 9, 10, 13)"
}
