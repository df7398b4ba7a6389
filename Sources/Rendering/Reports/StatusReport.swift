package import Articles
package import Chronology
package import JSONText

/// How every query stands.
///
/// ## JSON
/// `{"at": instant, "queries": […]}`; a query has `name`, `provider`, `asks` (what is asked, in one line), `window`
/// (`from`, `to`), `articles`, `generation`, `contents_at`, `coverage` (the raw values of `Coverage`), `freshness`
/// (`fresh`, `stale`, `never`), `stale_reason`, `age_seconds`, `last_run` (as in `RunsReport`), `next_run_at`,
/// `requests_left_minute`, `requests_left_today`, `budget_returns_at`, `missing` (articles that were announced and did not
/// come, null where nobody knows), `days` (each `from`, `to`, `state`: `complete`, `empty`, `capped`, `partial`,
/// `unverified`, `missing`), `windows` (each `from`, `to`, `status`, `announced`, `announced_at_least`, `fetched`, `unique`,
/// `dropped`, `stored`, `pages`, `cap`, `read_at`, `reason`, `holes`), `candidates` (as in `CandidatesReport`) and
/// `warnings`.
package struct StatusReport: Report {
    package var entries: [Entry]
    package var now: Instant

    /// One query: what the store says, and what the schedule and the budget add.
    package struct Entry: Hashable, Sendable {
        package var status: QueryStatus
        /// Nil is only on request.
        package var nextRunAt: Instant?
        /// Requests that its provider allows today; nil is no limit, or not known.
        package var requestsLeftToday: Int?
        /// The same for the minute.
        package var requestsLeftMinute: Int?
        /// When there is budget again, where there is none.
        package var budgetReturnsAt: Instant?
        /// The days of the query's range; nil where they are not to be shown.
        package var calendar: CoverageCalendar?
        /// The ledger of the contents.
        package var windows: [WindowReading] = []
        /// What is gathered or held.
        package var candidates: [Candidate] = []
        /// What a person should look at, one sentence each.
        package var warnings: [String] = []

        package init(_ status: QueryStatus, nextRunAt: Instant? = nil, requestsLeftToday: Int? = nil) {
            self.status = status
            self.nextRunAt = nextRunAt
            self.requestsLeftToday = requestsLeftToday
        }

        /// How many announced articles did not come; nil where no window says.
        package var missing: Int? {
            let known = windows.map(\.missing)
            return known.isEmpty || known.contains(nil) ? nil : known.reduce(0) { $0 + ($1 ?? 0) }
        }
    }

    package init(_ entries: [Entry], now: Instant) {
        self.entries = entries
        self.now = now
    }

    /// A paragraph a query.
    package func text(on terminal: Terminal) -> String {
        if entries.isEmpty { return "No queries.\n" }
        return entries.map { paragraph($0, on: terminal) }.joined(separator: "\n")
    }

    private func paragraph(_ entry: Entry, on terminal: Terminal) -> String {
        let status = entry.status
        var text = terminal.paint(status.name.harmless, .heading) + ": "
        text += terminal.paint(status.freshness.words(at: now).harmless, status.freshness.style) + "\n"
        var contents = [counted(status.articles, "article")]
        if let coverage = status.coverage { contents.append(coverage.rawValue) }
        if let window = status.window { contents.append(window.description) }
        contents.append(status.fingerprint)
        text += line("holds", contents.joined(separator: ", "), terminal)
        if let calendar = entry.calendar { text += calendar.text(on: terminal) }
        text += shortfalls(entry, terminal)
        for candidate in entry.candidates { text += line(candidate, terminal) }
        if let run = status.lastRun {
            var words = "\(run.outcome.rawValue), "
            if let finishedAt = run.finishedAt {
                words += "\(now.since(finishedAt).ageWords) ago, \(counted(run.counts.requests, "request"))"
            } else {
                words += "for \(now.since(run.startedAt).ageWords)"
            }
            if let reason = run.reason { words += ": \(reason)" }
            text += line("last run", words, terminal)
            for notice in run.notices { text += line("note", notice, terminal) }
        }
        for warning in entry.warnings { text += line("warning", warning, terminal) }
        var next = "only on request"
        if let nextRunAt = entry.nextRunAt {
            next = nextRunAt <= now ? "now" : "in \(nextRunAt.since(now).ageWords), \(nextRunAt.minuteText) UTC"
        }
        if let left = entry.requestsLeftToday { next += "; \(counted(left, "request")) left today" }
        if let returns = entry.budgetReturnsAt { next += ", more at \(returns.minuteText) UTC" }
        return text + line("next run", next, terminal)
    }

    /// Windows shown that are not whole; the rest are counted.
    private static let shown = 6

    /// What is missing, window by window.
    private func shortfalls(_ entry: Entry, _ terminal: Terminal) -> String {
        let lacking = entry.windows.filter { $0.status != .complete && $0.status != .empty }
        guard !lacking.isEmpty else { return "" }
        var text = ""
        let open = lacking.contains { $0.missing == nil }
        let sum = lacking.reduce(0) { $0 + ($1.missing ?? 0) }
        text += line("missing", (open ? "at least " : "") + counted(sum, "article"), terminal)
        for window in lacking.prefix(Self.shown) {
            var words = "\(window.days): \(window.reason ?? window.status.rawValue)"
            for hole in window.holes where hole.days != window.days {
                words += "; within \(hole.days), at most \(hole.missing)"
            }
            text += line("", words, terminal)
        }
        if lacking.count > Self.shown { text += line("", "and \(lacking.count - Self.shown) more windows", terminal) }
        return text
    }

    private func line(_ candidate: Candidate, _ terminal: Terminal) -> String {
        let age = now.since(candidate.updatedAt).ageWords
        switch candidate.state {
        case .gathering:
            let total = candidate.announced.map { " of \($0) results" } ?? ""
            let words =
                "\(counted(candidate.pages, "page"))\(total) of \(candidate.window), the last \(age) ago; "
                + "the next run goes on from there"
            return line("gathered", words, terminal)
        case .held:
            let words =
                "\(counted(candidate.articles, "article")) since \(age): \(candidate.reason ?? "") "
                + "(`articlesync candidates diff \(candidate.query)`)"
            return line("held", words, terminal)
        case .stored, .dropped: return ""
        }
    }

    private func line(_ label: String, _ words: String, _ terminal: Terminal) -> String {
        hanging("  " + label, words.harmless, indent: 12, width: terminal.width)
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("at", now.description)
            writer.key("queries")
            writer.array { writer in
                for entry in entries { write(entry, to: &writer) }
            }
        }
    }

    private func write(_ entry: Entry, to writer: inout JSONWriter) {
        let status = entry.status
        writer.object { writer in
            writer.member("name", status.name)
            writer.member("provider", status.provider)
            writer.member("asks", status.fingerprint)
            writer.days("window", status.window)
            writer.member("articles", status.articles)
            writer.member("generation", status.generation)
            writer.member("contents_at", status.contentsAt?.description)
            writer.member("coverage", status.coverage?.rawValue)
            writer.member("freshness", status.freshness.name)
            writer.member("stale_reason", status.freshness.reason)
            writer.seconds("age_seconds", status.contentsAt.map { now.since($0) })
            writer.key("last_run")
            if let run = status.lastRun { writer.run(run) } else { writer.null() }
            writer.member("next_run_at", entry.nextRunAt?.description)
            writer.member("requests_left_minute", entry.requestsLeftMinute)
            writer.member("requests_left_today", entry.requestsLeftToday)
            writer.member("budget_returns_at", entry.budgetReturnsAt?.description)
            writer.member("missing", entry.missing)
            writer.key("days")
            writer.array { writer in
                for (days, state) in entry.calendar?.spans ?? [] {
                    writer.object { writer in
                        writer.member("from", days.from.description)
                        writer.member("to", days.to.description)
                        writer.member("state", state.name)
                    }
                }
            }
            writer.key("windows")
            writer.array { writer in
                for window in entry.windows { writer.window(window) }
            }
            writer.key("candidates")
            writer.array { writer in
                for candidate in entry.candidates { writer.candidate(candidate) }
            }
            writer.key("warnings")
            writer.strings(entry.warnings)
        }
    }
}
