internal import Records

/// What is to be done with the rows of an entity, as it was typed.
enum RecordAction: Sendable {
    case entities(String?)
    case select(RecordSelection)
    case insert(String, [WrittenValue], UnknownKeys)
    case update(String, RecordCondition, [WrittenValue], UnknownKeys, isDryRun: Bool)
    case delete(String, RecordCondition, isDryRun: Bool)

    /// Whether it may change the store.
    var writes: Bool {
        switch self {
        case .entities, .select: false
        case .insert, .update, .delete: true
        }
    }

    private enum Word: String, CaseIterable { case select, insert, update, delete, entities }

    init(_ words: ParsedWords) throws(UsageMistake) {
        let text = words.arguments.first ?? ""
        guard let word = Word(rawValue: text) else {
            throw UsageMistake.unknown("action", text, among: Word.allCases.map(\.rawValue))
        }
        try Self.refuseOthers(than: word, words)
        let name = words.arguments.dropFirst().first
        let rest = Array(words.arguments.dropFirst(2))
        if word == .entities {
            if let text = rest.first { throw Self.unwanted(text, word) }
            self = .entities(name)
            return
        }
        guard let name else {
            throw UsageMistake(
                "`records \(word.rawValue)` needs the name of an entity (`articlesync records entities` shows them)")
        }
        let unknownKeys = words.has("strict") ? UnknownKeys.refused : .ignored
        let isDryRun = words.has("dry-run")
        switch word {
        case .entities: self = .entities(name)
        case .select:
            if let text = rest.first { throw Self.unwanted(text, word) }
            self = .select(try RecordSelection(name, words))
        case .insert: self = .insert(name, try WrittenValue.values(rest, word.rawValue), unknownKeys)
        case .update:
            self = .update(
                name, try RecordCondition(ofChange: word.rawValue, words),
                try WrittenValue.values(rest, word.rawValue), unknownKeys, isDryRun: isDryRun)
        case .delete:
            if let text = rest.first { throw Self.unwanted(text, word) }
            self = .delete(name, try RecordCondition(ofChange: word.rawValue, words), isDryRun: isDryRun)
        }
    }

    /// An option that the action has no use for is a mistake, not a wish to be passed over.
    private static func refuseOthers(than word: Word, _ words: ParsedWords) throws(UsageMistake) {
        let known: [String] =
            switch word {
            case .entities: []
            case .select: ["where", "arg", "sort", "columns", "limit", "offset", "bom", "safe-for-spreadsheets"]
            case .insert: ["strict"]
            case .update: ["where", "arg", "all", "strict", "dry-run"]
            case .delete: ["where", "arg", "all", "dry-run"]
            }
        let all = [
            "where", "arg", "sort", "columns", "limit", "offset", "all", "strict", "dry-run", "bom",
            "safe-for-spreadsheets",
        ]
        for option in all where !known.contains(option) {
            guard words[option: option] != nil || words.has(option) else { continue }
            throw UsageMistake("`records \(word.rawValue)` takes no --\(option)", seeHelpOf: "records")
        }
    }

    private static func unwanted(_ text: String, _ word: Word) -> UsageMistake {
        let advice = word == .select || word == .delete ? "; --where PREDICATE chooses rows" : ""
        return UsageMistake(
            "`records \(word.rawValue)` does not know what to do with `\(text)`\(advice)", seeHelpOf: "records")
    }
}

/// Which rows are meant.
struct RecordCondition: Sendable {
    let predicate: String?
    let arguments: [FilterValue]

    init(_ words: ParsedWords) throws(UsageMistake) {
        let predicate = words[option: "where"]
        let texts = words.all("arg")
        if predicate == nil, !texts.isEmpty {
            throw UsageMistake("--arg is for a placeholder of --where, which is not given")
        }
        self.predicate = predicate
        arguments = Filter.arguments(texts, of: predicate ?? "")
    }

    /// Which rows are to be changed: an empty variable of a script must not come to mean all of them.
    init(ofChange verb: String, _ words: ParsedWords) throws(UsageMistake) {
        try self.init(words)
        let isBlank = (predicate ?? "").allSatisfy(\.isWhitespace)
        if isBlank, !words.has("all") {
            let given = predicate == nil ? "without --where" : "with an empty --where"
            throw UsageMistake("`records \(verb)` \(given) means every row; add --all if that is what is wanted")
        }
        if !isBlank, words.has("all") {
            throw UsageMistake("--all means every row, and --where chooses some; give one of them")
        }
    }
}

/// What is to be read.
struct RecordSelection: Sendable {
    let entity: String
    let condition: RecordCondition
    let sort: String?
    /// Nil is all.
    let keys: [String]?
    let limit: Int?
    let offset: Int

    init(_ entity: String, _ words: ParsedWords) throws(UsageMistake) {
        self.entity = entity
        condition = try RecordCondition(words)
        sort = words[option: "sort"]
        keys = words[option: "columns"].map { names in
            names.split(separator: ",", omittingEmptySubsequences: false).map { NoteText.oneLine(String($0)) }
        }
        limit = try words.integer("limit")
        offset = try words.integer("offset") ?? 0
    }
}
