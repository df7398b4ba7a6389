package import Articles
internal import Chronology
package import JSONText

/// The results of a query that are on their way, held back, or can be gone back to.
///
/// ## JSON
/// `{"query", "generation", "articles", "candidates": […]}`, the numbers those of the present contents; a candidate has
/// `id`, `state` (the raw values of `Candidate.State`), `generation`, `window` (`from`, `to`), `started_at`,
/// `updated_at`, `announced` and `announced_at_least` (true where the provider stopped counting), `articles`,
/// `coverage`, `pages`, `agreements` and `reason`.
package struct CandidatesReport: Report {
    package var query: String
    package var candidates: [Candidate]
    /// What the query holds now.
    package var contents: RunTicket.Contents

    package init(_ query: String, _ candidates: [Candidate], contents: RunTicket.Contents) {
        self.query = query
        self.candidates = candidates
        self.contents = contents
    }

    /// A paragraph a candidate, and what can be done.
    package func text(on terminal: Terminal) -> String {
        if candidates.isEmpty { return "No candidates of \(query.harmless): nothing is gathered, held or kept.\n" }
        var text = terminal.paint(query.harmless, .heading) + ": "
        text +=
            contents.generation == 0
            ? "holds nothing yet\n"
            : "generation \(contents.generation), \(counted(contents.articles, "article"))\n"
        let widest = candidates.map { "\($0.id)".count }.max() ?? 0
        for candidate in candidates {
            let state = candidate.state.rawValue
            let label = "  \("\(candidate.id)".padded(to: widest, .right))  \(state)"
            let lines = hanging(label, words(candidate).harmless, indent: widest + 15, width: terminal.width)
            text += lines.replacing(state, with: terminal.paint(state, style(candidate)), maxReplacements: 1)
        }
        let advice = advice
        if !advice.isEmpty { text += "\n" + advice.map { $0.wrapped(on: terminal) + "\n" }.joined() }
        return text
    }

    private func words(_ candidate: Candidate) -> String {
        let days = candidate.window.description
        let at = "\(candidate.updatedAt.minuteText) UTC"
        let articles = "\(counted(candidate.articles, "article")) of \(days), \(at)"
        switch candidate.state {
        case .gathering:
            let total = candidate.announced.map { " of \($0) results" } ?? ""
            return "\(counted(candidate.pages, "page"))\(total) kept for \(days), since "
                + "\(candidate.startedAt.minuteText) UTC, the last \(at); `articlesync sync \(query)` goes on with it"
        case .held: return "\(articles): \(candidate.reason ?? "nobody said why")"
        case .stored where isPresent(candidate): return "\(articles): the present contents"
        case .stored: return "\(articles): generation \(candidate.generation.map(String.init) ?? "unknown")"
        case .dropped: return articles
        }
    }

    private func isPresent(_ candidate: Candidate) -> Bool {
        candidate.state == .stored && candidate.generation == contents.generation
    }

    /// What a person can do about it, a paragraph each.
    private var advice: [String] {
        var advice: [String] = []
        let command = "articlesync candidates"
        if let held = candidates.first(where: { $0.state == .held }) {
            advice.append(
                "`\(command) diff \(query)` shows what \(held.id) would change; `accept` puts it in place, `drop` forgets "
                    + "it. \(byItself(held))")
        }
        if let former = candidates.first(where: { $0.state == .stored && !isPresent($0) }) {
            let generation = former.generation.map { " to generation \($0)" } ?? ""
            advice.append("`\(command) accept \(query) \(former.id)` goes back\(generation).")
        }
        return advice.map(\.harmless)
    }

    /// When a held result is accepted without a person.
    private func byItself(_ held: Candidate) -> String {
        guard held.coverage == .complete || held.coverage == .empty else {
            return "It is not whole, so that no further run accepts it by itself."
        }
        return held.agreements < 1
            ? "It is accepted by itself when two further runs come to the same."
            : "It is accepted by itself when one further run comes to the same, as one has."
    }

    private func style(_ candidate: Candidate) -> TextStyle {
        switch candidate.state {
        case .held: .warning
        case .stored: isPresent(candidate) ? .good : .plain
        case .gathering, .dropped: .plain
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("query", query)
            writer.member("generation", contents.generation)
            writer.member("articles", contents.articles)
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
