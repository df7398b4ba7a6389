package import Articles
package import Chronology
package import JSONText

/// The results of a query that are on their way, held back, or can be gone back to.
///
/// ## JSON
/// `{"query", "candidates": […]}`; a candidate has `id`, `state` (the raw values of `Candidate.State`), `generation`,
/// `window` (`from`, `to`), `started_at`, `updated_at`, `announced` and `announced_at_least`
/// (true where the provider stopped counting), `articles`, `coverage`, `pages`, `agreements` and `reason`.
package struct CandidatesReport: Report {
    package var query: String
    package var candidates: [Candidate]
    package var generation: Int
    package var now: Instant

    /// - Parameter generation: of the present contents.
    package init(_ query: String, _ candidates: [Candidate], generation: Int, now: Instant) {
        self.query = query
        self.candidates = candidates
        self.generation = generation
        self.now = now
    }

    package func text(on terminal: Terminal) -> String {
        if candidates.isEmpty { return "No candidates of \(query.harmless): nothing is gathered, held or kept.\n" }
        var table = TextTable([
            .init("ID", .right), .init("STATE"), .init("ARTICLES", .right), .init("PAGES", .right, isOptional: true),
            .init("DAYS"), .init("SINCE (UTC)", isOptional: true), .init("WHAT IT IS", flexibleTo: 16),
        ])
        for candidate in candidates {
            table.append([
                .init("\(candidate.id)"), .init(candidate.state.rawValue, style(candidate)),
                .init("\(candidate.articles)"), .init("\(candidate.pages)"), .init(candidate.window.description),
                .init(candidate.updatedAt.minuteText), .init(words(candidate)),
            ])
        }
        var text = table.text(on: terminal)
        let held = candidates.filter { $0.state == .held }
        if !held.isEmpty { text += "\n" }
        for candidate in held {
            let reason = candidate.reason ?? "nobody said why"
            text += hanging("\(candidate.id)", "is held: \(reason)".harmless, indent: 4, width: terminal.width)
        }
        if let newest = held.first {
            let name = query.harmless
            let advice =
                "`articlesync candidates diff \(name)` shows what \(newest.id) would change; `accept` puts it in place, "
                + "`drop` forgets it. " + byItself(newest)
            text += advice.wrapped(on: terminal) + "\n"
        }
        return text
    }

    /// When a held result is accepted without a person.
    private func byItself(_ held: Candidate) -> String {
        guard held.coverage == .complete || held.coverage == .empty else {
            return "It is not whole, so that no further run accepts it by itself."
        }
        switch held.agreements {
        case ..<1: return "It is accepted by itself when two further runs come to the same."
        default: return "It is accepted by itself when one further run comes to the same, as one has."
        }
    }

    private func style(_ candidate: Candidate) -> TextStyle {
        switch candidate.state {
        case .held: .warning
        case .stored: .good
        case .gathering, .dropped: .plain
        }
    }

    private func words(_ candidate: Candidate) -> String {
        switch candidate.state {
        case .gathering:
            let total = candidate.announced.map { ", \($0) results in all" } ?? ""
            return "the next run goes on with it\(total)"
        case .held:
            let isWhole = candidate.coverage == .complete || candidate.coverage == .empty
            return isWhole ? "not believed" : "not whole"
        case .stored:
            guard let generation = candidate.generation else { return "was stored" }
            return generation == self.generation
                ? "the present contents" : "generation \(generation), can be gone back to"
        case .dropped: return "dropped"
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("query", query)
            writer.key("candidates")
            writer.array { writer in
                for candidate in candidates { writer.candidate(candidate) }
            }
        }
    }
}

extension JSONWriter {
    /// Writes a candidate as one object; its members are documented at `CandidatesReport`.
    mutating func candidate(_ candidate: Candidate) {
        object { $0.members(of: candidate) }
    }

    /// Writes the members of a candidate into an object that has more.
    mutating func members(of candidate: Candidate) {
        key("id")
        integer(candidate.id)
        member("state", candidate.state.rawValue)
        member("generation", candidate.generation)
        days("window", candidate.window)
        member("started_at", candidate.startedAt.description)
        member("updated_at", candidate.updatedAt.description)
        member("announced", candidate.announced?.count)
        member("announced_at_least", candidate.announced?.isMinimum ?? false)
        member("articles", candidate.articles)
        member("coverage", candidate.coverage?.rawValue)
        member("pages", candidate.pages)
        member("agreements", candidate.agreements)
        member("reason", candidate.reason)
    }
}
