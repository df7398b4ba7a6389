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
        object { writer in
            writer.key("id")
            writer.integer(candidate.id)
            writer.member("state", candidate.state.rawValue)
            writer.member("generation", candidate.generation)
            writer.days("window", candidate.window)
            writer.member("started_at", candidate.startedAt.description)
            writer.member("updated_at", candidate.updatedAt.description)
            writer.member("announced", candidate.announced?.count)
            writer.member("announced_at_least", candidate.announced?.isMinimum ?? false)
            writer.member("articles", candidate.articles)
            writer.member("coverage", candidate.coverage?.rawValue)
            writer.member("pages", candidate.pages)
            writer.member("agreements", candidate.agreements)
            writer.member("reason", candidate.reason)
        }
    }

    /// Writes a line of the ledger as one object; its members are documented at `StatusReport`.
    mutating func window(_ window: WindowReading) {
        object { writer in
            writer.member("from", window.days.from.description)
            writer.member("to", window.days.to.description)
            writer.member("status", window.status.rawValue)
            writer.member("announced", window.announced?.count)
            writer.member("announced_at_least", window.announced?.isMinimum ?? false)
            writer.member("fetched", window.fetched)
            writer.member("unique", window.unique)
            writer.member("dropped", window.dropped)
            writer.member("stored", window.stored)
            writer.member("pages", window.pages)
            writer.member("cap", window.cap)
            writer.member("read_at", window.readAt.description)
            writer.member("reason", window.reason)
            writer.key("holes")
            writer.array { writer in
                for hole in window.holes {
                    writer.object { writer in
                        writer.member("from", hole.days.from.description)
                        writer.member("to", hole.days.to.description)
                        writer.member("missing", hole.missing)
                        writer.member("reason", hole.reason)
                    }
                }
            }
        }
    }
}
