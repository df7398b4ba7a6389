internal import Rendering
internal import SQLiteStore

/// What is to be done with notes, as it was typed.
enum NoteAction: Hashable, Sendable {
    case add(NoteDraft)
    case edit(Int64, NoteDraft)
    /// - Parameter following: how it is written where it goes on.
    case list(search: String?, about: String?, limit: Int?, following: ListingFormat?)
    case show(Int64)
    case remove([Int64])

    /// Whether it may change the store.
    var writes: Bool {
        switch self {
        case .list, .show: false
        case .add, .edit, .remove: true
        }
    }

    private enum Word: String, CaseIterable { case add, edit, list, show, remove }

    init(_ words: ParsedWords) throws(UsageMistake) {
        let text = words.arguments.first ?? ""
        guard let word = Word(rawValue: text) else {
            throw UsageMistake.unknown("action", text, among: Word.allCases.map(\.rawValue))
        }
        let rest = Array(words.arguments.dropFirst())
        try Self.refuseOthers(than: word, words)
        switch word {
        case .add:
            var draft = try NoteDraft(words)
            if !rest.isEmpty { draft.title = rest.joined(separator: " ") }
            self = .add(draft)
        case .edit: self = .edit(try Self.one(rest, word), try NoteDraft(words))
        case .show: self = .show(try Self.one(rest, word))
        case .remove:
            guard !rest.isEmpty else { throw Self.missing(word) }
            var ids: [Int64] = []
            for text in rest {
                let id = try Self.number(text)
                if !ids.contains(id) { ids.append(id) }
            }
            self = .remove(ids)
        case .list:
            if let text = rest.first {
                throw UsageMistake("`notes list` does not know what to do with `\(text)`", seeHelpOf: "notes")
            }
            self = .list(
                search: try Self.searched(words), about: words[option: "about"], limit: try words.integer("limit"),
                following: try Self.following(words))
        }
    }

    /// An option that the action has no use for is a mistake, not a wish to be passed over.
    private static func refuseOthers(than word: Word, _ words: ParsedWords) throws(UsageMistake) {
        let known: [String] =
            switch word {
            case .add: ["title", "body", "keywords", "about"]
            case .edit: ["title", "body", "keywords", "about", "free"]
            case .list: ["about", "search", "limit", "follow", "format"]
            case .show, .remove: []
            }
        let all = ["title", "body", "keywords", "about", "free", "search", "limit", "follow", "format"]
        for option in all where !known.contains(option) {
            guard words[option: option] != nil || words.has(option) else { continue }
            throw UsageMistake("`notes \(word.rawValue)` takes no --\(option)", seeHelpOf: "notes")
        }
    }

    /// An empty variable of a script must not come to mean every note.
    private static func searched(_ words: ParsedWords) throws(UsageMistake) -> String? {
        guard let text = words[option: "search"] else { return nil }
        if text.allSatisfy(\.isWhitespace) {
            throw UsageMistake("--search is empty: give the text to look for, or leave --search out to list every note")
        }
        return text
    }

    private static func following(_ words: ParsedWords) throws(UsageMistake) -> ListingFormat? {
        let format = try words.choice("format", of: ListingFormat.self)
        guard words.has("follow") else {
            guard format == nil else {
                throw UsageMistake("--format says how --follow writes; without it there is --json")
            }
            return nil
        }
        guard !words.has("json") else {
            throw UsageMistake("--follow writes a table or jsonl, not one JSON document, which has an end")
        }
        guard try words.integer("limit") ?? 0 <= LiveNotes.mostNotes else {
            throw UsageMistake("--follow follows at most \(LiveNotes.mostNotes) notes: give a smaller --limit")
        }
        return format ?? .table
    }

    private static func one(_ rest: [String], _ word: Word) throws(UsageMistake) -> Int64 {
        guard let text = rest.first else { throw missing(word) }
        if rest.count > 1 {
            throw UsageMistake("`notes \(word.rawValue)` takes one note, not `\(rest[1])` too", seeHelpOf: "notes")
        }
        return try number(text)
    }

    private static func missing(_ word: Word) -> UsageMistake {
        UsageMistake("`notes \(word.rawValue)` needs the number of a note (`articlesync notes list` shows them)")
    }

    private static func number(_ text: String) throws(UsageMistake) -> Int64 {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let id = Int64(text) else {
            throw UsageMistake("a note goes by the number that `articlesync notes list` shows, not `\(text)`")
        }
        return id
    }
}

/// What was given of a note on the command line; nil is what was not.
struct NoteDraft: Hashable, Sendable {
    var title: String?
    /// `-` is standard input.
    var body: String?
    var keywords: [String]?
    var subject = Subject.untold

    enum Subject: Hashable, Sendable {
        case untold, none
        /// As a person names an article.
        case article(String)
    }

    init(_ words: ParsedWords) throws(UsageMistake) {
        title = words[option: "title"]
        body = words[option: "body"]
        let lists = words.all("keywords")
        keywords = lists.isEmpty ? nil : NoteText.keywords(lists.joined(separator: ","))
        if let article = words[option: "about"] { subject = .article(article) }
        if words.has("free") {
            if subject != .untold { throw UsageMistake("--free means about no article, and --about names one") }
            subject = .none
        }
    }

    /// Whether nothing was given.
    var isEmpty: Bool { title == nil && body == nil && keywords == nil && subject == .untold }
}
