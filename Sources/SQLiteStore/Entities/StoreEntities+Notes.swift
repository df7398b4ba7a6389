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
        writing.references = ["article_id": "articles"]
        writing.rule = Rule(
            "(trim(title, \(blanks)) <> '' OR trim(body, \(blanks)) <> '' OR keywords <> '[]')",
            orElse: "a note needs a title, a body or keywords")
        return writing
    }

    /// Space, tab and the line ends.
    private static let blanks = "char(32, 9, 10, 13)"
}
