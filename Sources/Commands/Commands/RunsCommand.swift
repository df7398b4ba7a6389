internal import Articles
internal import Rendering

/// `articlesync runs`: the journal.
struct RunsCommand: Command {
    static let declaration = CommandDeclaration(
        name: "runs",
        summary: "Show the journal of runs, the newest first",
        arguments: [ArgumentDeclaration("QUERY", "The name of a query", arity: .optional)],
        options: [
            OptionDeclaration("limit", short: "n", value: "N", "At most so many", default: "20"),
            OptionDeclaration("json", "One JSON document"),
        ])

    private let query: String?
    private let limit: Int
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        query = words.arguments.first
        limit = try words.integer("limit") ?? 20
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settingsForReading()
        let reader = session.reader(settings)
        try session.requireStored(query.map { [$0] } ?? [], in: reader, settings)
        try session.write(RunsReport(reader.runs(query: query, limit: limit)), json: json)
        return .done
    }
}
