internal import Articles
internal import Rendering

/// `articlesync show`: one article in full.
struct ShowCommand: Command {
    static let declaration = CommandDeclaration(
        name: "show",
        summary: "Show one article in full",
        arguments: [ArgumentDeclaration("ARTICLE", "A provider's id, an id of the store, or a URL")],
        options: [
            OptionDeclaration(
                "format", short: "f", value: "table|json|jsonl|csv", "How it is written", default: "table")
        ],
        examples: [.init("articlesync show 17", "The article that the store calls 17")])

    private let reference: String
    private let format: ArticleFormat

    init(_ words: ParsedWords) throws(UsageMistake) {
        reference = words.arguments.first ?? ""
        format = try words.choice("format", of: ArticleFormat.self) ?? .table
    }

    func run(in session: Session) async throws -> ExitCode {
        guard let row = try session.reader(session.settingsForReading()).article(reference) else {
            throw CommandFailure.noArticle(reference)
        }
        let bytes = ArticleDetails(row).bytes(as: format, terminal: session.terminal)
        try format == .table ? session.context.output.write(bytes) : session.context.output.write(data: bytes)
        return .done
    }
}
