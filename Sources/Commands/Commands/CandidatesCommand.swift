internal import ArticleSync
internal import Articles
internal import Chronology
internal import Rendering
internal import SQLiteStore

/// `articlesync candidates`: results that were held back, and generations to go back to.
struct CandidatesCommand: Command {
    static let declaration = CommandDeclaration(
        name: "candidates",
        summary: "Show, compare, accept or drop results that were held back, or go back to a former generation",
        discussion: """
            Everything here is read from the answers that were kept: nobody is asked, and no key is needed. Without ID the
            newest held result is meant.
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
        let settings = try session.settings()
        let query = try settings.queries(named: [name])[0]
        let reader = session.reader(settings)
        let candidates = try candidates(of: query, reader)
        let now = session.context.clock.now
        if action == .list {
            let generation = try stored { () throws(StoreFailure) in try reader.contents(of: name).generation } ?? 0
            try session.write(CandidatesReport(name, candidates, generation: generation, now: now), json: json)
            return .done
        }
        let candidate = try chosen(from: candidates)
        let assembly = try Assembly(settings, session: session, queries: [query], offline: true)
        defer { assembly.close() }
        let writer = try await assembly.writer()
        switch action {
        case .list: return .done
        case .drop:
            try await writer.drop(candidate: candidate.id)
            try session.context.output.write("\(name): candidate \(candidate.id) is dropped\n")
            return .done
        case .diff:
            let run = assembly.run(query, writer: writer, origin: .candidate(candidate.id)) { _ in }
            let (difference, notices) = try await run.difference(examples: 20)
            try session.write(DifferenceReport(name, difference, isStored: false, notices: notices), json: json)
            return .done
        case .accept:
            let run = assembly.run(query, writer: writer, origin: .candidate(candidate.id)) { _ in }
            let ended = try await run.perform()
            try session.write(SyncReport([ended]), json: json)
            return ExitCode(ended)
        }
    }

    private func candidates(of query: ArticleQuery, _ reader: any ArticleReader) throws -> [Candidate] {
        try stored { () throws(StoreFailure) in try reader.candidates(of: query.name) } ?? []
    }

    /// What a store says, or nil where there is none yet.
    private func stored<Value>(_ read: () throws(StoreFailure) -> Value) throws(StoreFailure) -> Value? {
        do throws(StoreFailure) { return try read() } catch {
            guard error.kind == .missing else { throw error }
            return nil
        }
    }

    private func chosen(from candidates: [Candidate]) throws(CommandFailure) -> Candidate {
        let advice = "`articlesync candidates list \(name)` shows what there is"
        if let id {
            guard let candidate = candidates.first(where: { $0.id == id }) else {
                let known = candidates.map { "\($0.id)" }.joined(separator: ", ")
                throw CommandFailure(
                    .failed,
                    "\(name) has no candidate \(id)" + (known.isEmpty ? "" : " (there are \(known))") + "; \(advice)")
            }
            guard action == .drop || candidate.state != .gathering else {
                throw CommandFailure(
                    .failed, "candidate \(id) of \(name) is not whole yet; `articlesync sync \(name)` goes on with it")
            }
            return candidate
        }
        guard let held = candidates.first(where: { $0.state == .held }) else {
            throw CommandFailure(.failed, "no result of \(name) is held back; \(advice)")
        }
        return held
    }
}
