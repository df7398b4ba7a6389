internal import Articles
internal import Rendering

/// `articlesync history`: what changed about one article.
struct HistoryCommand: Command {
    static let declaration = CommandDeclaration(
        name: "history",
        summary: "Show what changed about one article, and which queries held it when",
        arguments: [ArgumentDeclaration("ARTICLE", "A provider's id, an id of the store, or a URL")],
        options: [OptionDeclaration("json", "One JSON document, with whole values")],
        examples: [.init("articlesync history 17", "The past of the article that the store calls 17")])

    private let reference: String
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        reference = words.arguments.first ?? ""
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        guard let history = try session.reader(session.settings()).history(of: reference) else {
            throw CommandFailure(
                .failed,
                "no article is known by `\(reference)` (a provider's id, an id of the store, or a URL; `articlesync articles` lists them)"
            )
        }
        try session.write(HistoryReport(history), json: json)
        return .done
    }
}
