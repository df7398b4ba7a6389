internal import ArticleSync
internal import Articles
internal import Rendering
internal import SQLiteStore

/// `articlesync candidates`: results that were held back, and generations to go back to.
struct CandidatesCommand: Command {
    static let declaration = CommandDeclaration(
        name: "candidates",
        summary: "Show, compare, accept or drop results that were held back, or go back to a former generation",
        discussion: """
            Everything here is read from the answers that were kept: nobody is asked, and no key is needed. Without ID the
            newest held result is meant. To accept a stored one is to go back to a former generation; the present one is
            kept, so that one can go forth again.

            Exit codes: 0 done, 1 there is none such, 2 accepted and not complete, 75 a run of the query is going.
            """,
        arguments: [
            ArgumentDeclaration("ACTION", "list, diff, accept or drop"),
            ArgumentDeclaration("QUERY", "The name of a query"),
            ArgumentDeclaration("ID", "The number that the list shows", arity: .optional),
        ],
        options: [OptionDeclaration("json", "One JSON document")],
        lists: [
            .init(
                "Actions",
                [
                    .init("list", "what is gathered, held, or can be gone back to"),
                    .init("diff", "what accepting one would add, change and remove"),
                    .init("accept", "put one in place of the contents"),
                    .init("drop", "forget one that is held or gathered, with its answers"),
                ])
        ],
        examples: [
            .init("articlesync candidates diff climate", "What the held result of climate would change"),
            .init("articlesync candidates accept climate 12", "Go back to the generation that the list calls 12"),
        ])

    private enum Action: String, CaseIterable { case list, diff, accept, drop }

    private let action: Action
    private let name: String
    private let id: Int64?
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        let word = words.arguments.first ?? ""
        guard let action = Action(rawValue: word) else {
            throw UsageMistake.unknown("action", word, among: Action.allCases.map(\.rawValue))
        }
        self.action = action
        name = words.arguments.dropFirst().first ?? ""
        if let text = words.arguments.dropFirst(2).first {
            guard let number = Int64(text) else {
                throw UsageMistake("ID is a number that `articlesync candidates list` shows, not `\(text)`")
            }
            id = number
        } else {
            id = nil
        }
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        if action == .list { return try list(in: session) }
        let settings = try session.settings()
        let query = try settings.queries(named: [name])[0]
        let reader = session.reader(settings)
        let kept = try Self.kept(of: name, reader)
        let candidate = try chosen(from: kept.candidates, others: settings.queries, reader)
        let assembly = try Assembly(settings, session: session, queries: [query], offline: true)
        defer { assembly.close() }
        let writer = try await assembly.writer()
        let run = assembly.run(query, writer: writer, origin: .candidate(candidate.id)) { _ in }
        switch action {
        case .list: return .done
        case .drop:
            try await writer.drop(candidate: candidate.id)
            try session.write(DroppedCandidateReport(name, candidate: candidate.id), json: json)
            return .done
        case .diff:
            let preview = try await run.preview(examples: 20)
            let advice = preview.difference.isEmpty ? nil : Self.advice(on: candidate)
            try session.write(DifferenceReport(name, preview, advice: advice), json: json)
            return .done
        case .accept:
            if candidate.state == .stored, candidate.generation == kept.contents.generation {
                throw CommandFailure(.failed, "candidate \(candidate.id) is what \(name) holds already; \(listAdvice)")
            }
            let ended = try await run.perform()
            try session.write(SyncReport([ended]), json: json)
            return ExitCode(ended)
        }
    }

    private func list(in session: Session) throws -> ExitCode {
        let settings = try session.settingsForReading()
        let reader = session.reader(settings)
        if !settings.queryNames.contains(name) { try session.requireStored([name], in: reader, settings) }
        let kept = try Self.kept(of: name, reader)
        try session.write(CandidatesReport(name, kept.candidates, contents: kept.contents), json: json)
        return .done
    }

    /// What there is of a query, which is nothing where there is no store yet.
    private static func kept(
        of name: String, _ reader: any ArticleReader
    ) throws(StoreFailure) -> (candidates: [Candidate], contents: RunTicket.Contents) {
        do throws(StoreFailure) {
            return (try reader.candidates(of: name), try reader.contents(of: name))
        } catch {
            guard error.kind == .missing else { throw error }
            return ([], RunTicket.Contents())
        }
    }

    private static func advice(on candidate: Candidate) -> String {
        let accept = "`articlesync candidates accept \(candidate.query) \(candidate.id)`"
        return candidate.state == .held
            ? "\(accept) puts it in place, `drop` forgets it." : "\(accept) goes back to it."
    }

    private var listAdvice: String { "`articlesync candidates list \(name)` shows what there is" }

    /// The candidate that is meant.
    private func chosen(
        from candidates: [Candidate], others: [ArticleQuery], _ reader: any ArticleReader
    ) throws -> Candidate {
        guard let id else {
            if let held = candidates.first(where: { $0.state == .held }) { return held }
            throw CommandFailure(.failed, "no result of \(name) is held back; \(listAdvice)")
        }
        guard let candidate = candidates.first(where: { $0.id == id }) else {
            let owner = try others.first { try Self.kept(of: $0.name, reader).candidates.contains { $0.id == id } }
            if let owner {
                throw CommandFailure(.failed, "candidate \(id) is one of \(owner.name), not of \(name); \(listAdvice)")
            }
            let known = candidates.map { "\($0.id)" }.joined(separator: ", ")
            let those = known.isEmpty ? "" : " (there are \(known))"
            throw CommandFailure(
                .failed, "\(name) has no candidate \(id), or its answers are gone\(those); \(listAdvice)")
        }
        switch (candidate.state, action) {
        case (.gathering, .diff), (.gathering, .accept):
            throw CommandFailure(
                .failed, "candidate \(id) of \(name) is not whole yet; `articlesync sync \(name)` goes on with it")
        case (.stored, .drop):
            throw CommandFailure(
                .failed, "candidate \(id) of \(name) is stored, and only what is held or gathered can be dropped")
        default: return candidate
        }
    }
}
