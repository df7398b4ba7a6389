internal import Articles
internal import Rendering

/// `articlesync history`: what is known of one article's past.
struct HistoryCommand: Command {
    static let declaration = CommandDeclaration(
        name: "history",
        summary: "Show what happened to one article, the oldest first",
        discussion:
            "When it was first seen, which fields changed from what to what, which queries held it from when to "
            + "when, and when it vanished or returned. Long values are cut to the terminal; --json has them whole.",
        arguments: [ArgumentDeclaration("ARTICLE", "A provider's id, an id of the store, or a URL")],
        options: [OptionDeclaration("json", "One JSON document")],
        examples: [.init("articlesync history 17", "The article that the store calls 17")])

    private let reference: String
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        reference = words.arguments.first ?? ""
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        guard let history = try session.reader(session.settingsForReading()).history(of: reference) else {
            throw CommandFailure.noArticle(reference)
        }
        try session.write(HistoryReport(history), json: json)
        return .done
    }
}

extension CommandFailure {
    /// Nothing is known by what a person called an article.
    static func noArticle(_ reference: String) -> CommandFailure {
        CommandFailure(
            .failed,
            "no article is known by `\(reference)` (a provider's id, an id of the store, or a URL; `articlesync articles` lists them)"
        )
    }
}
